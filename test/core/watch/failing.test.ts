import { describe } from "@effect/vitest"
import type { Snapshot } from "../../../src/core/watch/snapshot.js"
import { type Rule, table } from "./rules.js"
import { run, snapshot, status } from "./samples.js"

const runs = (...checkRuns: Snapshot["checkRuns"]) => snapshot({ checkRuns })
const pushed = { head: "bbb2".repeat(10) }

describe("checks", () => {
  table([
    ...(["action_required", "cancelled", "failure", "startup_failure", "timed_out"] as const).map(
      (word): Rule => [
        `${word} is a finding`,
        [runs(run(1, "unit", word))],
        [[`Check failed on aaa1aaa1aaa1: unit (${word})`]]
      ]
    ),
    ...["success", "neutral", "skipped", "stale", "anything"].map(
      (word): Rule => [`${word} is none`, [runs(run(1, "unit", word))], [[]]]
    ),
    [
      "it repeats while it is the newest of its name",
      [runs(run(1, "unit", "failure")), runs(run(1, "unit", "failure"))],
      [["Check failed on aaa1aaa1aaa1: unit (failure)"], ["Still open: Check failed on aaa1aaa1aaa1: unit (failure)"]]
    ],
    [
      "a later run of the name closes it, whatever its state and place in the list",
      [runs(run(1, "unit", "failure")), runs(run(2, "unit", null), run(1, "unit", "failure"))],
      [["Check failed on aaa1aaa1aaa1: unit (failure)"], []]
    ],
    [
      "a later run that fails is a new finding",
      [runs(run(1, "unit", "failure")), runs(run(1, "unit", "failure"), run(2, "unit", "failure"))],
      [["Check failed on aaa1aaa1aaa1: unit (failure)"], ["Check failed on aaa1aaa1aaa1: unit (failure)"]]
    ],
    ["ids are numbers: 10 is later than 9", [runs(run(9, "unit", "failure"), run(10, "unit", "success"))], [[]]],
    [
      "a run that is open again is no failure, whatever conclusion it still carries",
      [runs(run(1, "unit", "failure")), runs(run(1, "unit", "failure", { status: "in_progress" }))],
      [["Check failed on aaa1aaa1aaa1: unit (failure)"], []]
    ],
    [
      "the newest counts for each app",
      [runs(run(1, "unit", "failure", { app: "scan" }), run(2, "unit", "success"))],
      [["Check failed on aaa1aaa1aaa1: unit (failure)"]]
    ],
    [
      "the newest counts for each workflow",
      [runs(run(1, "unit", "failure", { workflow: "a.yml" }), run(2, "unit", "success", { workflow: "b.yml" }))],
      [["Check failed on aaa1aaa1aaa1: unit (failure)"]]
    ],
    [
      "a workflow that is asked of a known run makes no new finding",
      [
        runs(run(1, "unit", "failure")),
        runs(run(1, "unit", "failure", { workflow: "a.yml" }), run(2, "unit", "success", { workflow: "b.yml" }))
      ],
      [["Check failed on aaa1aaa1aaa1: unit (failure)"], ["Still open: Check failed on aaa1aaa1aaa1: unit (failure)"]]
    ],
    [
      "a push closes it",
      [runs(run(1, "unit", "failure")), snapshot({ pull: pushed })],
      [["Check failed on aaa1aaa1aaa1: unit (failure)"], []]
    ]
  ])
})

describe("statuses", () => {
  const red = (state: string) => snapshot({ statuses: [status("scan", state)] })
  table([
    ["error is a finding", [red("error")], [["Status failed on aaa1aaa1aaa1: scan (error)"]]],
    [
      "failure is one, and repeats",
      [red("failure"), red("failure")],
      [["Status failed on aaa1aaa1aaa1: scan (failure)"], ["Still open: Status failed on aaa1aaa1aaa1: scan (failure)"]]
    ],
    ...["success", "pending", "warning", "skipped"].map((word): Rule => [`${word} is none`, [red(word)], [[]]]),
    [
      "another failing state is a new finding, a good one closes it",
      [red("error"), red("failure"), red("success")],
      [["Status failed on aaa1aaa1aaa1: scan (error)"], ["Status failed on aaa1aaa1aaa1: scan (failure)"], []]
    ],
    [
      "of another head it is a new finding",
      [red("error"), { ...red("error"), pull: { ...red("error").pull, ...pushed } }],
      [["Status failed on aaa1aaa1aaa1: scan (error)"], ["Status failed on bbb2bbb2bbb2: scan (error)"]]
    ]
  ])
})
