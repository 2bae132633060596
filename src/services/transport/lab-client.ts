import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { AgentError } from "../../core/agent-errors.js"
import { ErrLabServer } from "../../core/errors.js"
import { documentOf } from "../../core/lab-answer.js"
import type { LabUrl } from "../../core/lab-url.js"
import { type Answer, type Exchange, exchange, type Limits } from "./http.js"

/** One route of a lab server, as its API's table has it. Path parameters stand as `:name`. */
export interface Route<A, I> {
  readonly method: string
  readonly path: string
  readonly success: Schema.Schema<A, I>
}

export interface Asked {
  readonly params?: Readonly<Record<string, string | number>>
  /** Sent as JSON. */
  readonly payload?: unknown
}

/** Contract 2.1: 60 s to the headers and for each further chunk, 64 MiB. */
const limits: Limits = { headers: "60 seconds", chunk: "60 seconds", bytes: 64 * 2 ** 20 }

const seen = ({ status, headers, body }: Answer) => ({
  status,
  contentType: headers["content-type"],
  location: headers.location,
  retryAfter: headers["retry-after"],
  text: body.toString("utf8")
})

const fill = (path: string, params: Readonly<Record<string, string | number>> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? "")))

/**
 * Asks a lab server, by the table of routes that its API is made of. Redirects are never followed, nothing is repeated. Fails with the
 * server's sentinel, or with `ErrLabServer` when there is none.
 */
export const labClient = (lab: LabUrl, token: Redacted.Redacted<string>, prefix: string) => {
  const address = lab.socketPath === undefined ? {} : { socketPath: lab.socketPath }

  return <A, I>(route: Route<A, I>, { params, payload }: Asked = {}): Effect.Effect<A, AgentError | ErrLabServer> =>
    Effect.gen(function* () {
      const asked: Exchange = {
        method: route.method,
        origin: lab.origin,
        path: `${lab.prefix}${prefix}${fill(route.path, params)}`,
        headers: {
          host: lab.origin.host,
          authorization: `Bearer ${Redacted.value(token)}`,
          ...(payload === undefined ? {} : { "content-type": "application/json" })
        },
        ...(payload === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(payload)) }),
        ...address
      }
      const answer = yield* Effect.mapError(
        exchange(asked, limits),
        ({ words }) =>
          new ErrLabServer({
            words: `the server could not be asked: ${words}. Check that lab serve runs and that LAB_URL is its address`
          })
      )
      const document = yield* documentOf(seen(answer), yield* Clock.currentTimeMillis)
      return yield* Effect.mapError(
        Schema.decodeUnknown(route.success)(document),
        () =>
          new ErrLabServer({
            status: answer.status,
            words: "the server answered JSON of another shape: is it of this version?"
          })
      )
    })
}
