import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { type ErrGit, ErrMergeRejected } from "../core/errors.js"
import { type Clone, files, git, within } from "./git-process.js"

/** Who a merge commit is by. */
export interface Identity {
  readonly name: string
  readonly email: string
}

/** A merge of the commit `head` into the commit `base`. */
export interface Merge {
  readonly base: string
  readonly head: string
  readonly message: string
  readonly author: Identity
}

/** A worktree that goes with the scope, from git's records first, so that the clone does not remember a lost directory. */
const throwAway = (clone: Clone) =>
  Effect.acquireRelease(
    files("git worktree", () => mkdtemp(join(tmpdir(), "lab-merge-"))),
    (directory) =>
      git("worktree", ["remove", "--force", directory], within(clone)).pipe(
        Effect.ignore,
        Effect.zipRight(files("git worktree", () => rm(directory, { recursive: true, force: true }))),
        Effect.ignore
      )
  )

const signed = ({ name, email }: Identity) => ({
  GIT_AUTHOR_NAME: name,
  GIT_AUTHOR_EMAIL: email,
  GIT_COMMITTER_NAME: name,
  GIT_COMMITTER_EMAIL: email
})

/** Makes the merge commit in the clone and answers its id. What git cannot merge is `ErrMergeRejected`, in its words. */
export const mergeCommit = (
  clone: Clone,
  { author, base, head, message }: Merge
): Effect.Effect<string, ErrGit | ErrMergeRejected> =>
  Effect.gen(function* () {
    const directory = yield* throwAway(clone)
    const there = { at: ["-C", directory], env: signed(author) }
    yield* git("worktree", ["add", "--detach", "--quiet", directory, base], within(clone))
    yield* git("merge", ["--no-ff", "--no-verify", "--no-stat", "-m", message, head], there).pipe(
      Effect.mapError(({ words }) => new ErrMergeRejected({ words }))
    )
    return (yield* git("rev-parse", ["HEAD"], there)).stdout.trim()
  }).pipe(Effect.scoped)
