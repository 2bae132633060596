import * as Effect from "effect/Effect"
import { ErrDuplicateOpenPull, ErrNotFound } from "../../core/errors.js"
import type { NewPull, Pull } from "../../core/pull.js"
import { refusal } from "../transport/decode.js"
import type { ForgeAnswer, ForgeClient } from "../transport/transport.js"
import type { ReadError } from "./tracker.js"

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
