import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { checksState } from "../../../src/core/checks.js"
import { practice, repo } from "../../support/sandbox.js"

const states: ReadonlyArray<readonly [word: string, state: "success" | "pending" | "failure"]> = [
  ["success", "success"],
  ["skipped", "success"],
  ["pending", "pending"],
  ["failure", "failure"],
  ["error", "failure"],
  ["warning", "failure"],
  ["neutral", "failure"],
  ["stale_long_word", "failure"],
  ["Success", "failure"],
  ["", "failure"]
]

/** What Forgejo Actions writes for a job, by the state of the job (forgejo-wire 4). */
const jobs: ReadonlyArray<
  readonly [
    job: string,
    row: { status?: string; conclusion?: string },
    state: string,
    raw: readonly [string, string],
    summary: string
  ]
> = [
  ["waiting", { status: "queued" }, "pending", ["pending", "pending"], "Waiting to run"],
  ["blocked", { status: "waiting" }, "pending", ["pending", "pending"], "Blocked by required conditions"],
  ["running", { status: "in_progress" }, "pending", ["pending", "pending"], "Has started running"],
  ["success", { conclusion: "success" }, "success", ["success", "success"], "Successful in 12s"],
  ["failure", { conclusion: "failure" }, "failure", ["failure", "failure"], "Failing after 12s"],
  ["cancelled", { conclusion: "cancelled" }, "failure", ["failure", "failure"], "Has been cancelled"],
  ["skipped", { conclusion: "skipped" }, "success", ["success", "skipped"], "Has been skipped"]
]

describe("6.1 the words of forgejo", () => {
  for (const [word, state] of states) {
    it.scoped(`3.1 a row that is ${JSON.stringify(word)} is ${state}`, () =>
      Effect.gen(function* () {
        const { world, tracker, head } = yield* practice("forgejo")
        world.statuses(head(), [
          { context: "unit", state: word },
          { context: "lint", state: "success" }
        ])
        const { checks } = yield* tracker.checks(7)
        assert.deepInclude(checks[0], { name: "unit", state, rawState: word })
        assert.strictEqual(checksState(checks), state)
      })
    )
  }

  for (const [job, row, state, raw, summary] of jobs) {
    for (const major of [15, 16] as const) {
      it.scoped(`4 a job that is ${job} on Forgejo ${major} is ${state}, ${summary}`, () =>
        Effect.gen(function* () {
          const { world, tracker, head } = yield* practice("forgejo")
          world.forgejo = major
          world.checkRuns(head(), [{ name: "unit", ...row }])
          const { checks } = yield* tracker.checks(7)
          assert.deepStrictEqual(checks, [
            {
              name: "ci / unit (pull_request)",
              state: state === "success" ? "success" : state === "pending" ? "pending" : "failure",
              rawState: raw[major - 15] ?? "",
              summary,
              url: "/acme/widget/actions/runs/1/jobs/0"
            }
          ])
        })
      )
    }
  }
})

const green = { id: 1, context: "lint", status: "success" }

/** Bodies of the combined answer that are unusual and whole. */
const bodies: ReadonlyArray<readonly [name: string, body: unknown, rows: ReadonlyArray<readonly [string, string]>]> = [
  [
    "C14 a row without its word",
    { statuses: [green, { id: 2, context: "unit" }] },
    [
      ["success", "success"],
      ["failure", ""]
    ]
  ],
  ["C14 a row whose word is null", { statuses: [{ id: 2, context: "unit", status: null }] }, [["failure", ""]]],
  [
    "the word under state, as GitHub has it",
    { statuses: [{ id: 2, context: "unit", state: "success" }] },
    [["failure", ""]]
  ],
  [
    "C12 a combined success above a red row",
    { state: "success", statuses: [{ ...green, status: "failure" }] },
    [["failure", "failure"]]
  ],
  [
    "a combined failure above green rows",
    { state: "failure", total_count: 9, statuses: [green] },
    [["success", "success"]]
  ],
  ["C13b null", { state: "", total_count: 0, statuses: null }, []],
  ["B01 an empty list below pending", { state: "pending", statuses: [] }, []]
]

for (const [name, body, rows] of bodies) {
  it.scoped(`6.1 the rows alone are read: ${name}`, () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("forgejo")
      const total = { "x-total-count": `${rows.length}` }
      const fault = { kind: "json", status: 200, value: body, headers: total } as const
      sandbox.faults.add({ path: `${repo}/commits/{sha}/status`, fault })
      const { checks } = yield* tracker.checks(7)
      const read = checks.map(({ state, rawState }): readonly [string, string] => [state, rawState])
      assert.deepStrictEqual(read, rows)
    })
  )
}

it.scoped("6.1 summary and address are the row's own, empty when it has none", () =>
  Effect.gen(function* () {
    const { sandbox, tracker } = yield* practice("forgejo")
    const value = {
      statuses: [
        { ...green, description: "Successful in 4s", target_url: "/acme/widget/actions/runs/57/jobs/1" },
        { ...green, id: 2, context: "b", description: null, target_url: null },
        { ...green, id: 3, context: "c", description: "", target_url: "javascript:alert(1)" }
      ]
    }
    sandbox.faults.add({ path: `${repo}/commits/{sha}/status`, fault: { kind: "json", status: 200, value }, times: 1 })
    sandbox.faults.add({
      path: `${repo}/commits/{sha}/status`,
      fault: { kind: "json", status: 200, value: { statuses: null } }
    })
    assert.deepStrictEqual(
      (yield* tracker.checks(7)).checks.map(({ summary, url }) => [summary, url]),
      [
        ["Successful in 4s", "/acme/widget/actions/runs/57/jobs/1"],
        ["", ""],
        ["", "javascript:alert(1)"]
      ]
    )
  })
)
