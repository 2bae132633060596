import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { dial, type Exchange, failureOf, type TransportFailure } from "./dial.js"
import { type Answer, arriving, type Limits, timedOut, whole } from "./http.js"

/** The answer to an upload; `sent` is false when it came before the whole body was sent. */
export interface Uploaded extends Answer {
  readonly sent: boolean
}

/**
 * One exchange whose body is a stream, held in memory at no time. An answer that comes early ends the stream; a failure of the stream ends
 * the exchange. The wait for the answer is counted from the end of the body, and each piece of it may rest for `limits.chunk`. Fails with
 * `TransportFailure`, or as the stream does.
 */
export const upload = <E>(
  exchange: Exchange,
  body: Stream.Stream<Uint8Array, E>,
  limits: Limits
): Effect.Effect<Uploaded, TransportFailure | E> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { outgoing, arrived } = yield* dial(exchange)
      let sent = false
      const write = (piece: Uint8Array) =>
        Effect.async<void, TransportFailure>((resume) => {
          outgoing.write(piece, (cause) => resume(cause ? Effect.fail(failureOf(cause)) : Effect.void))
        }).pipe(
          Effect.timeoutFail({
            duration: limits.chunk,
            onTimeout: timedOut("the server took nothing more", limits.chunk)
          })
        )
      const end = Effect.sync(() => {
        sent = true
        outgoing.end()
      })
      const late = Effect.timeoutFail(arrived, {
        duration: limits.headers,
        onTimeout: timedOut("no answer", limits.headers)
      })
      const sending = Stream.runForEach(body, write).pipe(Effect.zipRight(end), Effect.zipRight(late))
      const incoming = yield* Effect.raceFirst(arrived, sending)
      const { pieces, ...answer } = yield* whole(arriving(incoming, limits), limits)
      return { ...answer, body: Buffer.concat(pieces), sent }
    })
  )
