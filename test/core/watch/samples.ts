import { type Instant, instantOf } from "../../../src/core/instant.js"
import { afterFailure, afterSnapshot, beginWatch, type WatchState } from "../../../src/core/watch/fold.js"
import { plainLine } from "../../../src/core/watch/line.js"
import type {
  Snapshot,
  WatchedCheckRun,
  WatchedComment,
  WatchedDiffComment,
  WatchedPull,
  WatchedReview,
  WatchedStatus
} from "../../../src/core/watch/snapshot.js"

/** Snapshots by the few facts that matter to a test. */

export const start = Date.UTC(2026, 0, 1, 12)

/** So many minutes after ten. */
export const minute = (minutes: number): Instant => instantOf(Date.UTC(2026, 0, 1, 10) + minutes * 60_000)

export const web = "https://forge.test/acme/widget"
export const pullUrl = `${web}/pull/7`

export const pull: WatchedPull = {
  number: 7,
  author: "lab-bot",
  url: pullUrl,
  state: "open",
  mergeCommit: null,
  head: "aaa1".repeat(10),
  base: "main",
  mergeable: true,
  draft: false
}

export const snapshot = (
  more: Partial<Omit<Snapshot, "pull">> & { readonly pull?: Partial<WatchedPull> } = {}
): Snapshot => ({
  forge: "github",
  headAt: minute(-60),
  comments: [],
  diffComments: [],
  reviews: [],
  checkRuns: [],
  statuses: [],
  ...more,
  pull: { ...pull, ...more.pull }
})

export const comment = (
  id: number,
  author: string | null,
  minutes: number,
  body: string,
  more: Partial<WatchedComment> = {}
): WatchedComment => ({
  id,
  author,
  association: null,
  body,
  editedAt: minute(minutes),
  url: `${pullUrl}#issuecomment-${id}`,
  ...more
})

export const diffComment = (
  id: number,
  author: string | null,
  minutes: number,
  body: string,
  more: Partial<WatchedDiffComment> = {}
): WatchedDiffComment => ({
  ...comment(id, author, minutes, body),
  path: "src/parse.ts",
  line: 41,
  url: `${pullUrl}#discussion_r${id}`,
  ...more
})

export const review = (
  id: number,
  author: string | null,
  minutes: number,
  state: string,
  body = "",
  more: Partial<WatchedReview> = {}
): WatchedReview => ({
  id,
  author,
  association: null,
  state,
  dismissed: state === "dismissed",
  body,
  submittedAt: minute(minutes),
  editedAt: null,
  url: `${pullUrl}#pullrequestreview-${id}`,
  ...more
})

export const run = (
  id: number,
  name: string,
  conclusion: string | null,
  more: Partial<WatchedCheckRun> = {}
): WatchedCheckRun => ({
  id,
  name,
  status: conclusion === null ? "in_progress" : "completed",
  conclusion,
  url: `${web}/job/${id}`,
  app: "github-actions",
  workflow: null,
  ...more
})

export const status = (context: string, state: string, url: string | null = null): WatchedStatus => ({
  context,
  state,
  description: null,
  url
})

/** What a watch prints, poll by poll: of each a snapshot, or the reason of its failure. */
export const play = (
  polls: ReadonlyArray<Snapshot | string>,
  { every = 30, repeat = 600 }: { readonly every?: number; readonly repeat?: number } = {}
): ReadonlyArray<ReadonlyArray<string>> => {
  let state: WatchState = beginWatch
  return polls.map((poll, i) => {
    const now = start + i * every * 1000
    const step =
      typeof poll === "string" ? afterFailure(state, poll, now) : afterSnapshot(state, poll, now, repeat * 1000)
    state = step.state
    return step.lines.map(plainLine)
  })
}

/** The same lines without their links and requests, which are the same for all of a kind. */
export const brief = (lines: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<ReadonlyArray<string>> =>
  lines.map((poll) =>
    poll.map((line) => line.replace(/( (Answer it|Fix it|Resolve)[^.]*\.)? https:\S+$/, "").replace(/\.$/, ""))
  )

export const quiet = snapshot()

/** With one comment of dana's. */
export const said = (body: string, minutes = 0): Snapshot => snapshot({ comments: [comment(1, "dana", minutes, body)] })
