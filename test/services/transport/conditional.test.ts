import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { answer, type Reply } from "../../support/http.js"
import { other, read, secret, setUp, text } from "./client.js"

const etag: Reply = (response, seen) =>
  seen.headers["if-none-match"] === '"1"'
    ? void response.writeHead(304).end()
    : void response.writeHead(200, { etag: '"1"' }).end(`of ${seen.headers.authorization}`)

it.scoped("a 304 is answered from memory, after asking", () =>
  Effect.gen(function* () {
    const { server, one } = yield* setUp(etag)
    const first = yield* text(one)
    assert.strictEqual(yield* text(one), first)
    assert.deepStrictEqual(
      server.seen.map(({ headers }) => headers["if-none-match"]),
      [undefined, '"1"']
    )
  })
)

it.scoped("what one credential has read is never another one's answer, nor its validator", () =>
  Effect.gen(function* () {
    const { server, client } = yield* setUp(etag)
    const bodies = yield* Effect.forEach([secret, other, null, secret], (token) => text(client(token)))
    assert.deepStrictEqual(bodies, [
      `200 of Bearer ${secret}`,
      `200 of Bearer ${other}`,
      "200 of undefined",
      `200 of Bearer ${secret}`
    ])
    assert.deepStrictEqual(
      server.seen.map(({ headers }) => headers["if-none-match"]),
      [undefined, undefined, undefined, '"1"']
    )
  })
)

it.scoped("each query has a memory of its own", () =>
  Effect.gen(function* () {
    const { server, one } = yield* setUp(etag)
    yield* text(one, { ...read, query: { page: 1 } })
    yield* text(one, { ...read, query: { page: 2 } })
    assert.isUndefined(server.seen[1]?.headers["if-none-match"])
  })
)

it.scoped("a new answer replaces what was remembered, and an error does not", () =>
  Effect.gen(function* () {
    const versions = [
      answer(200, "one", { etag: '"1"' }),
      answer(502),
      answer(304),
      answer(200, "two", { etag: '"2"' }),
      answer(304)
    ]
    const { server, one } = yield* setUp(versions)
    const seen = yield* Effect.replicateEffect(text(one), 5)
    assert.deepStrictEqual(seen, ["200 one", "502 ", "200 one", "200 two", "200 two"])
    assert.strictEqual(server.seen[4]?.headers["if-none-match"], '"2"')
  })
)

it.scoped("a write carries no validator", () =>
  Effect.gen(function* () {
    const { server, one } = yield* setUp(etag)
    yield* text(one)
    yield* text(one, { ...read, method: "PUT" })
    assert.isUndefined(server.seen[1]?.headers["if-none-match"])
  })
)
