import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import {
  type CheckLog,
  cameWith,
  fallbackNotice,
  isPlainText,
  missingNotice,
  sizeOf,
  withLineFeed
} from "../../src/core/check-log.js"

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (pieces: ReadonlyArray<Uint8Array>) => Buffer.concat([...pieces]).toString("utf8")
const fellBack = (status: number): CheckLog => ({ pieces: [], attempt: 1, fallback: { attempt: 2, status } })

const types: ReadonlyArray<readonly [type: string | undefined, plain: boolean, came: string]> = [
  ["text/plain", true, "200 (text/plain)"],
  ["text/plain; charset=utf-8", true, "200 (text/plain)"],
  ["Text/Plain ;charset=x", true, "200 (Text/Plain)"],
  ["text/html", false, "200 (text/html)"],
  ["text/plainer", false, "200 (text/plainer)"],
  ["", false, "200"],
  [undefined, false, "200"]
]

describe("a media type", () => {
  for (const [type, plain, came] of types)
    it(`${JSON.stringify(type)} is ${plain ? "" : "not "}a log's`, () => {
      assert.strictEqual(isPlainText(type, []), plain)
      assert.strictEqual(cameWith(200, type), came)
    })

  it("may be another one that is allowed", () => {
    assert.isTrue(isPlainText("application/octet-stream", ["application/octet-stream"]))
    assert.isFalse(isPlainText("text/html", ["application/octet-stream"]))
  })
})

describe("6.3 a notice", () => {
  it("names the check, the attempt shown, the newer one and its status, and that the latest is unavailable", () => {
    const notice = fallbackNotice("ci / unit (push)", fellBack(500)) ?? ""
    for (const word of [/"ci \/ unit \(push\)"/, /\b1\b/, /\b2\b/, /\b500\b/, /unavailable/]) assert.match(notice, word)
  })

  it("says of an empty newer attempt that there was nothing in it", () => {
    assert.include(fallbackNotice("unit", fellBack(200)), "nothing in it")
    assert.notInclude(fallbackNotice("unit", fellBack(500)), "nothing in it")
  })

  it("is none for a log of its latest attempt", () => {
    assert.isUndefined(fallbackNotice("unit", { pieces: [], attempt: 2 }))
  })

  it("C18 is one line, its name cut to 200 bytes, for any name and any reason", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.string({ unit: "binary", maxLength: 400 }),
        FastCheck.string({ unit: "binary" }),
        (name, reason) => {
          for (const notice of [fallbackNotice(name, fellBack(500)) ?? "", missingNotice(name, reason)]) {
            // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
            assert.notMatch(notice, /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/)
            const quoted = notice.slice(1, notice.lastIndexOf('": '))
            if (notice.startsWith('"') && !name.includes('": ') && !reason.includes('": '))
              assert.isAtMost(Buffer.byteLength(quoted), 200)
          }
        }
      )
    )
  })

  it("cuts a name between two characters", () => {
    assert.strictEqual(missingNotice("é".repeat(150), "r"), `"${"é".repeat(100)}": r`)
    assert.strictEqual(missingNotice(`a${"é".repeat(150)}`, "r"), `"a${"é".repeat(99)}": r`)
  })
})

describe("the last line feed", () => {
  const rows: ReadonlyArray<readonly [pieces: ReadonlyArray<string>, expected: string]> = [
    [["a"], "a\n"],
    [["a\n"], "a\n"],
    [["a", "\n"], "a\n"],
    [["a\n", ""], "a\n"],
    [["a\n", "b"], "a\nb\n"],
    [["a\r"], "a\r\n"]
  ]
  for (const [pieces, expected] of rows)
    it(`of ${JSON.stringify(pieces)}`, () => assert.strictEqual(text(withLineFeed(pieces.map(bytes))), expected))

  it("is there for any pieces, which stay as they are", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(FastCheck.uint8Array()), (pieces) => {
        const [before, after] = [Buffer.concat(pieces), Buffer.concat([...withLineFeed(pieces)])]
        assert.strictEqual(after.at(-1), 10)
        assert.strictEqual(Buffer.compare(after.subarray(0, before.length), before), 0)
        assert.strictEqual(sizeOf({ pieces }), before.length)
        assert.isAtMost(after.length, before.length + 1)
      })
    )
  })
})
