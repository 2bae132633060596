import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { HeadChecks } from "../../core/checks.js"
import type { ErrDuplicateOpenPull, ErrMergeRejected, ErrUnsupported } from "../../core/errors.js"
import type { Comment, NewPull, Pull, Review } from "../../core/pull.js"
import type { Snapshot } from "../../core/watch/snapshot.js"
import type { HeadLogs, LogError } from "./check-logs.js"
import type { ReadError } from "./read-error.js"

/** One repository's forge, or lab's own change requests: one vocabulary over three backends (contract 5). */
export interface TrackerService {
  /** Fails with `ErrNotFound` for an unknown number; so does every method that takes one, unless said otherwise. */
  readonly pull: (n: number) => Effect.Effect<Pull, ReadError>
  /** All open ones, then at most `closedWindow` of the most recently closed. */
  readonly pulls: Effect.Effect<ReadonlyArray<Pull>, ReadError>
  /** Exact matches of head branch and base branch, in any state; none is an empty answer. */
  readonly pullsForHead: (head: string, base: string) => Effect.Effect<ReadonlyArray<Pull>, ReadError>
  readonly createPull: (pull: NewPull) => Effect.Effect<Pull, ReadError | ErrDuplicateOpenPull>
  /**
   * Merges when the head is still `expected` (the head read now when absent). An already merged pull is success. After a
   * failure that may have merged, the pull is read again before answering (contract 12.2.24). Never repeated.
   */
  readonly mergePull: (n: number, expected?: string) => Effect.Effect<Pull, ReadError | ErrMergeRejected>
  /** Oldest first. */
  readonly reviews: (n: number) => Effect.Effect<ReadonlyArray<Review>, ReadError>
  /** The conversation, oldest first. */
  readonly pullComments: (n: number) => Effect.Effect<ReadonlyArray<Comment>, ReadError | ErrUnsupported>
  /** The rows of the head of this moment, in the forge's order; the pull is read first, nothing is kept from before. */
  readonly checks: (n: number) => Effect.Effect<HeadChecks, ReadError>
  /** The rows of the head of this moment, read as `checks` reads them, and the way to their logs (contract 6.4, 6.5). */
  readonly checkLogs: (n: number) => Effect.Effect<HeadLogs, LogError>
  /** All that a watch looks at, read at this moment: the pull, then everything else side by side (watch-spec). */
  readonly snapshot: (n: number) => Effect.Effect<Snapshot, ReadError>
  /** Read from the forge at this moment. */
  readonly defaultBranch: Effect.Effect<string, ReadError>
}

const missing = (method: string) => Effect.dieMessage(`Tracker.${method} was not given to this test`)

export class Tracker extends Context.Tag("lab/Tracker")<Tracker, TrackerService>() {
  /** Of the methods that a test gives; any other fails loudly when it is called. */
  static readonly test = (given: Partial<TrackerService>): Layer.Layer<Tracker> =>
    Layer.succeed(Tracker, {
      pull: () => missing("pull"),
      pulls: missing("pulls"),
      pullsForHead: () => missing("pullsForHead"),
      createPull: () => missing("createPull"),
      mergePull: () => missing("mergePull"),
      reviews: () => missing("reviews"),
      pullComments: () => missing("pullComments"),
      checks: () => missing("checks"),
      checkLogs: () => missing("checkLogs"),
      snapshot: () => missing("snapshot"),
      defaultBranch: missing("defaultBranch"),
      ...given
    })
}
