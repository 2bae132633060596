import type { Comment, Pull, Review } from "../../../core/pull.js"
import type * as Wire from "./wire.js"

/** GitHub's rows in the seam's vocabulary (contract 5.5). */

export const pullOf = (pull: typeof Wire.Pull.Type): Pull => ({
  number: pull.number,
  title: pull.title,
  body: pull.body ?? "",
  state: pull.merged === true || pull.merged_at !== null ? "merged" : pull.state === "closed" ? "closed" : "open",
  draft: pull.draft ?? false,
  author: pull.user?.login ?? null,
  url: pull.html_url,
  head: { ref: pull.head.ref, sha: pull.head.sha, repo: pull.head.repo?.full_name ?? null },
  base: { ref: pull.base.ref, repo: pull.base.repo?.full_name ?? null },
  mergeable: pull.mergeable,
  mergeCommit: pull.merge_commit_sha
})

/** A dismissal changes the state of the review in place. */
export const reviewOf = (review: typeof Wire.Review.Type): Review => ({
  id: review.id,
  reviewer: review.user?.login ?? null,
  state: review.state.toLowerCase(),
  body: review.body ?? "",
  dismissed: review.state === "DISMISSED",
  commit: review.commit_id,
  submittedAt: review.submitted_at
})

export const commentOf = (comment: typeof Wire.Comment.Type): Comment => ({
  id: comment.id,
  author: comment.user?.login ?? null,
  body: comment.body ?? "",
  createdAt: comment.created_at,
  updatedAt: comment.updated_at,
  url: comment.html_url
})
