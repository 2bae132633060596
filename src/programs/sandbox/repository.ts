import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import type { ErrGit } from "../../core/errors.js"

export interface Commit {
  readonly sha: string
  readonly message: string
  readonly author: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly tree: string
  readonly parents: ReadonlyArray<string>
}

export interface Comparison {
  readonly mergeBase: string
  /** Commits of the head that the base lacks. */
  readonly ahead: number
  readonly conflict: boolean
}

export interface NewCommit {
  readonly branch: string
  /** The branch to start from; the tip of `branch` itself when absent, nothing when that is new too. */
  readonly from?: string
  /** Path to content; null deletes. */
  readonly files?: Readonly<Record<string, string | null>>
  readonly message?: string
}

export interface MergeOrder {
  readonly base: string
  readonly head: string
  readonly squash: boolean
  readonly message: string
  readonly by: string
}

/** Where the sandbox keeps its commits: a real bare repository, or names and made-up ids alone. */
export interface Repository {
  /** The bare repository's folder, to push to; null without git. */
  readonly path: string | null
  /** The tip of a branch as it stands now. */
  readonly branch: (name: string) => string | undefined
  readonly commit: (sha: string) => Effect.Effect<Commit | undefined, ErrGit>
  readonly compare: (base: string, head: string) => Effect.Effect<Comparison, ErrGit>
  /** Merges a commit into the base branch. Undefined: a conflict, or the base moved meanwhile; nothing was changed. */
  readonly merge: (order: MergeOrder) => Effect.Effect<string | undefined, ErrGit>
  /** Adds a commit to a branch and gives its id. */
  readonly write: (commit: NewCommit) => Effect.Effect<string, ErrGit>
}

/** An id that looks like a commit's and is always the same for the same text. */
export const madeUpSha = (text: string): string => createHash("sha1").update(text).digest("hex")

/** No git at all: branches are the given names, every merge succeeds. Quick enough for one instance a test. */
export const memoryRepository = (branches: Map<string, string>, now: () => number): Repository => {
  const commits = new Map<string, Commit>()
  /** A commit's date is a part of it: asked again, it is the same. */
  const begun = now()
  const add = (branch: string, message: string, author: string, parents: ReadonlyArray<string>): string => {
    const sha = madeUpSha(`${commits.size} ${branch} ${message}`)
    commits.set(sha, { sha, message, author, at: now(), tree: madeUpSha(`tree ${sha}`), parents })
    branches.set(branch, sha)
    return sha
  }
  /** A tip that a test only named has to answer too. */
  const named = (sha: string): Commit | undefined =>
    [...branches.values()].includes(sha)
      ? { sha, message: "made up", author: "lab-bot", at: begun, tree: madeUpSha(`tree ${sha}`), parents: [] }
      : undefined
  return {
    path: null,
    branch: (name) => branches.get(name),
    commit: (sha) => Effect.sync(() => commits.get(sha) ?? named(sha)),
    compare: (base, head) => Effect.succeed({ mergeBase: base, ahead: base === head ? 0 : 1, conflict: false }),
    merge: ({ base, head, squash, message, by }) =>
      Effect.sync(() => {
        const tip = branches.get(base)
        return tip === undefined ? undefined : add(base, message, by, squash ? [tip] : [tip, head])
      }),
    write: ({ branch, from, message }) =>
      Effect.sync(() => {
        const parent = branches.get(from ?? branch)
        return add(branch, message ?? `Change ${branch}`, "lab-bot", parent === undefined ? [] : [parent])
      })
  }
}
