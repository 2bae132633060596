import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Fiber, TestClock } from "effect"
import { parseRepoRef } from "../../src/core/repo-ref.js"
import { make } from "../../src/programs/sandbox/sandbox.js"
import { HostProbe } from "../../src/services/host-probe.js"
import { failureOf, flavors, until } from "../support/sandbox.js"

const refOf = (text: string) => Either.getOrThrow(parseRepoRef(text))
const probe = (web: string, insecureHttp = false) =>
  Effect.flatMap(HostProbe, (probe) => probe.flavor(refOf(`${web}/acme/widget`), insecureHttp)).pipe(
    Effect.provide(HostProbe.layer)
  )

describe("a host that is asked what it is", () => {
  for (const flavor of flavors) {
    for (const prefix of ["", "/git/forge"]) {
      it.scoped(`says ${flavor} below ${JSON.stringify(prefix)}, and no credential goes along`, () =>
        Effect.gen(function* () {
          const sandbox = yield* make({ prefix })
          assert.strictEqual(yield* probe(sandbox[flavor].web), flavor)
          assert.isNotEmpty(sandbox.requests)
          for (const { headers, path } of sandbox.requests) {
            assert.notProperty(headers, "authorization")
            assert.isTrue(path.startsWith(`${prefix}/api/`))
          }
        })
      )
    }

    it.scoped(`says ${flavor} whatever it hides from a reader without a name`, () =>
      Effect.gen(function* () {
        const sandbox = yield* make()
        sandbox.world.private = true
        assert.strictEqual(yield* probe(sandbox[flavor].web), flavor)
      })
    )
  }

  it.scoped("is asked in one round trip", () =>
    Effect.gen(function* () {
      const sandbox = yield* make({ latencyMs: 1 })
      const asking = yield* Effect.fork(probe(sandbox.forgejo.web))
      yield* until(
        () => sandbox.requests.length === 3,
        () => "three questions side by side"
      )
      yield* TestClock.adjust("1 millis").pipe(
        Effect.zipRight(Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))),
        Effect.repeat({ until: () => asking.unsafePoll() !== null })
      )
      assert.strictEqual(yield* Fiber.join(asking), "forgejo")
      assert.deepInclude(sandbox.measures(), { requests: 3, depth: 1 })
    })
  )

  it.scoped("Gitea, which lacks Forgejo's own route, speaks its dialect", () =>
    Effect.gen(function* () {
      const sandbox = yield* make()
      sandbox.faults.add({ path: "/api/forgejo/**", fault: { kind: "status", status: 404, body: "404\n" } })
      assert.strictEqual(yield* probe(sandbox.forgejo.web), "forgejo")
    })
  )

  it.scoped("a Forgejo whose API wants a sign-in is known by the route that does not", () =>
    Effect.gen(function* () {
      const sandbox = yield* make()
      const value = { message: "Only signed in user is allowed to call APIs." }
      sandbox.faults.add({ path: "/version", fault: { kind: "json", status: 403, value } })
      assert.strictEqual(yield* probe(sandbox.forgejo.web), "forgejo")
    })
  )

  for (const [name, status, headers, body] of [
    ["refuses", 401, { "content-type": "application/json" }, "{}"],
    ["shows a page for every path", 200, { "content-type": "text/html" }, "<html>"],
    ["answers in plain text", 200, { "content-type": "text/plain" }, "ok"],
    ["has no such path", 404, {}, ""],
    ["sends elsewhere", 302, { location: "https://login.example/" }, ""],
    ["is out of order", 502, {}, ""]
  ] as const) {
    it.scoped(`one that ${name} is neither, and the message names what helps`, () =>
      Effect.gen(function* () {
        const sandbox = yield* make()
        sandbox.faults.add({ path: "/**", fault: { kind: "status", status, headers, body } })
        const error = yield* failureOf(probe(sandbox.github.web))
        assert.strictEqual(error._tag, "ErrTrackerConfig")
        assert.strictEqual(
          error.message,
          "127.0.0.1 is neither a Forgejo nor a GitHub that says so: name its kind with --forge or LAB_FORGE, and its API with LAB_FORGE_API"
        )
        assert.strictEqual(sandbox.measures().peak.foreign, 0)
      })
    )
  }

  it.scoped("one that is not there could not be reached", () =>
    Effect.gen(function* () {
      const { github } = yield* Effect.scoped(make())
      assert.match((yield* failureOf(probe(github.web))).message, /^127\.0\.0\.1 could not be reached: name its kind/)
    })
  )

  it.scoped("one that never answers could not be reached after 10 seconds", () =>
    Effect.gen(function* () {
      const sandbox = yield* make()
      sandbox.faults.add({ path: "/**", fault: { kind: "hang" } })
      const asking = yield* Effect.fork(failureOf(probe(sandbox.github.web)))
      yield* until(
        () => sandbox.requests.length === 3,
        () => "three questions side by side"
      )
      yield* TestClock.adjust("10 seconds")
      assert.include((yield* Fiber.join(asking)).message, "could not be reached")
    })
  )

  it.effect("is not asked in the clear, unless it is this machine or that is allowed", () =>
    Effect.gen(function* () {
      const { message } = yield* failureOf(probe("http://git.example"))
      assert.strictEqual(message, "http://git.example is not encrypted: use https, or --insecure-http")
    })
  )
})
