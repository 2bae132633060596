import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { make } from "../../../src/programs/sandbox/sandbox.js"
import { at, call } from "./client.js"
import { repo, rows, sha } from "./recorded-rows.js"
import { differences } from "./shape.js"

const folder = (major: number) => join("..", "shared", "recordings", `forgejo-${major}`)
const absent = !existsSync(folder(15))

const Recording = Schema.parseJson(
  Schema.Array(
    Schema.Struct({
      note: Schema.optional(Schema.NullOr(Schema.String)),
      request: Schema.optional(Schema.Struct({ method: Schema.String, path: Schema.String })),
      response: Schema.optional(
        Schema.Struct({
          status: Schema.Int,
          headers: Schema.Record({ key: Schema.String, value: Schema.NullOr(Schema.String) }),
          json: Schema.optional(Schema.Unknown),
          text: Schema.optional(Schema.String)
        })
      )
    })
  )
)

/** What a message says, whatever its numbers and names. */
const words = (message: unknown): unknown =>
  typeof message === "string"
    ? message
        .replaceAll("alice", "acme")
        .replaceAll("{token of bad}", "bad-token")
        .replace(/\d+/g, "0")
        .replace(/empty(-new)?|widget(-new)?/g, "widget")
        .replace(/labels|pulls/g, "list")
    : message

for (const major of [15, 16] as const) {
  describe(`Forgejo ${major}, as recorded`, () => {
    for (const { recorded, prepare, path, call: asked = {}, as } of rows) {
      it.scoped.skipIf(absent)(`${recorded.join(": ")}`, () =>
        Effect.gen(function* () {
          const [file, mark] = recorded
          const method = asked.method ?? "GET"
          const note = mark.replace(/^POST /, "")
          const recording = yield* Schema.decodeUnknown(Recording)(
            readFileSync(join(folder(major), `${file}.json`), "utf8")
          )
          const real = recording.find(
            (row) => row.request?.method === method && (row.note === note || row.request.path.endsWith(note))
          )?.response
          assert.isDefined(real, "no such recording")
          const sandbox = yield* make()
          sandbox.world.forgejo = major
          prepare?.(sandbox)
          const tokens = { bad: "bad-token", stranger: sandbox.world.account("eve", "stranger"), bot: sandbox.token }
          const token = as === "nobody" ? {} : { token: tokens[as ?? "bot"] }
          const ours = yield* call(`${sandbox.forgejo.api}${path}`, { ...token, ...asked })

          assert.strictEqual(ours.status, real?.status)
          assert.deepStrictEqual(differences(real?.json, ours.json), [])
          assert.strictEqual(words(at(ours.json, "message")), words(at(real?.json, "message")))
          assert.deepStrictEqual(
            [at(ours.json, "errors")].flat().map(words),
            [at(real?.json, "errors")].flat().map((error) => words(String(error ?? "")) || undefined)
          )
          for (const name of ["content-type", "location", "allow", "cache-control"])
            if (real?.headers[name] !== undefined)
              assert.strictEqual(words(ours.headers.get(name)), words(real.headers[name]), name)
          assert.strictEqual(ours.headers.has("x-total-count"), real?.headers["x-total-count"] !== undefined)
        })
      )
    }
  })
}

it.scoped.skipIf(absent)("pages combined statuses as Forgejo did: 61 contexts, the failure on page 2", () =>
  Effect.gen(function* () {
    const sandbox = yield* make()
    const states = Array.from({ length: 61 }, (_, n) => (n === 0 ? "failure" : "success"))
    const written = states.map((state, n) => ({ context: `m / job ${n}`, state }))
    sandbox.world.statuses(sha, written)
    const page = (query: string) =>
      Effect.map(call(`${sandbox.forgejo.api}${repo}/commits/${sha}/status${query}`), ({ json, headers }) => [
        at(json, "state"),
        at(json, "total_count"),
        headers.get("x-total-count"),
        headers.get("link")
      ])
    assert.deepStrictEqual(yield* page(""), ["success", 30, "61", null])
    assert.deepStrictEqual(yield* page("?limit=100"), ["success", 50, "61", null])
    assert.deepStrictEqual(yield* page("?page=2&limit=50"), ["failure", 11, "61", null])
    assert.deepStrictEqual(yield* page("?page=3&limit=50"), ["", 0, null, null])
  })
)
