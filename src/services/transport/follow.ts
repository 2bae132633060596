import * as Effect from "effect/Effect"
import type { Answer, TransportFailure } from "./http.js"

/** Where one request goes. */
export interface Step {
  readonly origin: URL
  /** Path and query. */
  readonly path: string
}

/** Why no final answer came, in the fields of `ErrForge`. */
export interface Unfollowed {
  readonly status?: number
  readonly words: string
  readonly remedy?: string
}

const moved: ReadonlySet<number> = new Set([301, 302, 307, 308])
const mostHops = 3

const next = (from: Step, { status, headers }: Answer): Effect.Effect<Step, Unfollowed> => {
  const { location } = headers
  const base = `${from.origin.origin}${from.path}`
  if (location === undefined || !URL.canParse(location, base)) {
    return Effect.fail({ status, words: "a redirect without a usable Location" })
  }
  const to = new URL(location, base)
  if (to.origin !== from.origin.origin) {
    return Effect.fail({
      status,
      words: `a redirect to another host, ${to.host}, which was not followed`,
      remedy: "if the forge has moved, set its new address"
    })
  }
  return Effect.succeed({ origin: from.origin, path: to.pathname + to.search })
}

/**
 * Sends, and asks again where the same origin says that the subject has moved (a renamed repository or owner), with the same
 * method and body, at most three times (contract 5.3): a write that became a GET would read as done. A 303 and another origin are errors;
 * no credential goes there.
 */
export const followed = (
  start: Step,
  send: (step: Step) => Effect.Effect<Answer, TransportFailure>
): Effect.Effect<Answer, Unfollowed> => {
  const hop = (step: Step, left: number): Effect.Effect<Answer, Unfollowed> =>
    Effect.flatMap(
      Effect.mapError(
        send(step),
        (failure): Unfollowed => ({ words: failure.words, remedy: "check the forge address and the network" })
      ),
      (answer) => {
        if (answer.status === 303) {
          return Effect.fail({ status: 303, words: "a redirect to another page, as to a sign-in" })
        }
        if (!moved.has(answer.status)) return Effect.succeed(answer)
        if (left === 0) return Effect.fail({ status: answer.status, words: `more than ${mostHops} redirects in a row` })
        return Effect.flatMap(next(step, answer), (to) => hop(to, left - 1))
      }
    )
  return hop(start, mostHops)
}
