import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { logOf, outcomeOf, repo, type Script, type Scripted, scripted, sha, token, webs } from "./scripted-logs.js"

const check = "ci / unit (push)"
const page = "/acme/widget/actions/runs/12/jobs/0"
const sixteen: Scripted = { json: { version: "16.0.1+gitea-1.22.0" } }
const row = { id: 1, context: check, status: "failure", description: "", target_url: page }
const run = { id: 900, index_in_repo: 12 }
const jobs = [
  { id: 51, name: "lint", attempt: 1 },
  { id: 50, name: "unit", attempt: 2 }
]
const logs = `${repo}/actions/jobs/50/logs`
const unrouted: Scripted = { status: 404, body: "404 page not found\n" }
const missing = (message: string): Scripted => ({ status: 404, json: { message } })

const forge = (script: Script = {}) =>
  scripted("forgejo", {
    "/version": sixteen,
    [`${repo}/commits/${sha}/status`]: { json: { statuses: [row] } },
    [`${repo}/actions/runs`]: { json: { workflow_runs: [run], total_count: 1 } },
    [`${repo}/actions/runs/900/jobs`]: { json: jobs },
    [logs]: { body: "red\n" },
    ...script
  })

/** What stands behind the pages of a server without the REST route. */
const pages: Script = {
  [`${webs.forgejo}${page}`]: { status: 307, headers: { location: `${page}/attempt/1` } },
  [`${webs.forgejo}${page}/attempt/1/logs`]: { body: "by the page\n" }
}

describe("12.2.25 logs by Forgejo's REST", () => {
  it.scoped("are those of the job that the context names, with the credential", () =>
    Effect.gen(function* () {
      const { tracker, asked, paths } = yield* forge()
      assert.deepStrictEqual(yield* outcomeOf(tracker, check), { text: "red\n", attempt: 2 })
      assert.strictEqual(asked.at(-1)?.headers["authorization"], `token ${token}`)
      assert.isTrue(paths().some((path) => path.includes(`head_sha=${sha}`)))
    })
  )

  it.scoped("of several checks share the listings", () =>
    Effect.gen(function* () {
      const statuses = ["unit", "lint"].map((name, id) => ({ ...row, id, context: `ci / ${name} (push)` }))
      const { tracker, paths } = yield* forge({
        [`${repo}/commits/${sha}/status`]: { json: { statuses } },
        [`${repo}/actions/jobs/51/logs`]: { body: "lint\n" }
      })
      const head = yield* tracker.checkLogs(7)
      yield* Effect.forEach(statuses, ({ context }) => head.log(context), { concurrency: "unbounded" })
      yield* head.log(check)
      assert.strictEqual(paths().filter((path) => path.endsWith("/jobs")).length, 1)
      assert.strictEqual(paths().filter((path) => path.includes("/actions/runs?")).length, 1)
    })
  )

  const listings: ReadonlyArray<readonly [what: string, first: unknown]> = [
    ["lacks the run", { workflow_runs: [{ id: 1, index_in_repo: 11 }], total_count: 1 }],
    ["is null", { workflow_runs: null, total_count: 0 }]
  ]
  for (const [what, first] of listings) {
    it.scoped(`a run is asked for by its number when the listing of the head ${what}`, () =>
      Effect.gen(function* () {
        const { tracker, paths } = yield* forge({
          [`${repo}/actions/runs`]: [{ json: first }, { json: { workflow_runs: [run], total_count: 1 } }]
        })
        assert.deepInclude(yield* outcomeOf(tracker, check), { text: "red\n" })
        assert.isTrue(paths().some((path) => path.endsWith("/actions/runs?run_number=12")))
      })
    )
  }

  it.scoped("a run that is nowhere is gone, with both causes", () =>
    Effect.gen(function* () {
      const { tracker } = yield* forge({ [`${repo}/actions/runs`]: { json: { workflow_runs: [], total_count: 0 } } })
      const { _tag, message } = yield* Effect.flip(logOf(tracker, check))
      assert.strictEqual(_tag, "ErrLogAdapterMismatch")
      for (const word of [`"${check}"`, "cleaned up", "run_number=12"]) assert.include(message, word)
    })
  )

  for (const [what, script] of [
    ["of the jobs", { [`${repo}/actions/runs/900/jobs`]: unrouted }],
    ["of the runs", { [`${repo}/actions/runs`]: unrouted }],
    ["of the log", { [logs]: unrouted }]
  ] as const) {
    it.scoped(`a server without the route ${what} is read by its pages`, () =>
      Effect.gen(function* () {
        const { tracker } = yield* forge({ ...pages, ...script })
        assert.deepStrictEqual(yield* outcomeOf(tracker, check), { text: "by the page\n", attempt: 1 })
      })
    )
  }

  it.scoped("a 404 of the route itself is no reason to ask a page", () =>
    Effect.gen(function* () {
      const { tracker, paths } = yield* forge({ ...pages, [logs]: missing("logs have been cleaned up") })
      const { _tag, message } = yield* Effect.flip(logOf(tracker, check))
      assert.strictEqual(_tag, "ErrLogAdapterMismatch")
      for (const word of [`"${check}"`, "404", "cleaned up", "not started"]) assert.include(message, word)
      assert.isTrue(paths().every((path) => path.includes("/api/v1/")))
    })
  )

  it.scoped("goes down at most twenty attempts", () =>
    Effect.gen(function* () {
      const { tracker, paths } = yield* forge({
        [`${repo}/actions/runs/900/jobs`]: { json: [{ id: 50, name: "unit", attempt: 1e9 }] },
        [logs]: missing("no")
      })
      assert.strictEqual((yield* Effect.flip(logOf(tracker, check)))._tag, "ErrLogAdapterMismatch")
      assert.strictEqual(paths().filter((path) => path.includes("/jobs/50/logs")).length, 20)
    })
  )

  it.scoped("an earlier attempt is asked for by its number, newest first", () =>
    Effect.gen(function* () {
      const { tracker, paths } = yield* forge({ [logs]: [missing("no"), { body: "first\n" }] })
      assert.deepStrictEqual(yield* outcomeOf(tracker, check), {
        text: "first\n",
        attempt: 1,
        fallback: { attempt: 2, status: 404 }
      })
      assert.deepStrictEqual(
        paths()
          .slice(-2)
          .map((path) => path.replace(/.*50/, "")),
        ["/logs", "/logs?attempt=1"]
      )
    })
  )

  const ends: ReadonlyArray<readonly [answer: Scripted, tag: string, words: ReadonlyArray<string>]> = [
    [{ status: 500, json: { message: "/srv/secret-path" } }, "ErrLogUpstream", ["500"]],
    [{ type: "text/html", body: "<p>" }, "ErrLogAdapterMismatch", ["200 (text/html)"]],
    [{ status: 403, json: { message: "no" } }, "ErrLogAdapterMismatch", ["403"]],
    [{ status: 303, headers: { location: "/user/login" } }, "ErrLogAdapterMismatch", ["303"]],
    [{ status: 206, body: "x" }, "ErrLogAdapterMismatch", ["206"]],
    [{ body: "" }, "ErrLogUpstream", ["an empty log"]],
    [{ status: 429, headers: { "retry-after": "7" } }, "ErrRateLimited", ["7 s"]],
    [{ refused: true }, "ErrForge", ["connection refused"]]
  ]
  for (const [answer, tag, words] of ends) {
    it.scoped(`${JSON.stringify(answer)} is ${tag}`, () =>
      Effect.gen(function* () {
        const { tracker } = yield* forge({ [logs]: answer })
        const error = yield* Effect.flip(logOf(tracker, check))
        assert.strictEqual(error._tag, tag)
        for (const word of words) assert.include(error.message, word)
        for (const word of ["<p>", "secret-path", token]) assert.notInclude(error.message, word)
      })
    )
  }

  it.scoped("a listing that fails is an ordinary error of the log that needs it alone", () =>
    Effect.gen(function* () {
      const statuses = [row, { ...row, id: 2, context: "scan", target_url: "" }]
      const { tracker } = yield* forge({
        [`${repo}/commits/${sha}/status`]: { json: { statuses } },
        [`${repo}/actions/runs`]: { status: 403, json: { message: "no" } }
      })
      const head = yield* tracker.checkLogs(7)
      assert.strictEqual((yield* Effect.flip(head.log(check)))._tag, "ErrForge")
      assert.strictEqual((yield* Effect.flip(head.log("scan")))._tag, "ErrUnsupported")
    })
  )

  for (const [what, version, isTried] of [
    ["16", sixteen, true],
    ["17", { json: { version: "17.1.0" } }, true],
    ["no number", { json: { version: "development" } }, true],
    ["no answer", { status: 500 }, true],
    ["15", { json: { version: "15.0.4" } }, false],
    ["Gitea 1.22", { json: { version: "1.22.0" } }, false]
  ] as const) {
    it.scoped(`is ${isTried ? "tried" : "not tried"} where the version is ${what}`, () =>
      Effect.gen(function* () {
        const { tracker } = yield* forge({ ...pages, "/version": version })
        assert.deepInclude(yield* outcomeOf(tracker, check), { text: isTried ? "red\n" : "by the page\n" })
      })
    )
  }
})
