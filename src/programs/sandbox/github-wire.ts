import { wireTime, wireTimeOrNull } from "./encoding.js"
import { githubRepository, githubUser } from "./github-repository.js"
import { isDraft } from "./merging.js"
import type { CommentRecord, LineCommentRecord, PullRecord, ReviewRecord } from "./records.js"
import { type Commit, madeUpSha } from "./repository.js"
import type { Ask } from "./route.js"
import type { World } from "./world.js"

/** The short form, as lists and the answer to a review request have it. */
export const githubPullRow = (ask: Ask, world: World, pull: PullRecord) => {
  const url = `${ask.api}/repos/${world.fullName}/pulls/${pull.number}`
  const [headOwner = ""] = (pull.head.repo ?? "").split("/")
  return {
    url,
    id: pull.id,
    node_id: `PR_${pull.id}`,
    html_url: `${ask.web}/${world.fullName}/pull/${pull.number}`,
    issue_url: `${ask.api}/repos/${world.fullName}/issues/${pull.number}`,
    number: pull.number,
    state: pull.state,
    locked: false,
    title: pull.title,
    user: githubUser(ask, pull.author),
    body: pull.body === "" ? null : pull.body,
    created_at: wireTime(pull.createdAt),
    updated_at: wireTime(pull.updatedAt),
    closed_at: wireTimeOrNull(pull.closedAt),
    merged_at: wireTimeOrNull(pull.merged?.at),
    merge_commit_sha: pull.merged?.commit ?? madeUpSha(`test merge ${pull.sha}`),
    assignee: null,
    assignees: [],
    requested_reviewers: pull.reviews
      .filter(({ state }) => state === "review_requested")
      .map(({ author }) => githubUser(ask, author)),
    requested_teams: [],
    labels: [],
    milestone: null,
    draft: isDraft(pull),
    head: {
      label: `${headOwner === "" ? "unknown" : headOwner}:${pull.head.ref}`,
      ref: pull.head.ref,
      sha: world.head(pull).sha,
      user: pull.head.repo === null ? null : githubUser(ask, headOwner),
      repo: pull.head.repo === null ? null : githubRepository(ask, world, pull.head.repo)
    },
    base: {
      label: `${world.owner}:${pull.base}`,
      ref: pull.base,
      sha: world.branch(pull.base) ?? "",
      user: githubUser(ask, world.owner),
      repo: githubRepository(ask, world)
    },
    author_association: "CONTRIBUTOR",
    auto_merge: null,
    active_lock_reason: null
  }
}

/** The words of a pull that could be merged, or not, or of which nothing is known yet. */
const mergeableState = (pull: PullRecord, mergeable: boolean | null): string =>
  mergeable === null ? "unknown" : !mergeable ? "dirty" : isDraft(pull) ? "draft" : "clean"

export const githubPull = (ask: Ask, world: World, pull: PullRecord, mergeable: boolean | null) => ({
  ...githubPullRow(ask, world, pull),
  merged: pull.merged !== null,
  mergeable,
  rebaseable: mergeable,
  mergeable_state: mergeableState(pull, mergeable),
  merged_by: githubUser(ask, pull.merged?.by ?? null),
  comments: pull.comments.length,
  review_comments: pull.lineComments.length,
  maintainer_can_modify: false,
  commits: 1,
  additions: 1,
  deletions: 0,
  changed_files: 1
})

export const githubComment = (ask: Ask, world: World, pull: PullRecord, comment: CommentRecord) => ({
  url: `${ask.api}/repos/${world.fullName}/issues/comments/${comment.id}`,
  html_url: `${ask.web}/${world.fullName}/pull/${pull.number}#issuecomment-${comment.id}`,
  issue_url: `${ask.api}/repos/${world.fullName}/issues/${pull.number}`,
  id: comment.id,
  node_id: `IC_${comment.id}`,
  user: githubUser(ask, comment.author),
  created_at: wireTime(comment.createdAt),
  updated_at: wireTime(comment.updatedAt),
  author_association: "CONTRIBUTOR",
  body: comment.body,
  performed_via_github_app: null
})

export const githubLineComment = (ask: Ask, world: World, pull: PullRecord, comment: LineCommentRecord) => ({
  id: comment.id,
  node_id: `PRRC_${comment.id}`,
  pull_request_review_id: comment.review,
  url: `${ask.api}/repos/${world.fullName}/pulls/comments/${comment.id}`,
  html_url: `${ask.web}/${world.fullName}/pull/${pull.number}#discussion_r${comment.id}`,
  pull_request_url: `${ask.api}/repos/${world.fullName}/pulls/${pull.number}`,
  path: comment.path,
  diff_hunk: "@@ -0,0 +1 @@\n+one",
  line: comment.line,
  original_line: comment.line ?? 1,
  side: "RIGHT",
  subject_type: "line",
  position: comment.line,
  commit_id: comment.commit,
  original_commit_id: comment.commit,
  body: comment.body,
  user: githubUser(ask, comment.author),
  created_at: wireTime(comment.createdAt),
  updated_at: wireTime(comment.updatedAt),
  author_association: "CONTRIBUTOR"
})

const reviewWords: Readonly<Record<string, string>> = {
  approved: "APPROVED",
  changes_requested: "CHANGES_REQUESTED",
  commented: "COMMENTED",
  pending: "PENDING"
}

export const githubReview = (ask: Ask, world: World, pull: PullRecord, review: ReviewRecord) => ({
  id: review.id,
  node_id: `PRR_${review.id}`,
  user: githubUser(ask, review.author),
  body: review.body,
  state: review.dismissed ? "DISMISSED" : (reviewWords[review.state] ?? review.state.toUpperCase()),
  html_url: `${ask.web}/${world.fullName}/pull/${pull.number}#pullrequestreview-${review.id}`,
  pull_request_url: `${ask.api}/repos/${world.fullName}/pulls/${pull.number}`,
  author_association: "CONTRIBUTOR",
  ...(review.state === "pending" ? {} : { submitted_at: wireTime(review.submittedAt) }),
  commit_id: review.commit
})

export const githubCommit = (ask: Ask, world: World, commit: Commit) => {
  const signature = { name: commit.author, email: `${commit.author}@sandbox.invalid`, date: wireTime(commit.at) }
  const url = (sha: string) => `${ask.api}/repos/${world.fullName}/commits/${sha}`
  return {
    sha: commit.sha,
    node_id: `C_${commit.sha}`,
    commit: {
      author: signature,
      committer: signature,
      message: commit.message,
      tree: { sha: commit.tree },
      comment_count: 0
    },
    url: url(commit.sha),
    html_url: `${ask.web}/${world.fullName}/commit/${commit.sha}`,
    author: githubUser(ask, commit.author),
    committer: githubUser(ask, commit.author),
    parents: commit.parents.map((sha) => ({ sha, url: url(sha) }))
  }
}
