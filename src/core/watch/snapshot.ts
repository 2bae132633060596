import * as Schema from "effect/Schema"
import { Instant } from "../instant.js"
import { PullState } from "../pull.js"

/** What one poll of the watch reads, in one vocabulary for all forges; also the answer of `GET /agent/v1/prs/{n}/snapshot`. */

/** Null for a deleted account. */
const Login = Schema.NullOr(Schema.String)

/** The forge's own word for what the writer is to the repository; null where it has none. */
const Association = Schema.NullOr(Schema.String)

const comment = {
  id: Schema.Int,
  author: Login,
  association: Association,
  body: Schema.String,
  /** The last edit, which is the creation when there was none. */
  editedAt: Instant,
  url: Schema.String
}

export const WatchedComment = Schema.Struct(comment)
export type WatchedComment = typeof WatchedComment.Type

export const WatchedDiffComment = Schema.Struct({
  ...comment,
  path: Schema.String,
  /** Null when the comment is outdated or about the whole file. */
  line: Schema.NullOr(Schema.Int)
})
export type WatchedDiffComment = typeof WatchedDiffComment.Type

export const WatchedReview = Schema.Struct({
  id: Schema.Int,
  author: Login,
  association: Association,
  /** `approved`, `changes_requested`, `commented`, `review_requested`, `pending`, `dismissed`, or the forge's own word in lower case. */
  state: Schema.String,
  dismissed: Schema.Boolean,
  body: Schema.String,
  /** Null for a review that is not submitted. */
  submittedAt: Schema.NullOr(Instant),
  /** Null where the forge does not tell: GitHub's REST API never does. */
  editedAt: Schema.NullOr(Instant),
  url: Schema.String
})
export type WatchedReview = typeof WatchedReview.Type

export const WatchedCheckRun = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  status: Schema.String,
  conclusion: Schema.NullOr(Schema.String),
  url: Schema.NullOr(Schema.String),
  /** The slug of the app that made it. */
  app: Schema.NullOr(Schema.String),
  /** What tells the workflows of an app apart; null where it was not asked, since no other run has this name. */
  workflow: Schema.NullOr(Schema.String)
})
export type WatchedCheckRun = typeof WatchedCheckRun.Type

export const WatchedStatus = Schema.Struct({
  context: Schema.String,
  state: Schema.String,
  description: Schema.NullOr(Schema.String),
  /** May be a path of the forge's host. */
  url: Schema.NullOr(Schema.String)
})
export type WatchedStatus = typeof WatchedStatus.Type

export const WatchedPull = Schema.Struct({
  number: Schema.Int,
  author: Login,
  url: Schema.String,
  state: PullState,
  mergeCommit: Schema.NullOr(Schema.String),
  /** The whole hash; `""` when nothing resolves. */
  head: Schema.String,
  base: Schema.String,
  /** Null while the forge computes it. */
  mergeable: Schema.NullOr(Schema.Boolean),
  draft: Schema.Boolean
})
export type WatchedPull = typeof WatchedPull.Type

export const Snapshot = Schema.Struct({
  /** Decides what `mergeable: false` means. */
  forge: Schema.Literal("github", "forgejo", "builtin"),
  pull: WatchedPull,
  /** The committer date of the head commit; null where there is none to read. */
  headAt: Schema.NullOr(Instant),
  /** The conversation; at least what was edited since `headAt`. */
  comments: Schema.Array(WatchedComment),
  /** At least what was edited since `headAt`, without those of a pending review. */
  diffComments: Schema.Array(WatchedDiffComment),
  reviews: Schema.Array(WatchedReview),
  /** Of the head, every run of a name. */
  checkRuns: Schema.Array(WatchedCheckRun),
  /** Of the head, the latest of each context. */
  statuses: Schema.Array(WatchedStatus)
})
export type Snapshot = typeof Snapshot.Type
