import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inWaves, many } from "../../support/sandbox.js"
import { context, majors, red, withJobs } from "./forgejo-jobs.js"
import { logOf, outcomeOf, textOf } from "./scripted-logs.js"

for (const major of majors) {
  describe(`the cost of logs on Forgejo ${major}`, () => {
    for (const count of [1, 10, 25]) {
      it.scoped(`${count} failing checks are four round trips`, () =>
        Effect.gen(function* () {
          const names = many(count, (n) => `job ${n}`)
          const { sandbox, tracker } = yield* withJobs(
            major,
            names.map((name) => red(name))
          )
          const waves = major === 15 ? [2, 1, count, count] : [2, 2, 1, count]
          const all = Effect.flatMap(tracker.checkLogs(7), ({ log }) =>
            Effect.forEach(names.map(context), log, { concurrency: "unbounded" })
          )
          const logs = yield* inWaves(sandbox, waves, all)
          assert.deepStrictEqual(
            logs.map(textOf),
            names.map((name) => `log of ${name}\n`)
          )
          const requests = waves.reduce((sum, wave) => sum + wave, 0)
          assert.deepInclude(sandbox.measures(), { requests, depth: 4 })
        })
      )
    }
  })
}

describe("a private repository", () => {
  it.scoped("12.2.25 Forgejo 16: the token opens REST, and no page is asked for", () =>
    Effect.gen(function* () {
      const { sandbox, world, tracker } = yield* withJobs(16, [red("unit", { attempts: ["1\n", "2\n"] })])
      world.private = true
      assert.deepStrictEqual(yield* outcomeOf(tracker, context("unit")), { text: "2\n", attempt: 2 })
      assert.isTrue(sandbox.requests.every(({ path }) => path.startsWith("/api/v1/")))
    })
  )

  it.scoped("12.2.25 Forgejo 15: no token opens its logs, and what helps is named", () =>
    Effect.gen(function* () {
      const { world, tracker } = yield* withJobs(15, [red("unit")])
      world.private = true
      const { _tag, message } = yield* Effect.flip(logOf(tracker, context("unit")))
      assert.strictEqual(_tag, "ErrLogAdapterMismatch")
      for (const word of [context("unit"), "private", "Forgejo 16"]) assert.include(message, word)
      assert.notInclude(message, "file an issue")
    })
  )
})

describe("the log of another job", () => {
  it.scoped("12.2.25 is refused on 15, where a position that is not there answers the first job's", () =>
    Effect.gen(function* () {
      const { world, tracker, head } = yield* withJobs(15, [red("prepare"), red("unit")])
      world.statuses(head(), [
        { context: context("lint"), state: "failure", targetUrl: "/acme/widget/actions/runs/1/jobs/4" }
      ])
      const error = yield* Effect.flip(logOf(tracker, context("lint")))
      assert.deepInclude(error, { _tag: "ErrLogAdapterMismatch", came: "the log of another job" })
      assert.notInclude(error.message, "log of prepare")
    })
  )

  it.scoped("12.2.25 is refused on 16, with the names of the run's jobs", () =>
    Effect.gen(function* () {
      const { world, tracker, head } = yield* withJobs(16, [red("prepare"), red("unit")])
      world.statuses(head(), [
        { context: context("lint"), state: "failure", targetUrl: "/acme/widget/actions/runs/1/jobs/1" }
      ])
      const { _tag, message } = yield* Effect.flip(logOf(tracker, context("lint")))
      assert.strictEqual(_tag, "ErrLogAdapterMismatch")
      for (const word of [context("lint"), '"prepare"', '"unit"']) assert.include(message, word)
    })
  )

  it.scoped("5.6 is not given on 16, whatever position the row names: the job is found by its name", () =>
    Effect.gen(function* () {
      const { tracker } = yield* withJobs(16, [
        red("unit", { id: 5012, run: 12 }),
        red("lint", { id: 5011, run: 12 }),
        red("unit", { id: 5010, run: 13, workflow: "nightly", log: "of the nightly\n" })
      ])
      assert.deepInclude(yield* outcomeOf(tracker, context("unit")), { text: "log of unit\n" })
      assert.deepInclude(yield* outcomeOf(tracker, context("lint")), { text: "log of lint\n" })
      assert.deepInclude(yield* outcomeOf(tracker, "nightly / unit (push)"), { text: "of the nightly\n" })
    })
  )
})
