import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Either, Fiber, TestClock } from "effect"
import type { FaultKind } from "../../../src/programs/sandbox/faults.js"
import { make } from "../../../src/programs/sandbox/sandbox.js"
import { at, call } from "./client.js"

const path = "/repos/acme/widget/pulls/7"

/** Each kind that answers something, and what a client sees of it. */
const answers: ReadonlyArray<{
  readonly fault: FaultKind
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly text?: RegExp
}> = [
  {
    fault: { kind: "status", status: 503, headers: { "retry-after": "3" }, body: "later" },
    status: 503,
    headers: { "retry-after": "3" },
    text: /^later$/
  },
  { fault: { kind: "json", status: 500, value: { message: "Server Error" } }, status: 500, text: /Server Error/ },
  { fault: { kind: "html" }, status: 502, headers: { "content-type": "text/html; charset=utf-8" }, text: /<html>/ },
  { fault: { kind: "html", status: 200 }, status: 200, text: /<html>/ },
  {
    fault: { kind: "primary-limit", resetInSeconds: 60 },
    status: 403,
    headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "60" }
  },
  { fault: { kind: "primary-limit", status: 429 }, status: 429, text: /^\{"message":"API rate limit exceeded/ },
  { fault: { kind: "secondary-limit" }, status: 403, text: /secondary rate limit/ },
  { fault: { kind: "secondary-limit", retryAfter: 9 }, status: 403, headers: { "retry-after": "9" } },
  { fault: { kind: "too-many" }, status: 429 },
  {
    fault: { kind: "redirect", status: 302, location: "http://127.0.0.1:1/x" },
    status: 302,
    headers: { location: "http://127.0.0.1:1/x" }
  }
]

describe("a fault", () => {
  for (const { fault, status, headers = {}, text } of answers) {
    it.scoped(`answers ${JSON.stringify(fault)}`, () =>
      Effect.gen(function* () {
        const sandbox = yield* make()
        sandbox.faults.add({ path, fault })
        const reply = yield* call(`${sandbox.github.api}${path}`)
        assert.strictEqual(reply.status, status)
        for (const [name, value] of Object.entries(headers)) assert.strictEqual(reply.headers.get(name), value)
        if (text !== undefined) assert.match(reply.text, text)
      })
    )
  }

  const broken: ReadonlyArray<FaultKind> = [
    { kind: "drop" },
    { kind: "truncate" },
    { kind: "truncate", keep: 10 },
    { kind: "malformed" }
  ]
  for (const fault of broken) {
    it.scoped(`breaks the answer by ${JSON.stringify(fault)}, and the next one is whole`, () =>
      Effect.gen(function* () {
        const sandbox = yield* make()
        sandbox.faults.add({ path, fault, times: 1 })
        assert.isTrue(Either.isLeft(yield* Effect.either(call(`${sandbox.forgejo.api}${path}`))))
        assert.strictEqual((yield* call(`${sandbox.forgejo.api}${path}`)).status, 200)
      })
    )
  }

  it.scoped("spares the first requests, hits as many as it says, and looks at method, query and origin", () =>
    Effect.gen(function* () {
      const sandbox = yield* make()
      const fault = { kind: "too-many" } as const
      sandbox.faults.add({
        server: "github",
        method: "GET",
        path: "/repos/{o}/{r}/pulls",
        query: { page: "2" },
        skip: 1,
        times: 2,
        fault
      })
      const status = (query: string, { api } = sandbox.github) =>
        Effect.map(call(`${api}/repos/acme/widget/pulls${query}`), (reply) => reply.status)
      assert.strictEqual(yield* status("?page=1"), 200)
      assert.strictEqual(yield* status("?page=2", sandbox.forgejo), 200)
      const seen = yield* Effect.forEach([1, 2, 3, 4], () => status("?page=2"))
      assert.deepStrictEqual(seen, [200, 429, 429, 200])
      sandbox.faults.add({ path: "/**", fault })
      assert.strictEqual(yield* status(""), 429)
      sandbox.faults.clear()
      assert.strictEqual(yield* status(""), 200)
    })
  )

  it.scoped("can lose the answer of a write that was done", () =>
    Effect.gen(function* () {
      const sandbox = yield* make()
      sandbox.faults.add({ method: "PUT", path: "/**", fault: { kind: "drop", after: true } })
      const ask = { method: "PUT", token: sandbox.token, body: {} }
      assert.isTrue(Either.isLeft(yield* Effect.either(call(`${sandbox.github.api}${path}/merge`, ask))))
      assert.isNotNull(sandbox.world.pulls.get(7)?.merged)
    })
  )

  const slow: ReadonlyArray<readonly [FaultKind, string]> = [
    [{ kind: "delay", ms: 5000 }, "5 seconds"],
    [{ kind: "slow", gapMs: 1000, pieces: 4 }, "3 seconds"]
  ]
  for (const [fault, time] of slow) {
    it.scoped(`holds the true answer back by ${JSON.stringify(fault)} of the Effect clock`, () =>
      Effect.gen(function* () {
        const sandbox = yield* make()
        const whole = (yield* call(`${sandbox.forgejo.api}${path}`)).text
        sandbox.faults.add({ path, fault })
        const asked = yield* Effect.fork(call(`${sandbox.forgejo.api}${path}`))
        yield* TestClock.adjust("1 millis").pipe(Effect.repeat({ until: () => sandbox.requests.length === 2 }))
        // A real socket moves between two looks at the test clock, so time is given until the answer is there.
        yield* TestClock.adjust("100 millis").pipe(
          Effect.zipRight(Effect.promise(() => fetch(`${sandbox.foreign}/tick`).then((reply) => reply.text()))),
          Effect.repeat({ until: () => sandbox.requests[1]?.endedAt !== null })
        )
        assert.strictEqual((yield* Fiber.join(asked)).text, whole)
        assert.isAtLeast(
          (sandbox.requests[1]?.endedAt ?? 0) - (sandbox.requests[1]?.startedAt ?? 0),
          Number.parseInt(time, 10) * 1000
        )
      })
    )
  }

  it.effect("may hang for as long as the sandbox lives, and ends with it", () =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<Fiber.RuntimeFiber<unknown, unknown>>()
      yield* Effect.scoped(
        Effect.gen(function* () {
          const sandbox = yield* make()
          sandbox.faults.add({ server: "github", path: "/**", fault: { kind: "hang" } })
          yield* Deferred.succeed(arrived, yield* Effect.forkDaemon(call(`${sandbox.github.api}${path}`)))
          yield* Effect.yieldNow().pipe(
            Effect.zipRight(Effect.promise(() => fetch(`${sandbox.foreign}/tick`).catch(() => undefined))),
            Effect.repeat({ until: () => sandbox.requests.some(({ server }) => server === "github") })
          )
        })
      )
      const hung = yield* Deferred.await(arrived)
      assert.isTrue(Either.isLeft(yield* Effect.either(Fiber.join(hung))))
    })
  )
})

describe("the foreign host", () => {
  it.scoped("records what reaches it, serves what it was given, and refuses a credential", () =>
    Effect.gen(function* () {
      const sandbox = yield* make()
      sandbox.world.blobs.set("/log", "line\n")
      assert.strictEqual((yield* call(`${sandbox.foreign}/log?sig=1`)).text, "line\n")
      assert.strictEqual((yield* call(`${sandbox.foreign}/none`)).status, 404)
      assert.strictEqual((yield* call(`${sandbox.foreign}/log`, { token: "leak" })).status, 400)
      assert.deepStrictEqual(
        sandbox.requests.map(({ server, headers }) => [server, headers["authorization"]]),
        [
          ["foreign", undefined],
          ["foreign", undefined],
          ["foreign", "token leak"]
        ]
      )
    })
  )

  it.scoped("is where a redirect of the forge can lead, and a client that follows by hand brings no token there", () =>
    Effect.gen(function* () {
      const sandbox = yield* make()
      const location = `${sandbox.foreign}/elsewhere`
      sandbox.faults.add({ path, fault: { kind: "redirect", status: 301, location } })
      const reply = yield* call(`${sandbox.github.api}${path}`, { token: sandbox.token })
      assert.strictEqual(reply.headers.get("location"), location)
      assert.isFalse(sandbox.requests.some(({ server }) => server === "foreign"))
      assert.strictEqual(at(reply.json, "number"), undefined)
    })
  )
})
