import * as Schema from "effect/Schema"
import type { Instant } from "./instant.js"

export const PullState = Schema.Literal("open", "merged", "closed")
export type PullState = typeof PullState.Type

/** A pull request, or a change request of the builtin backend. */
export interface Pull {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly state: PullState
  readonly draft: boolean
  /** Null for a deleted account. */
  readonly author: string | null
  readonly url: string
  /** `repo` is `owner/name`, null when the fork is gone; `sha` is `""` when nothing resolves. */
  readonly head: { readonly ref: string; readonly sha: string; readonly repo: string | null }
  readonly base: { readonly ref: string; readonly repo: string | null }
  /** Null while the forge still computes it, and in lists. */
  readonly mergeable: boolean | null
  readonly mergeCommit: string | null
}

/** `approved`, `changes_requested`, `commented`, `review_requested`, `dismissed`, or the forge's own word in lower case. */
export interface Review {
  readonly id: number
  /** Null for a deleted account and for a team. */
  readonly reviewer: string | null
  readonly state: string
  readonly body: string
  readonly dismissed: boolean
  readonly commit: string | null
  /** Null for a review that is not submitted. */
  readonly submittedAt: Instant | null
}

export interface Comment {
  readonly id: number
  /** Null for a deleted account. */
  readonly author: string | null
  readonly body: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly url: string
}

export interface NewPull {
  readonly title: string
  readonly body: string
  readonly head: string
  readonly base: string
}

/** How many closed pulls a list shows after the open ones (contract 2.2). */
export const closedWindow = 50

/** What stands in for a deleted account. */
export const ghost = "ghost"

/** The pull that answers for a head among several: an open one, else a merged one, else a closed one (contract 8.7). */
export const standing = (pulls: ReadonlyArray<Pull>): Pull | undefined =>
  pulls.find(({ state }) => state === "open") ?? pulls.find(({ state }) => state === "merged") ?? pulls[0]
