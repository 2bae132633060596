import { assert, describe, it } from "@effect/vitest"
import type { Snapshot } from "../../../src/core/watch/snapshot.js"
import { table } from "./rules.js"
import { brief, comment, play, quiet, run, said, snapshot, status } from "./samples.js"

const runs = (...checkRuns: Snapshot["checkRuns"]) => snapshot({ checkRuns })

describe("the end", () => {
  table([
    [
      "a merge prints and is the last line",
      [quiet, snapshot({ pull: { state: "merged", mergeCommit: "3f9c".repeat(10) } })],
      [[], ["Merged: #7 as 3f9c3f9c3f9c into main"]]
    ],
    ["a close prints", [snapshot({ pull: { state: "closed" } })], [["Closed without a merge: #7"]]],
    [
      "what the last poll brought comes before the end, and nothing repeats in it",
      [
        runs(run(1, "unit", "failure")),
        snapshot({
          checkRuns: [run(1, "unit", "failure"), run(2, "lint", "failure")],
          comments: [comment(1, "dana", 0, "Thanks.")],
          pull: { state: "closed" }
        })
      ],
      [
        ["Check failed on aaa1aaa1aaa1: unit (failure)"],
        ["Check failed on aaa1aaa1aaa1: lint (failure)", 'Comment by dana: "Thanks."', "Closed without a merge: #7"]
      ]
    ]
  ])
})

describe("the base", () => {
  const on = (base: string) => snapshot({ pull: { base } })
  const changed = (base: string) => `Base changed: #7 now targets ${base}; it first targeted feature`
  table([
    ["the first base is no change", [on("feature"), on("feature")], [[], []]],
    ["another one prints once", [on("feature"), on("main"), on("main")], [[], [changed("main")], []]],
    [
      "the first one again closes it, and then it is new",
      [on("feature"), on("main"), on("feature"), on("main")],
      [[], [changed("main")], [], [changed("main")]]
    ],
    [
      "a third one is its own finding",
      [on("feature"), on("main"), on("next")],
      [[], [changed("main")], [changed("next")]]
    ],
    [
      "the first base is that of the first poll that succeeded",
      ["down", on("main")],
      [["Poll failed: down. The watch goes on"], []]
    ]
  ])
})

describe("one poll", () => {
  const everything = snapshot({
    pull: { base: "next", mergeable: false },
    checkRuns: [run(2, "unit", "failure"), run(1, "build", "failure"), run(3, "build", "failure", { app: "scan" })],
    statuses: [status("z", "error"), status("a", "failure")],
    comments: [comment(1, "dana", 0, "a")]
  })
  it("prints base, conflict, checks by name, statuses by context, feedback, then what repeats in the same order", () => {
    const [, , third] = brief(
      play(
        [
          snapshot({ comments: [comment(8, "erin", 0, "old")] }),
          snapshot({ comments: [comment(8, "erin", 0, "old")] }),
          { ...everything, comments: [comment(8, "erin", 0, "old"), ...everything.comments] }
        ],
        { repeat: 60 }
      )
    )
    assert.deepStrictEqual(third, [
      "Base changed: #7 now targets next; it first targeted main",
      "Conflict: #7 conflicts with next",
      "Check failed on aaa1aaa1aaa1: build (failure)",
      "Check failed on aaa1aaa1aaa1: build (failure)",
      "Check failed on aaa1aaa1aaa1: unit (failure)",
      "Status failed on aaa1aaa1aaa1: a (failure)",
      "Status failed on aaa1aaa1aaa1: z (error)",
      'Comment by dana: "a"',
      'Still open: Comment by erin: "old"'
    ])
  })

  it("prints a row once that its list holds twice", () => {
    const twice = snapshot({ comments: [comment(1, "dana", 0, "a"), comment(1, "dana", 0, "a")] })
    assert.deepStrictEqual(brief(play([twice])), [['Comment by dana: "a"']])
  })
})

describe("repeats and failures", () => {
  const open = said("a")
  const line = 'Comment by dana: "a"'
  const failed = (reason: string) => `Poll failed: ${reason}. The watch goes on`

  it("each finding repeats by its own clock, from when it last printed", () => {
    const first = snapshot({ comments: [comment(1, "dana", 0, "a")] })
    const both = snapshot({ comments: [comment(1, "dana", 0, "a"), comment(2, "erin", 0, "b")] })
    assert.deepStrictEqual(brief(play([first, both, both, both, both, both], { every: 30, repeat: 90 })), [
      ['Comment by dana: "a"'],
      ['Comment by erin: "b"'],
      [],
      ['Still open: Comment by dana: "a"'],
      ['Still open: Comment by erin: "b"'],
      []
    ])
  })

  it("a failure prints when its reason changes or a success lay between; it repeats and forgets nothing", () => {
    assert.deepStrictEqual(brief(play([open, "a", "a", "b", "a", open, "a"], { repeat: 60 })), [
      [line],
      [failed("a")],
      [],
      [failed("b")],
      [failed("a")],
      [`Still open: ${line}`],
      [failed("a")]
    ])
  })
})
