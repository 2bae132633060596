import * as Chunk from "effect/Chunk"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { epochMillis } from "../core/instant.js"
import { afterFailure, afterSnapshot, beginWatch, type WatchState } from "../core/watch/fold.js"
import type { WatchLine } from "../core/watch/line.js"
import { jsonLine, plainLine } from "../core/watch/line.js"
import { PollFailure } from "../core/watch/poll-failure.js"
import type { Snapshot } from "../core/watch/snapshot.js"
import { Output } from "../services/output.js"

/** How a watch goes about it; times in milliseconds. */
export interface WatchOptions {
  /** What the errors call the program. */
  readonly command: string
  readonly n: number
  /** From the end of a poll to the next one. */
  readonly poll: number
  /** From the line of an open finding to its next one. */
  readonly repeat: number
  readonly json: boolean
}

/** How a poll reads. */
export type SnapshotRead<R = never> = Effect.Effect<Snapshot, PollFailure, R>

const pollTimeout = "30 seconds"

const tooLate = () => new PollFailure({ reason: "no answer within 30 s", missing: false })

interface Turn {
  /** Undefined before the first poll. */
  readonly state: WatchState | undefined
  /** Milliseconds until it comes. */
  readonly wait: number
}

/** The next poll comes at the usual cadence, and not before a limit ends. */
const waitAfter = (failure: PollFailure, poll: number, now: number): number =>
  Math.max(poll, failure.notBefore === undefined ? 0 : epochMillis(failure.notBefore) - now)

/**
 * Every line of a watch, poll after poll, until the pull is merged or closed (watch-spec). No failure of a poll ends it, but for a pull
 * that is not there at the first one: the stream fails with that.
 */
export const watchLines = <R>(
  { poll, repeat }: Pick<WatchOptions, "poll" | "repeat">,
  read: SnapshotRead<R>
): Stream.Stream<WatchLine, PollFailure, R> => {
  const timed = Effect.either(Effect.timeoutFail(read, { duration: pollTimeout, onTimeout: tooLate }))
  return Stream.paginateChunkEffect<Turn, WatchLine, PollFailure, R>({ state: undefined, wait: 0 }, (turn) =>
    Effect.gen(function* () {
      yield* Effect.sleep(turn.wait)
      const answer = yield* timed
      const now = yield* Clock.currentTimeMillis
      const state = turn.state ?? beginWatch
      if (Either.isRight(answer)) {
        const step = afterSnapshot(state, answer.right, now, repeat)
        const next = step.ended ? Option.none() : Option.some({ state: step.state, wait: poll })
        return [Chunk.fromIterable(step.lines), next]
      }
      const failure = answer.left
      if (failure.missing && turn.state === undefined) return yield* failure
      const step = afterFailure(state, failure.reason, now)
      return [Chunk.fromIterable(step.lines), Option.some({ state: step.state, wait: waitAfter(failure, poll, now) })]
    })
  )
}

/**
 * Watches a pull and writes each line by itself as it comes. The exit code: 0 once the pull is merged or closed, 2 when it is not there at
 * the first poll.
 */
export const watch = <R>(options: WatchOptions, read: SnapshotRead<R>): Effect.Effect<number, never, Output | R> =>
  Effect.gen(function* () {
    const output = yield* Output
    const shown = options.json ? jsonLine : plainLine
    return yield* Stream.runForEach(watchLines(options, read), (line) => output.out(`${shown(line)}\n`)).pipe(
      Effect.as(0),
      Effect.catchAll(() => Effect.as(output.err(`${options.command}: pull request #${options.n} not found\n`), 2))
    )
  })
