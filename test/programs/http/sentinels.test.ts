import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Layer } from "effect"
import * as Sentinel from "../../../src/core/errors.js"
import type { Pull } from "../../../src/core/pull.js"
import { Tracker, type TrackerService } from "../../../src/services/tracker/tracker.js"
import { Trackers } from "../../../src/services/tracker/trackers.js"
import { ask, LabServer } from "../../support/server.js"

const pull: Pull = {
  number: 7,
  title: "x",
  body: "",
  state: "merged",
  draft: false,
  author: null,
  url: "http://127.0.0.1/7",
  head: { ref: "feat", sha: "a", repo: "acme/widget" },
  base: { ref: "main", repo: "acme/widget" },
  mergeable: null,
  mergeCommit: null
}

type Resolving = Effect.Effect.Error<ReturnType<typeof Trackers.Service.of>>

/** What the tracker of every repository does next; a test sets it before it asks. */
const next: { tracker: Partial<TrackerService>; resolved: Effect.Effect<void, Resolving> } = {
  tracker: {},
  resolved: Effect.void
}

const scripted = Layer.succeed(Trackers, {
  of: () => Effect.zipRight(next.resolved, Effect.provide(Tracker, Tracker.test(next.tracker)))
})

const merge = Effect.gen(function* () {
  const { address, run } = yield* LabServer
  const { token } = yield* run()
  return yield* ask(address, "/agent/v1/prs/7/merge", { method: "POST", token, body: {} })
})

/** A merge can fail with the most of them; what is answered does not depend on the route. */
const merging = (error: Effect.Effect.Error<ReturnType<TrackerService["mergePull"]>>) => {
  next.resolved = Effect.void
  next.tracker = { mergePull: () => Effect.fail(error) }
}

const resetAt = "1970-01-01T00:01:30.000Z"

const sentinels = [
  [new Sentinel.ErrNotFound({ subject: "pull request 7" }), 404, "not found", { subject: "pull request 7" }],
  [
    new Sentinel.ErrMergeRejected({ words: "2 of 3 checks" }),
    409,
    "merge refused: 2 of 3 checks",
    { words: "2 of 3 checks" }
  ],
  [
    new Sentinel.ErrForge({ asked: "github GET /x", status: 500, words: "oops" }),
    502,
    "github GET /x answered 500: oops",
    { asked: "github GET /x", status: 500, words: "oops" }
  ],
  [
    new Sentinel.ErrRateLimited({ forge: "github", words: "slow down", resetAt }),
    503,
    `rate limited by github (try again after ${resetAt}): slow down`,
    { forge: "github", words: "slow down", resetAt }
  ],
  [new Sentinel.ErrStore({ operation: "merge", reason: "SQLITE_FULL at /srv/lab.db" }), 500, "internal error", {}],
  [new Sentinel.ErrGit({ command: "git push", words: "fatal: /srv/clones/x" }), 500, "internal error", {}]
] as const

layer(LabServer.over(scripted))((it) => {
  for (const [error, status, message, fields] of sentinels) {
    it.effect(`5.2 ${error._tag} is answered with ${status}`, () =>
      Effect.gen(function* () {
        merging(error)
        const answer = yield* merge
        assert.deepStrictEqual([answer.status, answer.json], [status, { error: message, code: error._tag, ...fields }])
        assert.strictEqual(answer.headers["content-type"], "application/json; charset=utf-8")
        assert.isDefined(answer.headers["x-request-id"])
      })
    )
  }

  const configuration = [
    [
      new Sentinel.ErrTrackerConfig({ reason: "no credential" }),
      409,
      { error: "no credential", reason: "no credential" }
    ],
    [new Sentinel.ErrStore({ operation: "open", reason: "SQLITE_IOERR" }), 500, { error: "internal error" }],
    [new Sentinel.ErrVault({ reason: "a sealed value cannot be opened" }), 500, { error: "internal error" }]
  ] as const

  for (const [error, status, body] of configuration) {
    it.effect(`5.2 ${error._tag} of a tracker that cannot be built is answered with ${status}`, () =>
      Effect.gen(function* () {
        next.resolved = Effect.fail(error)
        const answer = yield* merge
        assert.deepStrictEqual([answer.status, answer.json], [status, { ...body, code: error._tag }])
      })
    )
  }

  it.effect("5.2 ErrDuplicateOpenPull is answered with 409 and the number", () =>
    Effect.gen(function* () {
      const facts = { head: "feat", number: 7 }
      next.resolved = Effect.void
      next.tracker = {
        defaultBranch: Effect.succeed("main"),
        createPull: () => Effect.fail(new Sentinel.ErrDuplicateOpenPull(facts))
      }
      const { address, run } = yield* LabServer
      const { token } = yield* run("widget", { branch: "feat" })
      const answer = yield* ask(address, "/agent/v1/prs", { method: "POST", token, body: { title: "x" } })
      const error = "feat already has an open pull request, #7: see labctl pr view 7"
      assert.deepStrictEqual([answer.status, answer.json], [409, { error, code: "ErrDuplicateOpenPull", ...facts }])
    })
  )

  const limits = [
    ["the seconds until its reset", { resetAt }, "90"],
    ["what the forge said", { retryAfter: 7 }, "7"],
    ["nothing when the forge named nothing", {}, undefined]
  ] as const

  for (const [name, facts, header] of limits) {
    it.effect(`12.2.18 Retry-After is ${name}`, () =>
      Effect.gen(function* () {
        merging(new Sentinel.ErrRateLimited({ forge: "github", words: "slow down", ...facts }))
        const answer = yield* merge
        assert.deepStrictEqual([answer.status, answer.headers["retry-after"]], [503, header])
      })
    )
  }

  it.effect.each([
    ["a bug", { mergePull: () => Effect.die(new Error("token ghp_1 in /srv/lab")) }],
    ["an answer that does not fit its own schema", { mergePull: () => Effect.succeed({ ...pull, number: 7.5 }) }]
  ] as const)("5.2 %s is a 500 that says nothing", ([, tracker]) =>
    Effect.gen(function* () {
      next.resolved = Effect.void
      next.tracker = tracker
      const answer = yield* merge
      assert.deepStrictEqual([answer.status, answer.json], [500, { error: "internal error" }])
      assert.strictEqual(answer.headers["content-type"], "application/json; charset=utf-8")
      assert.isDefined(answer.headers["x-request-id"])
    })
  )

  it.effect("the order of checks: nothing is resolved before the body is judged", () =>
    Effect.gen(function* () {
      const resolved = yield* Deferred.make<void>()
      next.resolved = Effect.asVoid(Deferred.succeed(resolved, undefined))
      const { address, run } = yield* LabServer
      const { token } = yield* run("widget", { branch: "feat" })
      const answer = yield* ask(address, "/agent/v1/prs", { method: "POST", token, body: { title: " " } })
      assert.deepStrictEqual([answer.status, yield* Deferred.isDone(resolved)], [400, false])
    })
  )
})
