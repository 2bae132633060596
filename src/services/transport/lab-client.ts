import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { AgentError } from "../../core/agent-errors.js"
import { apiQuery } from "../../core/api-path.js"
import { ErrLabServer } from "../../core/errors.js"
import { documentOf } from "../../core/lab-answer.js"
import type { LabUrl } from "../../core/lab-url.js"
import {
  type Answer,
  type Arriving,
  type Exchange,
  exchange,
  type Limits,
  open,
  type TransportFailure
} from "./http.js"

/** One route of a lab server, as its API's table has it. Path parameters stand as `:name`. */
export interface Route<A, I> {
  readonly method: string
  readonly path: string
  readonly success: Schema.Schema<A, I>
}

export interface Asked {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number>>
  /** Sent as JSON. */
  readonly payload?: unknown
  readonly accept?: string
}

type Failure = AgentError | ErrLabServer

/** A lab server, asked with one token. Redirects are never followed, nothing is repeated. */
export interface LabClient {
  /** The document of a route. Fails with the server's sentinel, or with `ErrLabServer` when there is none. */
  readonly call: <A, I>(route: Route<A, I>, asked?: Asked) => Effect.Effect<A, Failure>
  /** An answer of any status as it arrives, for a body of any size. */
  readonly open: (
    route: Pick<Route<never, never>, "method" | "path">,
    asked: Asked
  ) => Effect.Effect<Arriving, ErrLabServer, Scope.Scope>
  /** What `call` is made of, for a body that is streamed: the request, and its answer's document. */
  readonly exchangeOf: (route: Pick<Route<never, never>, "method" | "path">, asked: Asked) => Exchange
  readonly documentOf: <A, I>(route: Route<A, I>, answer: Answer) => Effect.Effect<A, Failure>
}

/** Contract 2.1: 60 s to the headers and for each further chunk, 64 MiB. */
export const limits: Limits = { headers: "60 seconds", chunk: "60 seconds", bytes: 64 * 2 ** 20 }

const fill = (path: string, params: Readonly<Record<string, string | number>> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? "")))

/** The server was not reached, or its answer did not come whole. */
export const unasked = ({ words }: TransportFailure) =>
  new ErrLabServer({
    words: `the server could not be asked: ${words}. Check that lab serve runs and that LAB_URL is its address`
  })

/** By the table of routes that its API is made of. */
export const labClient = (lab: LabUrl, token: Redacted.Redacted<string>, prefix: string): LabClient => {
  const exchangeOf: LabClient["exchangeOf"] = ({ method, path }, asked) => ({
    method,
    origin: lab.origin,
    path: `${lab.prefix}${prefix}${fill(path, asked.params)}${apiQuery(asked.query)}`,
    headers: {
      host: lab.origin.host,
      authorization: `Bearer ${Redacted.value(token)}`,
      accept: asked.accept ?? "application/json",
      ...(asked.payload === undefined ? {} : { "content-type": "application/json" })
    },
    ...(asked.payload === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(asked.payload)) }),
    ...(lab.socketPath === undefined ? {} : { socketPath: lab.socketPath })
  })

  const document: LabClient["documentOf"] = (route, { status, headers, body }) =>
    Effect.gen(function* () {
      const answer = {
        status,
        contentType: headers["content-type"],
        location: headers.location,
        retryAfter: headers["retry-after"],
        text: body.toString("utf8")
      }
      const found = yield* documentOf(answer, yield* Clock.currentTimeMillis)
      return yield* Effect.mapError(
        Schema.decodeUnknown(route.success)(found),
        () => new ErrLabServer({ status, words: "the server answered JSON of another shape: is it of this version?" })
      )
    })

  return {
    exchangeOf,
    documentOf: document,
    open: (route, asked) => Effect.mapError(open(exchangeOf(route, asked), limits), unasked),
    call: (route, asked = {}) =>
      Effect.flatMap(Effect.mapError(exchange(exchangeOf(route, asked), limits), unasked), (answer) =>
        document(route, answer)
      )
  }
}
