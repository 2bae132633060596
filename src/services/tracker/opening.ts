import * as Effect from "effect/Effect"
import { ErrDuplicateOpenPull, ErrNotFound } from "../../core/errors.js"
import type { NewPull, Pull } from "../../core/pull.js"
import { refusal } from "../transport/decode.js"
import type { ForgeAnswer, ForgeClient } from "../transport/forge-client.js"
import type { ReadError } from "./read-error.js"

/** Whether a pull is of this repository's own branches: a fork may have a branch of the same name (contract 12.2.4). */
export const joins = (pull: Pull, head: string, base: string): boolean =>
  pull.head.ref === head && pull.base.ref === base && pull.head.repo === pull.base.repo

/**
 * Why a forge opened no pull. `duplicate`: it said that the head has one open already, whose number is then looked up, so that the answer
 * is of use to who asked (contract 12.2.16).
 */
export const notOpened = (
  client: ForgeClient,
  answer: ForgeAnswer,
  asked: NewPull,
  duplicate: boolean,
  pullsForHead: Effect.Effect<ReadonlyArray<Pull>, ReadError>
): Effect.Effect<never, ReadError | ErrDuplicateOpenPull> => {
  if (duplicate) {
    return Effect.flatMap(
      Effect.orElseSucceed(pullsForHead, () => []),
      (pulls) => {
        const open = pulls.find(({ state }) => state === "open")
        return new ErrDuplicateOpenPull({ head: asked.head, ...(open === undefined ? {} : { number: open.number }) })
      }
    )
  }
  if (answer.status !== 404) return Effect.fail(refusal(client, answer))
  const { owner, name } = client.forge
  return new ErrNotFound({ subject: `branch ${asked.head}, branch ${asked.base} or repository ${owner}/${name}` })
}
