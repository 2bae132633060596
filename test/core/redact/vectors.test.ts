import { existsSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { byteString } from "../../../src/core/redact/byte-string.js"
import { piecesOf, redactorOf, shown, streamed } from "./support.js"

const Bytes = Schema.Union(Schema.Struct({ text: Schema.String }), Schema.Struct({ base64: Schema.String }))

const Vectors = Schema.parseJson(
  Schema.Struct({
    vectors: Schema.Array(
      Schema.Struct({
        id: Schema.String,
        title: Schema.String,
        secrets: Schema.Array(Schema.Struct({ name: Schema.String, value: Bytes })),
        input: Bytes,
        expected: Bytes,
        names_hit: Schema.Array(Schema.String)
      })
    )
  })
)

const decoded = (value: typeof Bytes.Type): Uint8Array =>
  Uint8Array.from("text" in value ? Buffer.from(value.text) : Buffer.from(value.base64, "base64"))

/** Not part of the project: where it is missing, the tables of this folder alone say what holds. */
const file = new URL("../../../../shared/reference/redaction-vectors.json", import.meta.url)
const found = existsSync(file) ? file : undefined

describe.skipIf(found === undefined)("the vectors of the specification (skipped where its file is missing)", () => {
  const { vectors } =
    found === undefined ? { vectors: [] } : Schema.decodeUnknownSync(Vectors)(readFileSync(found, "utf8"))

  it("are 67", () => {
    assert.strictEqual(vectors.length, 67)
  })

  it.each(vectors)("$id: $title", ({ secrets, input, expected, names_hit }) => {
    const redactor = redactorOf(secrets.map(({ name, value }) => ({ name, value: decoded(value) })))
    const text = decoded(input)
    const wanted = byteString(decoded(expected))
    const { pieces, names } = redactor.redact(text)
    assert.strictEqual(shown(pieces), wanted)
    assert.deepStrictEqual(names, [...names_hit].sort())
    assert.strictEqual(streamed(redactor, piecesOf(text, 1)), wanted)
    for (let cut = 1; cut < text.length; cut++) {
      assert.strictEqual(streamed(redactor, [text.slice(0, cut), text.slice(cut)]), wanted, `cut at ${cut}`)
    }
  })
})
