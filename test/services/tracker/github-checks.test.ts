import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { type Aggregate, checksState } from "../../../src/core/checks.js"
import type { CheckRunRow, StatusRow } from "../../../src/testing.js"
import { failureOf, many, practice, repo, words } from "../../support/sandbox.js"

const ended = (name: string, conclusion: string | null = "success"): CheckRunRow => ({
  name,
  status: "completed",
  conclusion
})
const open = (name: string, status = "in_progress"): CheckRunRow => ({ name, status })

/** The rows of a head, and what is read of them. */
const heads: ReadonlyArray<
  readonly [
    name: string,
    runs: ReadonlyArray<CheckRunRow>,
    statuses: ReadonlyArray<StatusRow>,
    aggregate: Aggregate,
    rows: ReadonlyArray<string>
  ]
> = [
  ["B01 C01 C13a no rows, although the forge says pending", [], [], "none", []],
  [
    "C13c no status beside a green run, although the forge says pending",
    [ended("unit")],
    [],
    "success",
    ["unit success success"]
  ],
  ["C13d no status beside a run that goes on", [open("unit")], [], "pending", ["unit pending in_progress"]],
  [
    "B02 success, pending and failure",
    [ended("a"), open("b"), ended("c", "failure")],
    [],
    "failure",
    ["a success success", "b pending in_progress", "c failure failure"]
  ],
  [
    "B03 success and pending",
    [ended("a"), open("b", "queued")],
    [],
    "pending",
    ["a success success", "b pending queued"]
  ],
  [
    "C03a a failure beside one that runs",
    [ended("build", "failure"), open("e2e")],
    [],
    "failure",
    ["build failure failure", "e2e pending in_progress"]
  ],
  [
    "C03b a success beside one that runs",
    [ended("build"), open("e2e")],
    [],
    "pending",
    ["build success success", "e2e pending in_progress"]
  ],
  [
    "C03c a failure beside a success",
    [ended("build", "failure"), ended("e2e")],
    [],
    "failure",
    ["build failure failure", "e2e success success"]
  ],
  [
    "B06 queued, neutral and stale",
    [open("a", "queued"), ended("b", "neutral"), ended("c", "stale")],
    [],
    "failure",
    ["a pending queued", "b success neutral", "c failure stale"]
  ],
  [
    "B07 one name as a run and as a status: two rows, the run first",
    [ended("unit")],
    [{ context: "unit", state: "failure" }],
    "failure",
    ["unit success success", "unit failure failure"]
  ],
  [
    "C05 cancelled and nothing else wrong",
    [ended("build", "cancelled"), ended("lint")],
    [],
    "failure",
    ["build failure cancelled", "lint success success"]
  ],
  [
    "C08 two workflows with one job name: both rows, in the forge's order",
    [
      { ...ended("finish", "failure"), id: 11, run: 1 },
      { ...ended("finish"), id: 12, run: 2 }
    ],
    [],
    "failure",
    ["finish failure failure", "finish success success"]
  ],
  [
    "C15 the gate was skipped because its needs failed",
    [ended("seed", "failure"), ended("backend-complete", "skipped"), ended("lint")],
    [],
    "failure",
    ["seed failure failure", "backend-complete success skipped", "lint success success"]
  ],
  [
    "C21 a row that has been pending for hours",
    [{ ...open("nightly-guard", "queued"), startedAt: "2026-09-01T07:00:00Z" }, ended("lint")],
    [],
    "pending",
    ["nightly-guard pending queued", "lint success success"]
  ],
  [
    "2.3 a run that goes on with a conclusion set",
    [{ ...open("a"), conclusion: "success", completedAt: "2026-09-01T07:00:00Z" }],
    [],
    "pending",
    ["a pending in_progress"]
  ],
  ["a run of no app", [{ ...ended("a"), app: null }], [], "success", ["a success success"]]
]

describe("a head on github", () => {
  for (const [name, runs, statuses, aggregate, rows] of heads) {
    it.scoped(name, () =>
      Effect.gen(function* () {
        const { world, tracker, head } = yield* practice("github")
        world.checkRuns(head(), runs)
        world.statuses(head(), statuses)
        const read = yield* tracker.checks(7)
        assert.deepStrictEqual(words(read.checks), rows)
        assert.strictEqual(checksState(read.checks), aggregate)
        assert.strictEqual(read.head, head())
      })
    )
  }

  it.scoped("C02 is read as it stands at each moment: none, then the quick row alone, then pending", () =>
    Effect.gen(function* () {
      const { world, tracker } = yield* practice("github")
      const queued = many(8, (n) => open(`job ${n}`, "queued"))
      world.script([
        { afterMs: 10_000, checkRuns: [ended("title-lint")] },
        { afterMs: 20_000, checkRuns: [ended("title-lint"), ...queued] }
      ])
      const state = Effect.map(tracker.checks(7), ({ checks }) => checksState(checks))
      const seen = [yield* state]
      yield* TestClock.adjust("10 seconds")
      seen.push(yield* state)
      yield* TestClock.adjust("10 seconds")
      seen.push(yield* state)
      assert.deepStrictEqual(seen, ["none", "success", "pending"])
    })
  )

  it.scoped("B08 C16 each call answers for the head of its own moment", () =>
    Effect.gen(function* () {
      const { world, tracker } = yield* practice("github")
      const [old, next] = ["a".repeat(40), "b".repeat(40)]
      world.push("feat", old)
      world.checkRuns(old, [open("build")])
      assert.strictEqual((yield* tracker.checks(7)).head, old)
      world.push("feat", next)
      world.checkRuns(old, [ended("build")])
      world.checkRuns(next, [open("build", "queued")])
      const { head, checks } = yield* tracker.checks(7)
      assert.deepStrictEqual([head, words(checks)], [next, ["build pending queued"]])
    })
  )

  it.scoped("B09 an unknown number is not found, never none", () =>
    Effect.gen(function* () {
      const { tracker, asked } = yield* practice("github")
      assert.strictEqual((yield* failureOf(tracker.checks(99)))._tag, "ErrNotFound")
      assert.deepStrictEqual(asked(), [`GET ${repo}/pulls/99`])
    })
  )

  it.scoped("a closed or merged pull keeps its checks", () =>
    Effect.gen(function* () {
      const { world, tracker, head } = yield* practice("github")
      world.checkRuns(head(), [ended("unit")])
      yield* tracker.mergePull(7)
      assert.deepStrictEqual(words((yield* tracker.checks(7)).checks), ["unit success success"])
    })
  )

  it.scoped("10.5 a head in a fork is read in the base repository", () =>
    Effect.gen(function* () {
      const { world, tracker, asked } = yield* practice("github")
      world.open({ number: 8, repo: "eve/widget", sha: "e".repeat(40) })
      world.checkRuns("e".repeat(40), [ended("unit")])
      assert.strictEqual((yield* tracker.checks(8)).checks.length, 1)
      assert.isTrue(asked().every((line) => line.startsWith(`GET ${repo}/`)))
    })
  )
})
