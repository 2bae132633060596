import { Agent, type ClientRequest, type IncomingMessage, type RequestOptions, request } from "node:http"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
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

/** What a socket reports, as a failure of the exchange. */
export const failureOf = (cause: unknown): TransportFailure => {
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

/** A request whose body is still to be written, and the answer to it, from when its headers have come. */
export interface Dialled {
  readonly outgoing: ClientRequest
  readonly arrived: Effect.Effect<IncomingMessage, TransportFailure>
}

/** Begins an exchange and writes nothing of its body; the scope ends it. Fails with `TransportFailure`. */
export const dial = (exchange: Exchange): Effect.Effect<Dialled, TransportFailure, Scope.Scope> =>
  Effect.gen(function* () {
    const send = exchange.origin.protocol === "https:" && exchange.socketPath === undefined ? yield* overTls : overPlain
    const answer = yield* Deferred.make<IncomingMessage, TransportFailure>()
    let arrived: IncomingMessage | undefined
    const outgoing = yield* Either.try({
      try: () =>
        send(optionsOf(exchange), (incoming) => {
          arrived = incoming
          Deferred.unsafeDone(answer, Effect.succeed(incoming))
        }),
      catch: () => unsendable
    })
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        // What has not come to its end would be met by whoever takes the connection next.
        if (arrived?.complete === true && outgoing.writableEnded) arrived.resume()
        else outgoing.destroy()
      })
    )
    outgoing.on("error", (cause) => Deferred.unsafeDone(answer, Effect.fail(failureOf(cause))))
    return { outgoing, arrived: Deferred.await(answer) }
  })
