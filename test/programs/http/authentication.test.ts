import { assert, describe, layer } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { ask, LabServer, servers } from "../../support/server.js"

const routes = [
  ["POST", "/prs"],
  ["GET", "/prs"],
  ["GET", "/prs/7"],
  ["GET", "/prs/7/checks"],
  ["POST", "/prs/7/merge"]
] as const

const required = {
  status: 401,
  json: { error: "run token required", code: "ErrUnauthorized", reason: "run token required" }
}
const invalid = {
  status: 401,
  json: { error: "invalid run token", code: "ErrUnauthorized", reason: "invalid run token" }
}

const checks = (token: string) =>
  Effect.flatMap(LabServer, ({ address }) => ask(address, "/agent/v1/prs/7/checks", { token }))

describe.each(servers)("the run token, over %s", (_, server) => {
  layer(server)((it) => {
    it.effect("A01 opens the routes of its repository", () =>
      Effect.gen(function* () {
        const { address, run } = yield* LabServer
        const { token } = yield* run()
        const answer = yield* ask(address, "/agent/v1/prs", { token })
        assert.deepInclude(answer, { status: 200 })
        assert.nestedPropertyVal(answer.json, "prs[0].number", 7)
      })
    )

    for (const [method, path] of routes) {
      it.effect(`A02 A03 ${method} ${path} asks for one, before it looks at anything else`, () =>
        Effect.gen(function* () {
          const { address, pat } = yield* LabServer
          const url = `/agent/v1${path.replace("7", "x")}`
          const asked = { method, ...(method === "POST" ? { body: "{" } : {}) }
          assert.deepInclude(yield* ask(address, url, asked), required)
          assert.deepInclude(yield* ask(address, url, { ...asked, token: pat }), required)
          assert.deepInclude(yield* ask(address, url, { ...asked, token: `lab_run_${"A".repeat(43)}` }), invalid)
        })
      )
    }

    it.effect.each([
      ["another scheme", (token: string) => `Digest ${token}`],
      ["no scheme", (token: string) => token],
      ["something in place of the scheme", (token: string) => `1234567${token}`],
      ["a second word", (token: string) => `Bearer ${token} ${token}`],
      ["nothing", () => ""]
    ] as const)("3.1 a header with %s is none", ([, header]) =>
      Effect.gen(function* () {
        const { address, run } = yield* LabServer
        const { token } = yield* run()
        const headers = { authorization: header(token) }
        assert.deepInclude(yield* ask(address, "/agent/v1/prs", { headers }), required)
      })
    )

    it.effect("3.1 the name of the scheme has no case", () =>
      Effect.gen(function* () {
        const { address, run } = yield* LabServer
        const { token } = yield* run()
        const headers = { authorization: `bearer ${token}` }
        assert.deepInclude(yield* ask(address, "/agent/v1/prs", { headers }), { status: 200 })
      })
    )

    it.effect("A04 is dead with its run, at once", () =>
      Effect.gen(function* () {
        const { run, runs } = yield* LabServer
        const { run_id, token } = yield* run()
        assert.deepInclude(yield* checks(token), { status: 200 })
        yield* runs.end(run_id, "stopped")
        assert.deepInclude(yield* checks(token), invalid)
      })
    )

    it.effect("A05 is dead at the millisecond of its expiry, and lives one before", () =>
      Effect.gen(function* () {
        const { run } = yield* LabServer
        const { token } = yield* run("widget", { ttl_seconds: 60 })
        yield* TestClock.adjust("59999 millis")
        assert.deepInclude(yield* checks(token), { status: 200 })
        yield* TestClock.adjust("1 millis")
        assert.deepInclude(yield* checks(token), invalid)
      })
    )

    it.effect("A06 reads the pulls of its own repository, whatever the number", () =>
      Effect.gen(function* () {
        const { address, operator, run } = yield* LabServer
        yield* operator.repoAdd({ name: "other", remote_url: "/srv/git/other.git", forge: "builtin" })
        const [mine, theirs] = [yield* run(), yield* run("other")]
        const [here, there] = yield* Effect.all(
          [mine, theirs].map(({ token }) => ask(address, "/agent/v1/prs/7", { token }))
        )
        assert.nestedPropertyVal(here?.json, "title", "Add parser")
        assert.deepInclude(there, { status: 404 })
        yield* operator.repoRemove("other")
        assert.deepInclude(yield* ask(address, "/agent/v1/prs", { token: theirs.token }), invalid)
      })
    )

    it.effect("A07 opens no operator route", () =>
      Effect.gen(function* () {
        const { address, run } = yield* LabServer
        const { token } = yield* run()
        const answer = yield* ask(address, "/api/v1/repos", { token })
        assert.deepInclude(answer, {
          status: 401,
          json: { error: "authentication required", code: "ErrUnauthorized", reason: "authentication required" }
        })
      })
    )
  })
})
