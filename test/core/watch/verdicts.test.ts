import { describe } from "@effect/vitest"
import { type Rule, table } from "./rules.js"
import { comment, minute, quiet, snapshot } from "./samples.js"

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
      (word): Rule => [
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
