import * as Effect from "effect/Effect"
import { type ErrForge, ErrMergeRejected, ErrNotFound, type ErrRateLimited } from "../../core/errors.js"
import type { Pull } from "../../core/pull.js"
import { refusal, wordsOf } from "../transport/decode.js"
import type { ForgeAnswer, ForgeClient } from "../transport/forge-client.js"
import type { ReadError } from "./read-error.js"
import type { TrackerService } from "./tracker.js"

interface Landing {
  readonly client: ForgeClient
  readonly pull: (n: number) => Effect.Effect<Pull, ReadError>
  /** The forge's merge call, which names the head that it expects. */
  readonly merge: (n: number, head: string) => Effect.Effect<ForgeAnswer, ErrRateLimited | ErrForge>
}

const words = (client: ForgeClient, answer: ForgeAnswer): string =>
  wordsOf(client, answer) ?? `the forge answered ${answer.status} and gave no reason`

/** A refusal is the forge's verdict on this merge; a bad credential, an absent subject and a broken forge are not. */
const rejection = (client: ForgeClient, answer: ForgeAnswer, pull: Pull): ReadError | ErrMergeRejected => {
  if (answer.status === 404 && pull.state === "open") return new ErrNotFound({ subject: `pull request ${pull.number}` })
  if (answer.status === 401 || answer.status >= 500 || answer.status < 400) return refusal(client, answer)
  return new ErrMergeRejected({ words: words(client, answer) })
}

/**
 * Merge by attempt: the forge is asked once and its answer is surfaced (contract 5.4, 5.5, 12.2.8, 12.2.17, 12.2.24). A pull that is merged, before
 * or after the attempt and by whomever, is success: a 5xx, a timeout or a refusal may come after a merge that worked, so the pull is read again.
 */
export const landing =
  ({ client, pull, merge }: Landing): TrackerService["mergePull"] =>
  (n, expected) =>
    Effect.gen(function* () {
      const before = yield* pull(n)
      if (before.state === "merged") return before
      const head = expected ?? before.head.sha
      // Forgejo takes an empty head for any head.
      if (head === "") return yield* new ErrMergeRejected({ words: "the forge names no head commit to merge" })
      const outcome = yield* merge(n, head).pipe(
        Effect.map((answer) => (answer.status === 200 ? undefined : rejection(client, answer, before))),
        Effect.catchTag("ErrForge", (lost) => Effect.succeed(lost))
      )
      if (outcome === undefined) return { ...before, state: "merged" as const }
      const after = yield* Effect.option(pull(n))
      if (after._tag === "Some" && after.value.state === "merged") return after.value
      return yield* Effect.fail(outcome)
    })
