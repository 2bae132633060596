import { describe } from "@effect/vitest"
import type { Snapshot } from "../../../src/core/watch/snapshot.js"
import { type Rule, table } from "./rules.js"
import { comment, diffComment, minute, quiet, review, said, snapshot } from "./samples.js"

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
    ...(["comments", "diffComments", "reviews"] as const).map((place): Rule => {
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
