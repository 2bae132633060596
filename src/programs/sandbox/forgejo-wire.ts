import * as Effect from "effect/Effect"
import type { ErrGit } from "../../core/errors.js"
import { wireTime, wireTimeOrNull } from "./encoding.js"
import { forgejoRepository, forgejoUser } from "./forgejo-repository.js"
import { isDraft } from "./merging.js"
import type { CommentRecord, LineCommentRecord, PullRecord, ReviewRecord } from "./records.js"
import type { Commit } from "./repository.js"
import type { Ask } from "./route.js"
import type { World } from "./world.js"

/** Forgejo's shapes, key for key as recorded (`forgejo-wire.md` 2, 6, 7). */
const pageOf = (ask: Ask, world: World, pull: PullRecord): string => `${ask.web}/${world.fullName}/pulls/${pull.number}`

const forkId = (pull: PullRecord, world: World): number =>
  pull.head.repo === null ? -1 : pull.head.repo === world.fullName ? 3 : 9

/** A pull; `mergeable` and the fork point are asked of git. A head whose branch is gone is named by `refs/pull/{n}/head`. */
export const forgejoPull = (ask: Ask, world: World, pull: PullRecord): Effect.Effect<unknown, ErrGit> =>
  Effect.gen(function* () {
    const page = pageOf(ask, world, pull)
    const { sha, gone } = world.head(pull)
    const base = world.branch(pull.base) ?? ""
    const mergeable = (yield* world.mergeable(pull)) === true && !isDraft(pull)
    const mergeBase = base === "" || sha === "" ? "" : (yield* world.repository.compare(base, sha)).mergeBase
    const requested = pull.reviews.filter(({ state }) => state === "review_requested")
    return {
      id: pull.id,
      url: world.forgejo === 15 ? page : `${ask.api}/repos/${world.fullName}/pulls/${pull.number}`,
      number: pull.number,
      user: forgejoUser(ask, pull.author),
      title: pull.title,
      body: pull.body,
      labels: [],
      milestone: null,
      assignee: null,
      assignees: null,
      requested_reviewers: requested.map(({ author }) => forgejoUser(ask, author)),
      requested_reviewers_teams: [],
      state: pull.state,
      draft: isDraft(pull),
      is_locked: false,
      comments: pull.comments.length,
      review_comments: pull.lineComments.length,
      additions: 1,
      deletions: 0,
      changed_files: 1,
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      mergeable,
      merged: pull.merged !== null,
      merged_at: wireTimeOrNull(pull.merged?.at),
      merge_commit_sha: pull.merged?.commit ?? null,
      merged_by: pull.merged === null ? null : forgejoUser(ask, pull.merged.by),
      allow_maintainer_edit: false,
      base: { label: pull.base, ref: pull.base, sha: base, repo_id: 3, repo: forgejoRepository(ask, world) },
      head: {
        label: pull.head.ref,
        ref: gone ? `refs/pull/${pull.number}/head` : pull.head.ref,
        sha,
        repo_id: forkId(pull, world),
        repo: pull.head.repo === null ? null : forgejoRepository(ask, world, pull.head.repo)
      },
      merge_base: mergeBase,
      due_date: null,
      created_at: wireTime(pull.createdAt),
      updated_at: wireTime(pull.updatedAt),
      closed_at: wireTimeOrNull(pull.closedAt),
      pin_order: 0,
      flow: 0
    }
  })

export const forgejoComment = (ask: Ask, world: World, pull: PullRecord, comment: CommentRecord) => ({
  id: comment.id,
  html_url: `${pageOf(ask, world, pull)}#issuecomment-${comment.id}`,
  pull_request_url: pageOf(ask, world, pull),
  issue_url: "",
  user: forgejoUser(ask, comment.author),
  original_author: "",
  original_author_id: 0,
  body: comment.body,
  assets: [],
  created_at: wireTime(comment.createdAt),
  updated_at: wireTime(comment.updatedAt)
})

const reviewWords: Readonly<Record<string, string>> = {
  approved: "APPROVED",
  changes_requested: "REQUEST_CHANGES",
  commented: "COMMENT",
  pending: "PENDING",
  review_requested: "REQUEST_REVIEW"
}

export const forgejoReview = (ask: Ask, world: World, pull: PullRecord, review: ReviewRecord) => {
  const verdict = review.state === "approved" || review.state === "changes_requested"
  return {
    id: review.id,
    user: forgejoUser(ask, review.author),
    team: null,
    state: reviewWords[review.state] ?? review.state,
    body: review.body,
    commit_id: review.commit,
    stale: review.commit !== "" && review.commit !== world.head(pull).sha,
    official: !review.dismissed && (verdict || review.state === "review_requested"),
    dismissed: review.dismissed,
    comments_count: pull.lineComments.filter((comment) => comment.review === review.id).length,
    submitted_at: wireTime(review.submittedAt),
    updated_at: wireTime(review.submittedAt),
    html_url: review.state === "review_requested" ? "" : `${pageOf(ask, world, pull)}#issuecomment-${review.id}`,
    pull_request_url: pageOf(ask, world, pull)
  }
}

export const forgejoLineComment = (ask: Ask, world: World, pull: PullRecord, comment: LineCommentRecord) => ({
  id: comment.id,
  body: comment.body,
  user: forgejoUser(ask, comment.author),
  resolver: null,
  pull_request_review_id: comment.review ?? 0,
  created_at: wireTime(comment.createdAt),
  updated_at: wireTime(comment.updatedAt),
  path: comment.path,
  commit_id: comment.commit,
  original_commit_id: "",
  diff_hunk: "@@ -0,0 +1 @@\n+one",
  position: comment.line ?? 0,
  original_position: 0,
  ...(world.forgejo === 15 ? {} : { extra_lines_count: 0 }),
  html_url: `${pageOf(ask, world, pull)}#issuecomment-${comment.id}`,
  pull_request_url: pageOf(ask, world, pull)
})

export const forgejoCommit = (ask: Ask, world: World, commit: Commit) => {
  const signature = { name: commit.author, email: `${commit.author}@sandbox.invalid`, date: wireTime(commit.at) }
  const url = (sha: string) => `${ask.api}/repos/${world.fullName}/git/commits/${sha}`
  return {
    url: url(commit.sha),
    sha: commit.sha,
    created: wireTime(commit.at),
    html_url: `${ask.web}/${world.fullName}/commit/${commit.sha}`,
    commit: {
      url: url(commit.sha),
      author: signature,
      committer: signature,
      message: commit.message,
      tree: {
        url: `${ask.api}/repos/${world.fullName}/git/trees/${commit.tree}`,
        sha: commit.tree,
        created: wireTime(commit.at)
      },
      verification: null
    },
    author: null,
    committer: null,
    parents: commit.parents.map((sha) => ({ url: url(sha), sha, created: "0001-01-01T00:00:00Z" })),
    files: [],
    stats: { total: 1, additions: 1, deletions: 0 }
  }
}
