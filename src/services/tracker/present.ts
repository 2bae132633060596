import * as Effect from "effect/Effect"
import { ErrForge, type ErrNotFound, type ErrRateLimited } from "../../core/errors.js"

/**
 * A read beside that of the pull. Only the pull's own 404 says that the pull is not there: that of anything else is a forge, or a token, that does
 * not answer what was asked.
 */
export const present = <A>(
  read: Effect.Effect<A, ErrNotFound | ErrForge | ErrRateLimited>,
  asked: string,
  remedy?: string
): Effect.Effect<A, ErrForge | ErrRateLimited> =>
  Effect.catchTag(
    read,
    "ErrNotFound",
    () => new ErrForge({ asked, status: 404, words: "not found", ...(remedy === undefined ? {} : { remedy }) })
  )
