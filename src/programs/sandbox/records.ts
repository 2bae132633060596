export interface CommentRecord {
  readonly id: number
  author: string | null
  body: string
  readonly createdAt: number
  updatedAt: number
}

export interface LineCommentRecord extends CommentRecord {
  readonly path: string
  readonly line: number | null
  readonly review: number | null
  readonly commit: string
}

export interface ReviewRecord {
  readonly id: number
  author: string | null
  /** `approved`, `changes_requested`, `commented`, `pending`, `review_requested`. */
  state: string
  body: string
  dismissed: boolean
  readonly commit: string
  readonly submittedAt: number
}

/** Times are milliseconds since 1970. What is not readonly may be changed by a test as it likes. */
export interface PullRecord {
  readonly number: number
  readonly id: number
  title: string
  body: string
  author: string | null
  state: "open" | "closed"
  draft: boolean
  head: { readonly ref: string; repo: string | null }
  base: string
  /** The last tip seen; what remains when the branch is gone or the pull is closed. */
  sha: string
  /** Undefined: asked of git. Null: the forge still computes it. */
  mergeable: boolean | null | undefined
  merged: { readonly at: number; readonly by: string; readonly commit: string } | null
  readonly createdAt: number
  updatedAt: number
  closedAt: number | null
  readonly comments: Array<CommentRecord>
  readonly lineComments: Array<LineCommentRecord>
  readonly reviews: Array<ReviewRecord>
}

export interface NewPullRecord {
  readonly number?: number
  readonly title?: string
  readonly body?: string
  readonly author?: string | null
  readonly head?: string
  readonly base?: string
  readonly draft?: boolean
  /** A made-up tip for the head branch, where no git is wanted. */
  readonly sha?: string
  /** `owner/name` of a fork. */
  readonly repo?: string
}
