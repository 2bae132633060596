import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { checksState } from "../../../src/core/checks.js"
import { practice, repo } from "../../support/sandbox.js"

const statuses = ["queued", "in_progress", "waiting", "requested", "pending", "paused", "", "COMPLETED"]
const conclusions: ReadonlyArray<readonly [word: string | null, state: "success" | "failure"]> = [
  ["success", "success"],
  ["neutral", "success"],
  ["skipped", "success"],
  ["failure", "failure"],
  ["cancelled", "failure"],
  ["timed_out", "failure"],
  ["action_required", "failure"],
  ["stale", "failure"],
  ["startup_failure", "failure"],
  ["waiting", "failure"],
  ["pending", "failure"],
  ["SomethingNew", "failure"],
  ["Success", "failure"],
  ["", "failure"],
  [null, "failure"]
]
const states: ReadonlyArray<readonly [word: string, state: "success" | "pending" | "failure"]> = [
  ["success", "success"],
  ["pending", "pending"],
  ["failure", "failure"],
  ["error", "failure"],
  ["skipped", "failure"],
  ["neutral", "failure"],
  ["SomethingNew", "failure"],
  ["", "failure"]
]

const lint = { name: "lint", status: "completed", conclusion: "success" }

describe("6.1 the words of github", () => {
  for (const word of statuses) {
    it.scoped(`2.1 C04 a run that is ${JSON.stringify(word)} is pending`, () =>
      Effect.gen(function* () {
        const { world, tracker, head } = yield* practice("github")
        world.checkRuns(head(), [{ name: "unit", status: word }, lint])
        const { checks } = yield* tracker.checks(7)
        assert.deepInclude(checks[0], { name: "unit", state: "pending", rawState: word })
        assert.strictEqual(checksState(checks), "pending")
      })
    )
  }

  for (const [word, state] of conclusions) {
    it.scoped(`2.1 C04 a run that ended with ${JSON.stringify(word)} is ${state}`, () =>
      Effect.gen(function* () {
        const { world, tracker, head } = yield* practice("github")
        world.checkRuns(head(), [{ name: "unit", status: "completed", conclusion: word }, lint])
        const { checks } = yield* tracker.checks(7)
        assert.deepInclude(checks[0], { name: "unit", state, rawState: word ?? "" })
        assert.strictEqual(checksState(checks), state)
      })
    )
  }

  for (const [word, state] of states) {
    it.scoped(`3.1 a status that is ${JSON.stringify(word)} is ${state}`, () =>
      Effect.gen(function* () {
        const { world, tracker, head } = yield* practice("github")
        world.checkRuns(head(), [lint])
        world.statuses(head(), [{ context: "ci", state: word }])
        const { checks } = yield* tracker.checks(7)
        assert.deepInclude(checks[1], { name: "ci", state, rawState: word })
        assert.strictEqual(checksState(checks), state)
      })
    )
  }
})

const run = { id: 11, name: "unit", status: "completed", conclusion: "failure" }
const status = { id: 12, context: "ci", state: "error" }

/** Fields that may be missing or null, and what a row shows of them. */
const fields: ReadonlyArray<
  readonly [
    name: string,
    run: object,
    status: object,
    summary: readonly [string, string],
    url: readonly [string, string]
  ]
> = [
  [
    "all there",
    { html_url: "https://github.com/x", output: { title: "2 failed" } },
    { description: "Broken", target_url: "https://ci.example/1" },
    ["2 failed", "Broken"],
    ["https://github.com/x", "https://ci.example/1"]
  ],
  ["null", { html_url: null, output: { title: null } }, { description: null, target_url: null }, ["", ""], ["", ""]],
  ["empty", { html_url: "", output: { title: "" } }, { description: "", target_url: "" }, ["", ""], ["", ""]],
  ["missing", {}, {}, ["", ""], ["", ""]],
  ["without an output", { output: null }, {}, ["", ""], ["", ""]],
  ["with an output of nothing", { output: {} }, {}, ["", ""], ["", ""]]
]

for (const [name, runFields, statusFields, summary, url] of fields) {
  it.scoped(`6.1 the summary is the output's title or the description, the url as given: ${name}`, () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("github")
      const runs = { total_count: 1, check_runs: [{ ...run, ...runFields }] }
      const rows = { state: "success", total_count: 1, statuses: [{ ...status, ...statusFields }] }
      sandbox.faults.add(
        { path: `${repo}/commits/{sha}/check-runs`, fault: { kind: "json", status: 200, value: runs } },
        { path: `${repo}/commits/{sha}/status`, fault: { kind: "json", status: 200, value: rows } }
      )
      assert.deepStrictEqual((yield* tracker.checks(7)).checks, [
        { name: "unit", state: "failure", rawState: "failure", summary: summary[0], url: url[0] },
        { name: "ci", state: "failure", rawState: "error", summary: summary[1], url: url[1] }
      ])
    })
  )
}

for (const word of ["success", "pending", "failure"]) {
  it.scoped(`6.1 the combined word ${word} is not asked: the rows decide`, () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("github")
      const rows = {
        state: word,
        total_count: 2,
        statuses: [status, { ...status, id: 13, context: "b", state: "success" }]
      }
      sandbox.faults.add({ path: `${repo}/commits/{sha}/status`, fault: { kind: "json", status: 200, value: rows } })
      assert.strictEqual(checksState((yield* tracker.checks(7)).checks), "failure")
    })
  )
}

it.scoped("the text of a forge is kept as it is: only the terminal needs it otherwise", () =>
  Effect.gen(function* () {
    const { world, tracker, head } = yield* practice("github")
    const name = "unit\ttests / {{ matrix.x }} \u001b[31m é"
    world.checkRuns(head(), [{ name, status: "completed", conclusion: "success", title: "a\nb" }])
    assert.deepInclude((yield* tracker.checks(7)).checks[0], { name, summary: "a\nb" })
  })
)
