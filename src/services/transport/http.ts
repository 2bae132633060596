import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { dial, type Exchange, failureOf, TransportFailure } from "./dial.js"

export { type Exchange, TransportFailure } from "./dial.js"

export interface Limits {
  /** How long the headers may take, from the start of the request. */
  readonly headers: Duration.DurationInput
  /** How long each further piece of the body may take. */
  readonly chunk: Duration.DurationInput
  /** Bytes of a body; more is a failure. */
  readonly bytes: number
}

/** A response whose headers have arrived; `chunk` reads on and is null at the end of the body. */
export interface Arriving {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Name, value, name, value, … as they came: repeated headers stay apart. */
  readonly rawHeaders: ReadonlyArray<string>
  readonly chunk: Effect.Effect<Buffer | null, TransportFailure>
}

export interface Answer extends Omit<Arriving, "chunk"> {
  readonly body: Buffer
}

/** Names what did not come, and how long it was waited for. */
export const timedOut = (what: string, after: Duration.DurationInput) => () =>
  new TransportFailure({ kind: "timeout", words: `${what} within ${Duration.toSeconds(after)} s` })

const nextChunk = (incoming: IncomingMessage, limits: Limits) => {
  const iterator: AsyncIterator<Buffer> = incoming[Symbol.asyncIterator]()
  return Effect.tryPromise({ try: () => iterator.next(), catch: failureOf }).pipe(
    Effect.map(({ done, value }) => (done === true ? null : value)),
    Effect.timeoutFail({ duration: limits.chunk, onTimeout: timedOut("the body stopped: nothing more", limits.chunk) })
  )
}

/** An answer whose headers are there. */
export const arriving = (incoming: IncomingMessage, limits: Limits): Arriving => ({
  status: incoming.statusCode ?? 0,
  headers: incoming.headers,
  rawHeaders: incoming.rawHeaders,
  chunk: nextChunk(incoming, limits)
})

/**
 * Sends, and answers once the headers are there; the scope ends the exchange. Nothing is followed, repeated or decoded.
 * Fails with `TransportFailure`.
 */
export const open = (exchange: Exchange, limits: Limits): Effect.Effect<Arriving, TransportFailure, Scope.Scope> =>
  Effect.gen(function* () {
    const { outgoing, arrived } = yield* dial(exchange)
    outgoing.end(exchange.body)
    const within = { duration: limits.headers, onTimeout: timedOut("no answer", limits.headers) }
    return arriving(yield* Effect.timeoutFail(arrived, within), limits)
  })

/** An answer whose body is held in the pieces in which it came: a large one is never copied into one. */
export interface Download extends Omit<Arriving, "chunk"> {
  readonly pieces: ReadonlyArray<Buffer>
}

/** Reads an answer to the end of its body. Fails with `TransportFailure`, also past `limits.bytes`. */
export const whole = ({ chunk, ...arriving }: Arriving, limits: Limits): Effect.Effect<Download, TransportFailure> =>
  Effect.gen(function* () {
    const pieces: Array<Buffer> = []
    let bytes = 0
    for (let next = yield* chunk; next !== null; next = yield* chunk) {
      bytes += next.byteLength
      if (bytes > limits.bytes) {
        return yield* new TransportFailure({
          kind: "too-large",
          words: `the body is larger than ${Math.floor(limits.bytes / 2 ** 20)} MiB`
        })
      }
      pieces.push(next)
    }
    return { ...arriving, pieces }
  })

/** One exchange to the end of its body. Fails as `open` and `whole` do. */
export const download = (asked: Exchange, limits: Limits): Effect.Effect<Download, TransportFailure> =>
  Effect.scoped(Effect.flatMap(open(asked, limits), (arriving) => whole(arriving, limits)))

/** The same with the body in one piece. */
export const exchange = (asked: Exchange, limits: Limits): Effect.Effect<Answer, TransportFailure> =>
  Effect.map(download(asked, limits), ({ pieces, ...arriving }) => ({ ...arriving, body: Buffer.concat(pieces) }))
