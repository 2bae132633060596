import * as Effect from "effect/Effect"
import type { ErrGit } from "../../core/errors.js"
import type { PullRecord } from "./records.js"
import type { World } from "./world.js"

/** Why a merge did not happen; each wire says it in its own words. */
export type Refusal = "already-merged" | "closed" | "draft" | "conflict" | "head-moved" | "base-moved"

export type MergeOutcome = { readonly merged: string } | { readonly refused: Refusal }

export interface MergeRequest {
  /** The head that the client saw; absent: any. */
  readonly expected: string | undefined
  readonly squash: boolean
  readonly message: string
  readonly by: string
}

/** A draft by its flag, or by Forgejo's title prefix. */
export const isDraft = (pull: PullRecord): boolean => pull.draft || /^(wip:|\[wip\])/i.test(pull.title)

const attempt = (world: World, pull: PullRecord, request: MergeRequest): Effect.Effect<MergeOutcome, ErrGit> =>
  Effect.gen(function* () {
    if (pull.merged !== null) return { refused: "already-merged" }
    if (pull.state === "closed") return { refused: "closed" }
    if (isDraft(pull)) return { refused: "draft" }
    if ((yield* world.mergeable(pull)) !== true) return { refused: "conflict" }
    const { sha } = world.head(pull)
    if (request.expected !== undefined && request.expected !== sha) return { refused: "head-moved" }
    const { squash, message, by } = request
    const commit = yield* world.repository.merge({ base: pull.base, head: sha, squash, message, by })
    if (commit === undefined) return { refused: "base-moved" }
    world.close(pull.number)
    pull.merged = { at: world.now(), by, commit }
    return { merged: commit }
  })

/**
 * Merges a pull in the repository, in Forgejo's order of checks (`forgejo-wire.md` 8): the state first, the head last. One merge
 * at a time. Fails with `ErrGit` where git itself fails.
 */
export const merge = (world: World, pull: PullRecord, request: MergeRequest): Effect.Effect<MergeOutcome, ErrGit> =>
  world.merging.withPermits(1)(attempt(world, pull, request))
