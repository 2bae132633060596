import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request
} from "node:http"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Scope from "effect/Scope"

/** One HTTP exchange. `path` goes on the wire as it is: no normalisation, so that an escaped segment stays one segment. */
export interface Exchange {
  readonly method: string
  readonly origin: URL
  /** Path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** A unix socket to speak over; the host of `origin` is then never resolved. */
  readonly socketPath?: string
}

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

/** The exchange did not come to an end. `words` is one phrase for a person; it holds no address, header or body. */
export class TransportFailure extends Data.TaggedError("TransportFailure")<{
  readonly kind: "unreachable" | "timeout" | "broken" | "too-large"
  readonly words: string
}> {
  override get message(): string {
    return this.words
  }
}

/**
 * Idle connections are closed before the keep-alive time of common servers (5 s and up) runs out: a request never meets a
 * connection that its server is just closing, which could not be told from one that was answered and lost.
 */
const keepAlive = { keepAlive: true, timeout: 4000, scheduling: "lifo" } as const
const plain = new Agent(keepAlive)

type Opened = (options: RequestOptions, arrived: (incoming: IncomingMessage) => void) => ClientRequest

const overPlain: Opened = (options, arrived) => request({ ...options, agent: plain }, arrived)

/** TLS costs a start some milliseconds, so it is loaded for the first `https` address only. */
const overTls = Effect.runSync(
  Effect.cached(
    Effect.promise(() => import("node:https")).pipe(
      Effect.map((https): Opened => {
        const agent = new https.Agent(keepAlive)
        return (options, arrived) => https.request({ ...options, agent }, arrived)
      })
    )
  )
)

const codeOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string" ? cause.code : ""

const unreachable: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "host not found",
  EAI_AGAIN: "host name could not be looked up",
  ENOENT: "no such socket",
  EACCES: "no access to the socket",
  EHOSTUNREACH: "host unreachable",
  ENETUNREACH: "network unreachable",
  ETIMEDOUT: "connection timed out"
}

const failureOf = (cause: unknown): TransportFailure => {
  const code = codeOf(cause)
  const words = unreachable[code]
  if (words !== undefined) return new TransportFailure({ kind: "unreachable", words })
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|EPROTO|ERR_SSL/.test(code)) {
    return new TransportFailure({ kind: "unreachable", words: `TLS failed (${code})` })
  }
  return new TransportFailure({ kind: "broken", words: code === "" ? "connection lost" : `connection lost (${code})` })
}

const optionsOf = ({ method, origin, path, headers, body, socketPath }: Exchange): RequestOptions => ({
  method,
  path,
  headers: body === undefined ? headers : { ...headers, "content-length": String(body.byteLength) },
  ...(socketPath === undefined
    ? { hostname: origin.hostname.replace(/^\[|\]$/g, ""), port: origin.port }
    : { socketPath })
})

/** Node refuses a header or path that it cannot write; what its error says may hold a part of it. */
const unsendable = new TransportFailure({
  kind: "broken",
  words: "HTTP cannot carry the request: look for a line break or another odd character in the token"
})

const timedOut = (what: string, after: Duration.DurationInput) => () =>
  new TransportFailure({ kind: "timeout", words: `${what} within ${Duration.toSeconds(after)} s` })

const nextChunk = (incoming: IncomingMessage, limits: Limits) => {
  const iterator: AsyncIterator<Buffer> = incoming[Symbol.asyncIterator]()
  return Effect.tryPromise({ try: () => iterator.next(), catch: failureOf }).pipe(
    Effect.map(({ done, value }) => (done === true ? null : value)),
    Effect.timeoutFail({ duration: limits.chunk, onTimeout: timedOut("the body stopped: nothing more", limits.chunk) })
  )
}

/**
 * Sends, and answers once the headers are there; the scope ends the exchange. Nothing is followed, repeated or decoded.
 * Fails with `TransportFailure`.
 */
export const open = (exchange: Exchange, limits: Limits): Effect.Effect<Arriving, TransportFailure, Scope.Scope> =>
  Effect.gen(function* () {
    const send = exchange.origin.protocol === "https:" && exchange.socketPath === undefined ? yield* overTls : overPlain
    const incoming = yield* Effect.acquireRelease(
      Effect.interruptible(
        Effect.async<IncomingMessage, TransportFailure>((resume) => {
          const sent = Either.try(() => send(optionsOf(exchange), (arrived) => resume(Effect.succeed(arrived))))
          if (Either.isLeft(sent)) return resume(Effect.fail(unsendable))
          const outgoing = sent.right
          outgoing.on("error", (cause) => resume(Effect.fail(failureOf(cause))))
          outgoing.end(exchange.body)
          return Effect.sync(() => outgoing.destroy())
        }).pipe(Effect.timeoutFail({ duration: limits.headers, onTimeout: timedOut("no answer", limits.headers) }))
      ),
      (arrived) => Effect.sync(() => (arrived.complete ? arrived.resume() : arrived.destroy()))
    )
    return {
      status: incoming.statusCode ?? 0,
      headers: incoming.headers,
      rawHeaders: incoming.rawHeaders,
      chunk: nextChunk(incoming, limits)
    }
  })

/** An answer whose body is held in the pieces in which it came: a large one is never copied into one. */
export interface Download extends Omit<Arriving, "chunk"> {
  readonly pieces: ReadonlyArray<Buffer>
}

/** One exchange to the end of its body. Fails with `TransportFailure`, also past `limits.bytes`. */
export const download = (asked: Exchange, limits: Limits): Effect.Effect<Download, TransportFailure> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { chunk, ...arriving } = yield* open(asked, limits)
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
  )

/** The same with the body in one piece. */
export const exchange = (asked: Exchange, limits: Limits): Effect.Effect<Answer, TransportFailure> =>
  Effect.map(download(asked, limits), ({ pieces, ...arriving }) => ({ ...arriving, body: Buffer.concat(pieces) }))
