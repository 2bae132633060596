import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { type Aggregate, checksState } from "../../../src/core/checks.js"
import type { StatusRow } from "../../../src/testing.js"
import { failureOf, practice, repo, words } from "../../support/sandbox.js"

const row = (context: string, state: string, description = ""): StatusRow => ({ context, state, description })

const heads: ReadonlyArray<
  readonly [name: string, statuses: ReadonlyArray<StatusRow>, aggregate: Aggregate, rows: ReadonlyArray<string>]
> = [
  ["B01 C01 C13b no rows: statuses are null", [], "none", []],
  [
    "B02 success, pending and failure",
    [row("a", "success"), row("b", "pending"), row("c", "failure")],
    "failure",
    ["a success success", "b pending pending", "c failure failure"]
  ],
  [
    "B03 success and pending",
    [row("a", "success"), row("b", "pending")],
    "pending",
    ["a success success", "b pending pending"]
  ],
  [
    "C03c failure beside success",
    [row("a", "failure"), row("b", "success")],
    "failure",
    ["a failure failure", "b success success"]
  ],
  [
    "B04 C14 a warning beside one that is pending",
    [row("unit", "warning"), row("lint", "pending")],
    "failure",
    ["unit failure warning", "lint pending pending"]
  ],
  ["C14 an error", [row("unit", "error")], "failure", ["unit failure error"]],
  ["C14 12.2.29 a skipped job alone", [row("deploy", "skipped")], "success", ["deploy success skipped"]],
  [
    "C15 the gate was skipped because its needs failed",
    [row("seed", "failure"), row("backend-complete", "skipped"), row("lint", "success")],
    "failure",
    ["seed failure failure", "backend-complete success skipped", "lint success success"]
  ],
  [
    "11.18 two events on one commit: two rows of a job",
    [row("ci / unit (push)", "success"), row("ci / unit (pull_request)", "failure")],
    "failure",
    ["ci / unit (push) success success", "ci / unit (pull_request) failure failure"]
  ],
  [
    "3.1 a row that was written again: the newer one alone",
    [row("unit", "failure"), row("lint", "success"), row("unit", "success")],
    "success",
    ["lint success success", "unit success success"]
  ],
  [
    "C21 a row that has been pending for hours",
    [row("nightly-guard", "pending"), row("lint", "success")],
    "pending",
    ["nightly-guard pending pending", "lint success success"]
  ]
]

for (const major of [15, 16] as const) {
  describe(`a head on forgejo ${major}`, () => {
    for (const [name, statuses, aggregate, rows] of heads) {
      it.scoped(name, () =>
        Effect.gen(function* () {
          const { world, tracker, head } = yield* practice("forgejo")
          world.forgejo = major
          world.statuses(head(), statuses)
          const read = yield* tracker.checks(7)
          assert.deepStrictEqual(words(read.checks), rows)
          assert.strictEqual(checksState(read.checks), aggregate)
          assert.strictEqual(read.head, head())
        })
      )
    }
  })
}

describe("a head on forgejo", () => {
  it.scoped("C14 a cancelled job is told from a failed one by its description", () =>
    Effect.gen(function* () {
      const { world, tracker, head } = yield* practice("forgejo")
      world.statuses(head(), [row("unit", "failure", "Has been cancelled")])
      const [check] = (yield* tracker.checks(7)).checks
      assert.deepInclude(check, { state: "failure", rawState: "failure", summary: "Has been cancelled" })
    })
  )

  it.scoped("C02 is read as it stands at each moment", () =>
    Effect.gen(function* () {
      const { world, tracker } = yield* practice("forgejo")
      world.script([
        { afterMs: 10_000, statuses: [row("title-lint", "success")] },
        { afterMs: 20_000, statuses: [row("title-lint", "success"), row("unit", "pending")] }
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
      const { world, tracker } = yield* practice("forgejo")
      const [old, next] = ["a".repeat(40), "b".repeat(40)]
      world.push("feat", old)
      world.statuses(old, [row("build", "pending")])
      assert.strictEqual((yield* tracker.checks(7)).head, old)
      world.push("feat", next)
      world.statuses(old, [row("build", "success")])
      world.statuses(next, [row("build", "pending")])
      const { head, checks } = yield* tracker.checks(7)
      assert.deepStrictEqual([head, words(checks)], [next, ["build pending pending"]])
    })
  )

  it.scoped("B09 an unknown number is not found, never none", () =>
    Effect.gen(function* () {
      const { tracker, asked } = yield* practice("forgejo")
      assert.strictEqual((yield* failureOf(tracker.checks(99)))._tag, "ErrNotFound")
      assert.deepStrictEqual(asked(), [`GET ${repo}/pulls/99`])
    })
  )

  it.scoped("3.2 statuses of a fork's head are read in the base repository, under the whole commit", () =>
    Effect.gen(function* () {
      const { world, tracker, asked } = yield* practice("forgejo")
      const sha = "e".repeat(64)
      world.open({ number: 8, repo: "eve/widget", sha })
      world.statuses(sha, [row("unit", "success")])
      assert.strictEqual((yield* tracker.checks(8)).checks.length, 1)
      assert.deepStrictEqual(asked(), [`GET ${repo}/pulls/8`, `GET ${repo}/commits/${sha}/status?page=1&limit=50`])
    })
  )

  it.scoped("2.1 a head that nothing resolves to is not found, never none", () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("forgejo")
      const value = {
        number: 7,
        title: "T",
        state: "open",
        html_url: "u",
        head: { ref: "feat", sha: "" },
        base: { ref: "main", sha: "" }
      }
      sandbox.faults.add({ path: `${repo}/pulls/7`, fault: { kind: "json", status: 200, value } })
      const { message } = yield* failureOf(tracker.checks(7))
      assert.strictEqual(message, "the head commit of pull request 7 of acme/widget not found")
    })
  )

  it.scoped("3.2 an empty repository answers 500 without a message: an error, never none", () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("forgejo")
      const value = { message: "", url: "https://git.example/api/swagger" }
      sandbox.faults.add({ path: `${repo}/commits/{sha}/status`, fault: { kind: "json", status: 500, value } })
      const error = yield* failureOf(tracker.checks(7))
      assert.deepInclude(error, { _tag: "ErrForge", status: 500, words: "(empty body)" })
    })
  )

  for (const [name, headers, moment] of [
    ["C18e a 429 of a proxy", {}, [undefined, undefined]],
    ["C18e a 429 with Retry-After", { "retry-after": "60" }, [60, "1970-01-01T00:01:00.000Z"]]
  ] as const) {
    it.scoped(`${name} is a limit here too`, () =>
      Effect.gen(function* () {
        const { sandbox, tracker } = yield* practice("forgejo")
        const fault = { kind: "status", status: 429, headers, body: "<html>slow down</html>" } as const
        sandbox.faults.add({ path: `${repo}/commits/{sha}/status`, fault })
        const error = yield* failureOf(tracker.checks(7))
        const named: ReadonlyArray<unknown> =
          error._tag === "ErrRateLimited" ? [error.retryAfter, error.resetAt] : [error]
        assert.deepStrictEqual(named, moment)
      })
    )
  }

  it.scoped("1.5 nothing is asked conditionally, as nothing here has validators", () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("forgejo")
      yield* tracker.checks(7)
      yield* tracker.checks(7)
      for (const { headers } of sandbox.requests) assert.notProperty(headers, "if-none-match")
      assert.strictEqual(sandbox.measures().notModified, 0)
    })
  )
})
