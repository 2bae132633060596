import type { ServerResponse } from "node:http"
import * as Effect from "effect/Effect"
import type { FaultKind } from "./faults.js"
import type { Answer } from "./route.js"

const bytesOf = (answer: Answer): Buffer => Buffer.from(answer.body)

/** Writes the head of an answer with its length, whatever follows; a body that must not be has no length (RFC 9110 8.6). */
const head = (response: ServerResponse, answer: Answer, length: number): void => {
  const lengths = answer.status === 204 || answer.status === 304 ? {} : { "content-length": `${length}` }
  response.writeHead(answer.status, { ...answer.headers, ...lengths })
}

/** Ends the connection without a word. */
export const drop = (response: ServerResponse): Effect.Effect<void> => Effect.sync(() => void response.destroy())

/**
 * Sends an answer, cut or slowed as a fault wants it. `last` is called before the last byte leaves, so that whatever the client
 * does with the whole answer counts as later.
 */
export const deliver = (
  response: ServerResponse,
  answer: Answer,
  fault: FaultKind | undefined,
  last: () => void
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const bytes = bytesOf(answer)
    head(response, answer, bytes.length)
    if (fault?.kind === "truncate") {
      last()
      if (bytes.length === 0) return yield* drop(response)
      const part = bytes.subarray(0, Math.min(fault.keep ?? Math.floor(bytes.length / 2), bytes.length - 1))
      yield* Effect.async<void>((resume) => void response.write(part, () => resume(Effect.void)))
      return yield* drop(response)
    }
    const pieces = fault?.kind === "slow" ? (fault.pieces ?? 4) : 1
    const size = Math.max(1, Math.ceil(bytes.length / pieces))
    for (let from = 0; from + size < bytes.length; from += size) {
      response.write(bytes.subarray(from, from + size))
      if (fault?.kind === "slow") yield* Effect.sleep(fault.gapMs)
    }
    last()
    response.end(bytes.subarray(Math.max(0, Math.floor((bytes.length - 1) / size) * size)))
  })
