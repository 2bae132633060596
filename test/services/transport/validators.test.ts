import { assert, it } from "@effect/vitest"
import { FastCheck } from "effect"
import type { Answer } from "../../../src/services/transport/http.js"
import { Validators } from "../../../src/services/transport/validators.js"

const answer = (body: string, headers: Answer["headers"] = { etag: '"1"' }): Answer => ({
  status: 200,
  headers,
  rawHeaders: [],
  body: Buffer.from(body)
})

const kinds: ReadonlyArray<
  readonly [name: string, headers: Answer["headers"], asks: Readonly<Record<string, string>> | undefined]
> = [
  ["an ETag", { etag: '"75a5"' }, { "if-none-match": '"75a5"' }],
  ["a weak ETag, verbatim", { etag: 'W/"75a5"' }, { "if-none-match": 'W/"75a5"' }],
  [
    "Last-Modified",
    { "last-modified": "Fri, 02 Jan 2026 03:04:05 GMT" },
    { "if-modified-since": "Fri, 02 Jan 2026 03:04:05 GMT" }
  ],
  [
    "both",
    { etag: '"1"', "last-modified": "Fri, 02 Jan 2026 03:04:05 GMT" },
    { "if-none-match": '"1"', "if-modified-since": "Fri, 02 Jan 2026 03:04:05 GMT" }
  ],
  ["neither", { "cache-control": "max-age=60" }, undefined]
]

for (const [name, headers, asks] of kinds) {
  it(`of an answer with ${name} the next read asks ${asks === undefined ? "plainly" : Object.keys(asks).join(" and ")}`, () => {
    const validators = new Validators(100)
    validators.keep("k", answer("body", headers))
    assert.deepStrictEqual(validators.find("k")?.headers, asks)
    assert.strictEqual(validators.find("k")?.answer.body.toString(), asks === undefined ? undefined : "body")
    assert.isUndefined(validators.find("other"))
  })
}

it("a new answer takes the place of the old one, and one without a validator of both", () => {
  const validators = new Validators(100)
  validators.keep("k", answer("old"))
  validators.keep("k", answer("new", { etag: '"2"' }))
  assert.deepStrictEqual(validators.find("k")?.headers, { "if-none-match": '"2"' })
  validators.keep("k", answer("plain", {}))
  assert.isUndefined(validators.find("k"))
})

it("past its bytes the least recently used answer goes first", () => {
  const validators = new Validators(10)
  for (const key of ["a", "b", "c"]) validators.keep(key, answer("xxx"))
  validators.find("a")
  validators.keep("d", answer("xxx"))
  assert.deepStrictEqual(
    ["a", "b", "c", "d"].filter((key) => validators.find(key) !== undefined),
    ["a", "c", "d"]
  )
})

it("an answer as large as all the room is kept alone, a larger one is not and drives nothing out", () => {
  const validators = new Validators(4)
  validators.keep("a", answer("xx"))
  validators.keep("b", answer("xxxxx"))
  assert.isDefined(validators.find("a"))
  assert.isUndefined(validators.find("b"))
  validators.keep("c", answer("xxxx"))
  assert.isUndefined(validators.find("a"))
  assert.isDefined(validators.find("c"))
})

it("a larger answer makes what it replaced unfindable", () => {
  const validators = new Validators(4)
  validators.keep("a", answer("xx"))
  validators.keep("a", answer("xxxxx"))
  assert.isUndefined(validators.find("a"))
})

it("whatever is kept, it never holds more than its bytes, and what is found is what was kept last", () => {
  const steps = FastCheck.array(FastCheck.tuple(FastCheck.constantFrom("a", "b", "c", "d"), FastCheck.nat(12)), {
    maxLength: 40
  })
  FastCheck.assert(
    FastCheck.property(steps, (all) => {
      const validators = new Validators(20)
      const last = new Map<string, number>()
      for (const [key, size] of all) {
        validators.keep(key, answer("x".repeat(size)))
        last.set(key, size)
        const held = [...last].flatMap(([name]) => validators.find(name)?.answer.body.byteLength ?? [])
        assert.isAtMost(
          held.reduce((sum, bytes) => sum + bytes, 0),
          20
        )
        assert.strictEqual(validators.find(key)?.answer.body.byteLength, size)
      }
    })
  )
})
