import { assert, describe, it } from "@effect/vitest"
import type { Snapshot } from "../../../src/core/watch/snapshot.js"
import { brief, comment, diffComment, minute, play, review, run, snapshot, status } from "./samples.js"

/** Each row: polls thirty seconds apart at a repeat of thirty, and what each of them prints. */
type Row = readonly [rule: string, polls: ReadonlyArray<Snapshot | string>, lines: ReadonlyArray<ReadonlyArray<string>>]

const table = (rows: ReadonlyArray<Row>): void => {
  for (const [rule, polls, lines] of rows) {
    it(rule, () => assert.deepStrictEqual(brief(play(polls, { repeat: 30 })), lines))
  }
}

const quiet = snapshot()
const said = (body: string, minutes = 0) => snapshot({ comments: [comment(1, "dana", minutes, body)] })
const runs = (...checkRuns: Snapshot["checkRuns"]) => snapshot({ checkRuns })
const pushed = { head: "bbb2".repeat(10) }

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

describe("feedback", () => {
  table([
    [
      "a comment prints at once and again while it is open",
      [said("a"), said("a")],
      [['Comment by dana: "a"'], ['Still open: Comment by dana: "a"']]
    ],
    [
      "a diff comment likewise",
      [snapshot({ diffComments: [diffComment(1, "dana", 0, "a")] }), quiet],
      [['Diff comment by dana on src/parse.ts line 41: "a"'], []]
    ],
    [
      "a deleted comment closes; one that is there again is new",
      [said("a"), quiet, said("a")],
      [['Comment by dana: "a"'], [], ['Comment by dana: "a"']]
    ],
    ["an edit is a new finding", [said("a"), said("b", 1)], [['Comment by dana: "a"'], ['Comment by dana: "b"']]],
    [
      "an edit within the second is a new finding too",
      [said("a"), said("b")],
      [['Comment by dana: "a"'], ['Comment by dana: "b"']]
    ],
    [
      "an edit that leaves the text is one as well: its instant says so",
      [said("a"), said("a", 1)],
      [['Comment by dana: "a"'], ['Comment by dana: "a"']]
    ],
    [
      "a later head commit handles it, one of the same instant does not",
      [said("a"), { ...said("a"), headAt: minute(0) }, { ...said("a"), headAt: minute(1) }],
      [['Comment by dana: "a"'], ['Still open: Comment by dana: "a"'], []]
    ],
    [
      "a head commit that is older again opens it again",
      [{ ...said("a"), headAt: minute(1) }, said("a")],
      [[], ['Comment by dana: "a"']]
    ],
    ["a head without a commit handles nothing", [{ ...said("a"), headAt: null }], [['Comment by dana: "a"']]],
    ...(["comments", "diffComments", "reviews"] as const).map((place): Row => {
      const reply = (minutes: number) => {
        const mine = diffComment(9, "lab-bot", minutes, "Done.")
        const rows = {
          comments: [comment(1, "dana", 0, "a"), ...(place === "comments" ? [mine] : [])],
          diffComments: place === "diffComments" ? [mine] : [],
          reviews: place === "reviews" ? [review(9, "lab-bot", minutes, "commented")] : []
        }
        return snapshot(rows)
      }
      return [
        `a later word of the author in ${place} handles it, one of the same instant does not`,
        [reply(0), reply(1)],
        [
          ['Comment by dana: "a"'],
          place === "reviews"
            ? []
            : place === "comments"
              ? ['Comment by lab-bot: "Done."']
              : ['Diff comment by lab-bot on src/parse.ts line 41: "Done."']
        ]
      ]
    }),
    [
      "a review that the author has not submitted, or that was only asked for, handles nothing",
      [
        snapshot({
          comments: [comment(1, "dana", 0, "a")],
          reviews: [
            review(2, "lab-bot", 5, "pending", "b", { submittedAt: null }),
            review(3, "lab-bot", 5, "review_requested")
          ]
        })
      ],
      [['Comment by dana: "a"']]
    ],
    [
      "the author's own words print once, ask for nothing and never repeat",
      [
        quiet,
        snapshot({ comments: [comment(1, "lab-bot", 0, "mine")] }),
        snapshot({ comments: [comment(1, "LAB-bot", 0, "mine")] })
      ],
      [[], ['Comment by lab-bot: "mine"'], []]
    ],
    [
      "at the start they print nothing, and nothing later; their edit does",
      [
        snapshot({
          comments: [comment(1, "lab-bot", 0, "mine")],
          reviews: [review(2, "lab-bot", 0, "commented", "too")]
        }),
        snapshot({
          comments: [comment(1, "lab-bot", 0, "mine")],
          reviews: [review(2, "lab-bot", 0, "commented", "too")]
        }),
        snapshot({ comments: [comment(1, "lab-bot", 1, "yours")] })
      ],
      [[], [], ['Comment by lab-bot: "yours"']]
    ],
    [
      "by instant, whatever the kind",
      [
        snapshot({
          comments: [comment(1, "dana", 2, "third")],
          diffComments: [diffComment(2, "dana", 0, "first", { line: null })],
          reviews: [review(3, "dana", 1, "changes_requested", "second")]
        })
      ],
      [
        [
          'Diff comment by dana on src/parse.ts: "first"',
          'Review by dana, changes requested: "second"',
          'Comment by dana: "third"'
        ]
      ]
    ]
  ])
})

describe("reviews", () => {
  const reviewed = (...reviews: Snapshot["reviews"]) => snapshot({ reviews })
  table([
    [
      "a request for changes prints and repeats",
      [
        reviewed(review(1, "dana", 0, "changes_requested", "a")),
        reviewed(review(1, "dana", 0, "changes_requested", "a"))
      ],
      [['Review by dana, changes requested: "a"'], ['Still open: Review by dana, changes requested: "a"']]
    ],
    [
      "an approval prints once, at the start as at any other time",
      [reviewed(review(1, "dana", 0, "approved")), reviewed(review(1, "dana", 0, "approved"))],
      [["Review by dana, approved"], []]
    ],
    [
      "a comment with a text is a review like others",
      [reviewed(review(1, "dana", 0, "commented", "a"))],
      [['Review by dana, commented: "a"']]
    ],
    ["a comment without one is an envelope", [reviewed(review(1, "dana", 0, "commented", " \n"))], [[]]],
    [
      "one that is not submitted prints nothing",
      [reviewed(review(1, "dana", 0, "pending", "a", { submittedAt: null }))],
      [[]]
    ],
    ["a request for one prints nothing", [reviewed(review(1, "dana", 0, "review_requested", ""))], [[]]],
    [
      "once submitted it prints",
      [
        reviewed(review(1, "dana", 0, "pending", "a", { submittedAt: null })),
        reviewed(review(1, "dana", 0, "changes_requested", "a"))
      ],
      [[], ['Review by dana, changes requested: "a"']]
    ],
    [
      "another state is a new finding",
      [reviewed(review(1, "dana", 0, "commented", "a")), reviewed(review(1, "dana", 0, "approved", "a"))],
      [['Review by dana, commented: "a"'], ['Review by dana, approved: "a"']]
    ],
    [
      "a dismissal by its state closes it",
      [reviewed(review(1, "dana", 0, "changes_requested", "a")), reviewed(review(1, "dana", 0, "dismissed", "a"))],
      [['Review by dana, changes requested: "a"'], []]
    ],
    [
      "a dismissal by its flag closes it",
      [
        reviewed(review(1, "dana", 0, "changes_requested", "a")),
        reviewed(review(1, "dana", 0, "changes_requested", "a", { dismissed: true }))
      ],
      [['Review by dana, changes requested: "a"'], []]
    ],
    [
      "an edit is a new finding where the forge dates it, and where it does not",
      [
        reviewed(review(1, "dana", 0, "commented", "a")),
        reviewed(review(1, "dana", 0, "commented", "b")),
        reviewed(review(1, "dana", 0, "commented", "b", { editedAt: minute(3) }))
      ],
      [['Review by dana, commented: "a"'], ['Review by dana, commented: "b"'], ['Review by dana, commented: "b"']]
    ],
    [
      "its instant is its submission, not its edit",
      [{ ...reviewed(review(1, "dana", 0, "commented", "a", { editedAt: minute(9) })), headAt: minute(5) }],
      [[]]
    ]
  ])
})

describe("checks", () => {
  table([
    ...(["action_required", "cancelled", "failure", "startup_failure", "timed_out"] as const).map(
      (word): Row => [
        `${word} is a finding`,
        [runs(run(1, "unit", word))],
        [[`Check failed on aaa1aaa1aaa1: unit (${word})`]]
      ]
    ),
    ...["success", "neutral", "skipped", "stale", "anything"].map(
      (word): Row => [`${word} is none`, [runs(run(1, "unit", word))], [[]]]
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
    ...["success", "pending", "warning", "skipped"].map((word): Row => [`${word} is none`, [red(word)], [[]]]),
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

describe("verdicts", () => {
  const marked = (...verdicts: ReadonlyArray<readonly [minutes: number, said: string]>) =>
    snapshot({
      comments: verdicts.map(([minutes, said], i) => comment(i + 1, "lab-bot", minutes, `[autoland] verdict: ${said}`))
    })
  const rejected = marked([0, "reject\n\nIt crashes."])
  const line = 'Verdict: rejected. "It crashes."'
  table([
    [
      "a reject prints and repeats, though the author wrote it",
      [rejected, rejected],
      [[line], [`Still open: ${line}`]]
    ],
    ...["fix-done", "pass", "pass (attempt 1/2)"].map(
      (word): Row => [
        `a later ${word} ends it, one of the same instant does not`,
        [marked([0, "reject\n\nIt crashes."], [0, word]), marked([0, "reject\n\nIt crashes."], [1, word])],
        [[line], []]
      ]
    ),
    [
      "a later escalate, unknown word or ordinary reply does not end it",
      [
        snapshot({
          comments: [
            ...marked([0, "reject\n\nIt crashes."], [1, "escalate"], [1, "maybe"]).comments,
            comment(9, "lab-bot", 2, "Done.")
          ]
        })
      ],
      [[line]]
    ],
    ["a later head commit ends it", [rejected, { ...rejected, headAt: minute(1) }], [[line], []]],
    [
      "it is no reply: what others said stays open",
      [snapshot({ comments: [comment(9, "dana", 0, "a"), ...marked([5, "fix-done"]).comments] })],
      [['Comment by dana: "a"']]
    ],
    [
      "the other words print once while the watch runs",
      [
        quiet,
        marked([0, "pass\n\nFine."], [1, "fix-done"], [2, "escalate\n\nHelp."], [3, "maybe"], [4, ""]),
        marked([0, "pass\n\nFine."], [1, "fix-done"], [2, "escalate\n\nHelp."], [3, "maybe"], [4, ""])
      ],
      [
        [],
        [
          'Verdict: passed. "Fine."',
          "Verdict: fix done",
          'Verdict: escalated. "Help."',
          'Verdict: unknown. "maybe"',
          "Verdict: unknown"
        ],
        []
      ]
    ],
    [
      "at the start only an open reject prints",
      [marked([0, "reject\n\na"], [1, "fix-done"], [2, "reject\n\nIt crashes."], [3, "escalate"])],
      [[line]]
    ],
    [
      "a marker that is edited into a reject is a new finding",
      [marked([0, "pass"]), marked([1, "reject\n\nIt crashes."])],
      [[], [line]]
    ],
    [
      "a marker by anyone else is an ordinary comment, which ends nothing",
      [snapshot({ comments: [...rejected.comments, comment(9, "dana", 1, "[autoland] verdict: pass")] })],
      [[line, 'Comment by dana: "[autoland] verdict: pass"']]
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
