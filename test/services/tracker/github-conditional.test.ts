import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import type { World } from "../../../src/testing.js"
import { change, failureOf, many, practice, repo, words } from "../../support/sandbox.js"

const green = (n: number) => ({ id: n, name: `job ${n}`, status: "completed", conclusion: "success" })

describe("conditional reads of github", () => {
  for (const validators of ["etag", "last-modified"] as const) {
    it.scoped(`with ${validators} the second read of an unchanged world costs nothing of the budget`, () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker, head } = yield* practice("github")
        world.validators = validators
        world.checkRuns(head(), many(130, green))
        const first = yield* tracker.checks(7)
        const { used } = world.rateLimit
        sandbox.resetMeasures()
        assert.deepStrictEqual(yield* tracker.checks(7), first)
        assert.strictEqual(world.rateLimit.used, used)
        assert.deepInclude(sandbox.measures(), { requests: 4, notModified: 4 })
      })
    )

    const changes: ReadonlyArray<readonly [name: string, change: (world: World, head: string) => void]> = [
      [
        "a row of the first page",
        (world, head) =>
          world.checkRuns(head, [{ ...green(1), conclusion: "failure" }, ...many(129, (n) => green(n + 1))])
      ],
      [
        "a row of the second page alone",
        (world, head) => world.checkRuns(head, [...many(129, green), { ...green(130), conclusion: "failure" }])
      ],
      ["a status", (world, head) => world.statuses(head, [{ context: "ci", state: "failure" }])],
      ["the head", (world) => world.push("feat", "b".repeat(40))]
    ]
    for (const [name, alter] of changes) {
      it.scoped(`with ${validators} a change is seen at once: ${name}`, () =>
        Effect.gen(function* () {
          const { world, tracker, head } = yield* practice("github")
          world.validators = validators
          world.checkRuns(head(), many(130, green))
          world.checkRuns("b".repeat(40), [{ name: "job", conclusion: "failure" }])
          assert.isTrue((yield* tracker.checks(7)).checks.every(({ state }) => state === "success"))
          yield* TestClock.adjust("1 seconds")
          alter(world, head())
          const { checks } = yield* tracker.checks(7)
          assert.strictEqual(checks.filter(({ state }) => state === "failure").length, 1)
        })
      )
    }
  }

  it.scoped("without validators every read is a whole one", () =>
    Effect.gen(function* () {
      const { world, tracker } = yield* practice("github")
      world.validators = "none"
      yield* tracker.checks(7)
      yield* tracker.checks(7)
      assert.strictEqual(world.rateLimit.used, 6)
    })
  )

  it.scoped("7.4 the pages of a list are known from memory, as a 304 has no Link", () =>
    Effect.gen(function* () {
      const { sandbox, world, tracker } = yield* practice("github")
      for (const n of many(230, (n) => n)) world.comment(7, "ann", `${n}`)
      const first = yield* tracker.pullComments(7)
      sandbox.resetMeasures()
      assert.deepStrictEqual(yield* tracker.pullComments(7), first)
      assert.deepInclude(sandbox.measures(), { requests: 3, notModified: 3 })
    })
  )

  it.scoped("7.4 validators belong to a credential: another one neither sends nor gets them", () =>
    Effect.gen(function* () {
      const { sandbox, world, tracker, as } = yield* practice("github")
      yield* tracker.pull(7)
      world.private = true
      sandbox.resetMeasures()
      assert.strictEqual((yield* failureOf(as(world.account("eve", "stranger")).pull(7)))._tag, "ErrNotFound")
      assert.notProperty(sandbox.requests[0]?.headers, "if-none-match")
      sandbox.resetMeasures()
      assert.strictEqual((yield* tracker.pull(7)).number, 7)
      assert.property(sandbox.requests[0]?.headers, "if-none-match")
    })
  )

  it.scoped("a write is never conditional, and the read after it is", () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("github")
      yield* tracker.pull(7)
      yield* tracker.mergePull(7)
      const [write] = sandbox.requests.filter(({ method }) => method === "PUT")
      assert.notProperty(write?.headers, "if-none-match")
      assert.strictEqual((yield* tracker.pull(7)).state, "merged")
    })
  )

  it.scoped("a failed read does not forget what was known", () =>
    Effect.gen(function* () {
      const { sandbox, world, tracker } = yield* practice("github")
      yield* tracker.pull(7)
      sandbox.faults.add({ path: `${repo}/pulls/7`, times: 1, fault: { kind: "html" } })
      yield* failureOf(tracker.pull(7))
      const { used } = world.rateLimit
      yield* tracker.pull(7)
      assert.strictEqual(world.rateLimit.used, used)
    })
  )

  it.scoped("a 304 that answers no question is an error, never an empty list", () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("github")
      sandbox.faults.add({ path: `${repo}/commits/{sha}/status`, fault: { kind: "status", status: 304 } })
      assert.deepInclude(yield* failureOf(tracker.checks(7)), { _tag: "ErrForge", status: 304 })
    })
  )

  it.scoped("a pull that has not changed says nothing of its checks: they are asked all the same", () =>
    Effect.gen(function* () {
      const { world, tracker, head } = yield* practice("github")
      yield* tracker.checks(7)
      world.checkRuns(head(), [{ name: "unit", status: "queued" }])
      assert.deepStrictEqual(words((yield* tracker.checks(7)).checks), ["unit pending queued"])
      change(world, { title: "Other" })
      assert.strictEqual((yield* tracker.pull(7)).title, "Other")
    })
  )
})
