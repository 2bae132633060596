import { type Check, forgejoStatusWord } from "../../../core/checks.js"
import type { Comment, Pull, Review } from "../../../core/pull.js"
import type * as Wire from "./wire.js"

/** Forgejo's rows in the seam's vocabulary (contract 5.4). */

const deleted = -1

export const loginOf = (user: typeof Wire.User.Type | null): string | null =>
  user?.id === deleted ? null : (user?.login ?? user?.username ?? null)

/** Without its branch a head's `ref` is `refs/pull/N/head`; the label keeps the name. */
const headRef = ({ label, ref }: (typeof Wire.Pull.Type)["head"]): string =>
  ref.startsWith("refs/pull/") && label !== null && label !== "" ? label : ref

export const pullOf = (pull: typeof Wire.Pull.Type): Pull => ({
  number: pull.number,
  title: pull.title,
  body: pull.body ?? "",
  state: pull.merged === true ? "merged" : pull.state === "closed" ? "closed" : "open",
  draft: pull.draft ?? false,
  author: loginOf(pull.user),
  url: pull.html_url,
  head: { ref: headRef(pull.head), sha: pull.head.sha, repo: pull.head.repo?.full_name ?? null },
  base: { ref: pull.base.ref, repo: pull.base.repo?.full_name ?? null },
  mergeable: pull.mergeable,
  mergeCommit: pull.merge_commit_sha
})

export const checkOf = (status: typeof Wire.Status.Type): Check => ({
  name: status.context,
  ...forgejoStatusWord(status.status ?? ""),
  summary: status.description ?? "",
  url: status.target_url ?? ""
})

const reviewWords: Readonly<Record<string, string>> = {
  APPROVED: "approved",
  REQUEST_CHANGES: "changes_requested",
  COMMENT: "commented",
  REQUEST_REVIEW: "review_requested"
}

/** A dismissal leaves the word and sets a flag. */
export const reviewOf = (review: typeof Wire.Review.Type): Review => ({
  id: review.id,
  reviewer: loginOf(review.user),
  state: reviewWords[review.state] ?? review.state.toLowerCase(),
  body: review.body ?? "",
  dismissed: review.dismissed ?? false,
  commit: review.commit_id === "" ? null : review.commit_id,
  submittedAt: review.submitted_at
})

export const commentOf = (comment: typeof Wire.Comment.Type): Comment => ({
  id: comment.id,
  author: loginOf(comment.user),
  body: comment.body ?? "",
  createdAt: comment.created_at,
  updatedAt: comment.updated_at,
  url: comment.html_url
})
