import { assert, it } from "@effect/vitest"
import type { Snapshot } from "../../../src/core/watch/snapshot.js"
import { brief, comment, diffComment, minute, play, review, run, snapshot, status } from "./samples.js"

/** Part 3 of the cases from the field, each by its name. */

it("C38 two reviews in the same second are a line each, though the second shows up a poll later", () => {
  const first = review(501, "dana", 0, "changes_requested", "first")
  const second = review(502, "erin", 0, "changes_requested", "second")
  assert.deepStrictEqual(brief(play([snapshot({ reviews: [first] }), snapshot({ reviews: [first, second] })])), [
    ['Review by dana, changes requested: "first"'],
    ['Review by erin, changes requested: "second"']
  ])
})

it("C39 an answered comment that is edited is a new line with the new text, open until a later commit or answer", () => {
  const answer = comment(32, "lab-bot", 5, "Renamed.")
  const before = snapshot({ comments: [comment(31, "dana", 0, "nit: rename")] })
  const answered = snapshot({ comments: [...before.comments, answer] })
  const edited = snapshot({ comments: [comment(31, "dana", 9, "this drops the lock, please fix"), answer] })
  const again = snapshot({ comments: [...edited.comments, comment(33, "lab-bot", 10, "Kept now.")] })
  assert.deepStrictEqual(brief(play([before, answered, edited, edited, again], { repeat: 30 })), [
    ['Comment by dana: "nit: rename"'],
    ['Comment by lab-bot: "Renamed."'],
    ['Comment by dana: "this drops the lock, please fix"'],
    ['Still open: Comment by dana: "this drops the lock, please fix"'],
    ['Comment by lab-bot: "Kept now."']
  ])
  assert.deepStrictEqual(brief(play([edited, { ...edited, headAt: minute(10) }])), [
    ['Comment by dana: "this drops the lock, please fix"'],
    []
  ])
})

it("C40 a comment, a review with its verdict and each line comment are lines; the empty envelope is none", () => {
  const talk = snapshot({
    comments: [comment(31, "dana", 0, "Please cover the empty case.", { association: "MEMBER" })],
    reviews: [
      review(501, "dana", 1, "changes_requested", "Two blockers below.", { association: "MEMBER" }),
      review(502, "erin", 2, "commented", "")
    ],
    diffComments: [
      diffComment(41, "erin", 2, "This drops the last row.", { association: "NONE" }),
      diffComment(42, "erin", 3, "Typo.", { path: "src/read.ts", line: 7 })
    ]
  })
  const url = "https://forge.test/acme/widget/pull/7"
  const lines = [
    `Comment by dana (member): "Please cover the empty case." Answer it or push a fix. ${url}#issuecomment-31`,
    `Review by dana (member), changes requested: "Two blockers below." Answer it or push a fix. ${url}#pullrequestreview-501`,
    `Diff comment by erin on src/parse.ts line 41: "This drops the last row." Answer it or push a fix. ${url}#discussion_r41`,
    `Diff comment by erin on src/read.ts line 7: "Typo." Answer it or push a fix. ${url}#discussion_r42`
  ]
  for (const forge of ["github", "forgejo"] as const) assert.deepStrictEqual(play([{ ...talk, forge }]), [lines])
})

it("C41 a start prints what is open and holds nothing back; the author's words and what they answered print nothing", () => {
  const before = snapshot({
    statuses: [status("build", "failure")],
    comments: [comment(31, "dana", 0, "answered")]
  })
  const after = snapshot({
    statuses: [status("build", "failure")],
    comments: [comment(31, "dana", 0, "answered"), comment(32, "lab-bot", 2, "Done.")],
    reviews: [review(501, "erin", 3, "changes_requested", "One more thing.")]
  })
  assert.deepStrictEqual(brief(play([before])), [
    ["Status failed on aaa1aaa1aaa1: build (failure)", 'Comment by dana: "answered"']
  ])
  assert.deepStrictEqual(brief(play([after])), [
    ["Status failed on aaa1aaa1aaa1: build (failure)", 'Review by erin, changes requested: "One more thing."']
  ])
})

it("C43 a failure of the old head is not repeated while the new one builds", () => {
  const old = snapshot({ checkRuns: [run(11, "build", "failure")] })
  const pushed = snapshot({ pull: { head: "bbb2".repeat(10) }, checkRuns: [run(12, "build", null)] })
  assert.deepStrictEqual(brief(play([old, pushed, pushed], { repeat: 30 })), [
    ["Check failed on aaa1aaa1aaa1: build (failure)"],
    [],
    []
  ])
})

it("C44 a deleted account is shown as ghost and is never the author, of an orphaned pull neither", () => {
  const orphaned = (author: string | null) =>
    snapshot({
      pull: { author },
      comments: [comment(10, author, 0, "hm"), comment(11, author, 5, "[autoland] verdict: pass")],
      reviews: [review(9, author, 1, "changes_requested", "no")]
    })
  const lines = [
    [
      'Comment by ghost: "hm"',
      'Review by ghost, changes requested: "no"',
      'Comment by ghost: "[autoland] verdict: pass"'
    ]
  ]
  assert.deepStrictEqual(brief(play([orphaned(null)])), lines)
  assert.deepStrictEqual(brief(play([orphaned("ghost")])), lines)
})

it("C45 one conflict at the false, open through the null, closed at the true; none from a null alone", () => {
  const polls = [true, null, null, false, null, true].map((mergeable) => snapshot({ pull: { mergeable } }))
  const line = "Conflict: #7 conflicts with main"
  assert.deepStrictEqual(brief(play(polls, { repeat: 30 })), [[], [], [], [line], [`Still open: ${line}`], []])
})

it("C45 Forgejo: a draft and a merge that is still tested are no conflict", () => {
  const forgejo = (pull: Partial<Snapshot["pull"]>) => snapshot({ forge: "forgejo", pull })
  const draft = forgejo({ mergeable: false, draft: true })
  const tested = [forgejo({ mergeable: false }), forgejo({ mergeable: true })]
  assert.deepStrictEqual(play([draft, draft, draft]), [[], [], []])
  assert.deepStrictEqual(play(tested), [[], []])
})

for (const [state, line] of [
  ["merged", "Merged: #7 into main"],
  ["closed", "Closed without a merge: #7"]
] as const) {
  it(`C49 ${state} under the watcher: the comment of that poll, then the end, and nothing open again`, () => {
    const open = snapshot({ checkRuns: [run(1, "unit", "failure")], statuses: [status("scan", "error")] })
    const end = { ...open, comments: [comment(31, "dana", 0, "Thanks.")], pull: { ...open.pull, state } }
    assert.deepStrictEqual(brief(play([open, end], { repeat: 30 })), [
      ["Check failed on aaa1aaa1aaa1: unit (failure)", "Status failed on aaa1aaa1aaa1: scan (error)"],
      ['Comment by dana: "Thanks."', line]
    ])
  })
}
