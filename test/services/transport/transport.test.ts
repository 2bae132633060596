import { assert, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import type { Flavor } from "../../../src/core/repository.js"
import { answer, json, loopback, type Reply } from "../../support/http.js"
import { read, secret, setUp, text } from "./client.js"

const dialects: ReadonlyArray<
  readonly [flavor: Flavor, token: string | null, headers: Readonly<Record<string, string>>]
> = [
  [
    "github",
    secret,
    { authorization: `Bearer ${secret}`, accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" }
  ],
  ["forgejo", secret, { authorization: `token ${secret}`, accept: "application/json" }]
]

for (const [flavor, token, headers] of dialects) {
  it.scoped(`5.4 5.5 ${flavor} is asked with its own headers, below its base, and with the credential`, () =>
    Effect.gen(function* () {
      const { server, client } = yield* setUp(json({}), flavor)
      const body = { head: "afk/63" }
      const got = yield* client(token).send({ method: "POST", path: "/repos/o/n/pulls", query: { a: "b c" }, body })
      assert.strictEqual(got.asked, `${flavor} POST /repos/o/n/pulls`)
      const seen = yield* server.next
      assert.deepInclude(seen, { method: "POST", path: "/api/v3/repos/o/n/pulls?a=b%20c", body: JSON.stringify(body) })
      assert.deepInclude(seen.headers, { ...headers, "content-type": "application/json" })
      assert.match(seen.headers["user-agent"] ?? "", /./)
    })
  )
}

it.scoped("without a credential no Authorization goes along", () =>
  Effect.gen(function* () {
    const { server, client } = yield* setUp(json({}))
    yield* client(null).send(read)
    assert.isUndefined((yield* server.next).headers.authorization)
  })
)

it.scoped("a status that is no rate limit is an answer", () =>
  Effect.gen(function* () {
    const { one } = yield* setUp([answer(404, "gone"), answer(500, "oops"), answer(403, "no")])
    assert.deepStrictEqual([yield* text(one), yield* text(one), yield* text(one)], ["404 gone", "500 oops", "403 no"])
  })
)

it.scoped("12.2.32 a write that is told to go elsewhere goes there as the same write", () =>
  Effect.gen(function* () {
    const { server, one } = yield* setUp([
      answer(301, "", { location: "/api/v3/repositories/1000/pulls" }),
      answer(201, "done")
    ])
    const call = { method: "POST", path: "/repos/o/n/pulls", body: { title: "T" } } as const
    assert.strictEqual(yield* text(one, call), "201 done")
    assert.deepStrictEqual(
      server.seen.map(({ method, path, body, headers }) => [method, path, body, headers.authorization]),
      [
        ["POST", "/api/v3/repos/o/n/pulls", '{"title":"T"}', `Bearer ${secret}`],
        ["POST", "/api/v3/repositories/1000/pulls", '{"title":"T"}', `Bearer ${secret}`]
      ]
    )
  })
)

it.scoped("12.2.32 a redirect to another port is an error, and nothing is asked there", () =>
  Effect.gen(function* () {
    const stranger = yield* loopback(json({}))
    const { one } = yield* setUp(answer(307, "", { location: `${stranger.origin.origin}/steal` }))
    for (const method of ["GET", "POST"] as const) {
      const error = yield* Effect.flip(one.send({ ...read, method }))
      assert.strictEqual(
        error.message,
        `github ${method} /repos/o/n/pulls/7 answered 307: a redirect to another host, ${stranger.origin.host}, which was not followed; if the forge has moved, set its new address`
      )
    }
    assert.strictEqual(stranger.seen.length, 0)
  })
)

it.scoped("C18 a throttled read fails with the moment to come back, and is not repeated", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.UTC(2026, 0, 2, 3, 4, 5))
    const headers = {
      "content-type": "application/json",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": "1767323135"
    }
    const { server, one } = yield* setUp(answer(403, '{"message":"API rate limit exceeded"}', headers))
    const error = yield* Effect.flip(one.send(read))
    assert.deepInclude(error, {
      _tag: "ErrRateLimited",
      forge: "github",
      words: "API rate limit exceeded",
      resetAt: "2026-01-02T03:05:35.000Z"
    })
    assert.strictEqual(server.seen.length, 1)
  })
)

it.scoped("C18 a secondary limit keeps the forge's words, a missing permission stays an answer", () =>
  Effect.gen(function* () {
    const { one } = yield* setUp([
      json({ message: "You have exceeded a secondary rate limit." }, 403, { "x-ratelimit-remaining": "4211" }),
      json({ message: "Resource not accessible by integration" }, 403, { "x-ratelimit-remaining": "4210" })
    ])
    assert.match(
      (yield* Effect.flip(one.send(read))).message,
      /named no time .*: You have exceeded a secondary rate limit\./
    )
    assert.strictEqual((yield* one.send(read)).status, 403)
  })
)

it.scoped("C18 a 429 of Forgejo counts too, its Retry-After from our clock", () =>
  Effect.gen(function* () {
    const { one } = yield* setUp(answer(429, "slow down", { "retry-after": "60" }), "forgejo")
    assert.deepInclude(yield* Effect.flip(one.send(read)), {
      forge: "forgejo",
      words: "slow down",
      retryAfter: 60,
      resetAt: "1970-01-01T00:01:00.000Z"
    })
  })
)

it.scoped("a forge that never answers is an error after 30 s that names what was asked", () =>
  Effect.gen(function* () {
    const { server, one } = yield* setUp(() => undefined)
    const fiber = yield* Effect.fork(Effect.flip(one.send({ ...read, query: { a: 1 } })))
    yield* server.next
    yield* TestClock.adjust("30 seconds")
    assert.strictEqual(
      (yield* Fiber.join(fiber)).message,
      "github GET /repos/o/n/pulls/7 failed: no answer within 30 s; check the forge address and the network"
    )
    yield* server.closed
  })
)

const echo =
  (status: number): Reply =>
  (response, { headers }) =>
    void response
      .writeHead(status, { "content-type": "application/json" })
      .end(JSON.stringify({ message: `bad ${headers.authorization}`, errors: [`token ${secret}`] }))

const echoing: ReadonlyArray<readonly [name: string, reply: Reply]> = [
  ["an answer that echoes it", echo(401)],
  ["a rate limit that echoes it", echo(429)],
  ["a redirect that carries it away", answer(302, secret, { location: `http://evil.example/?t=${secret}` })],
  ["a redirect to a page", answer(303, secret, { location: `/login?t=${secret}` })],
  ["a connection that breaks off", (response) => void response.socket?.destroy()]
]

for (const [name, reply] of echoing) {
  it.scoped(`no message holds the credential: ${name}`, () =>
    Effect.gen(function* () {
      const { one } = yield* setUp(reply)
      const said = yield* Effect.match(one.send(read), {
        onFailure: (error) => error.message + JSON.stringify(error),
        onSuccess: (got) => one.words(got)
      })
      assert.notInclude(said, secret)
      assert.notStrictEqual(said, "")
    })
  )
}
