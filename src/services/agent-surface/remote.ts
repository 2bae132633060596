import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { agentPrefix, agentRoutes } from "../../core/agent-api.js"
import { ErrLabServer } from "../../core/errors.js"
import { documentOf } from "../../core/lab-answer.js"
import type { LabUrl } from "../../core/lab-url.js"
import { type Answer, type Exchange, exchange, type Limits } from "../transport/http.js"
import type { AgentSurfaceService, SurfaceError } from "./surface.js"

/** Contract 2.1: 60 s to the headers and for each further chunk, 64 MiB. */
const limits: Limits = { headers: "60 seconds", chunk: "60 seconds", bytes: 64 * 2 ** 20 }

interface Route<A, I> {
  readonly method: string
  readonly path: string
  readonly success: Schema.Schema<A, I>
}

const seen = ({ status, headers, body }: Answer) => ({
  status,
  contentType: headers["content-type"],
  location: headers.location,
  retryAfter: headers["retry-after"],
  text: body.toString("utf8")
})

/** The verbs asked of a server, by the table of routes that its API is made of. Redirects are never followed. */
export const remoteSurface = (lab: LabUrl, token: Redacted.Redacted<string>): AgentSurfaceService => {
  const call = <A, I>(route: Route<A, I>, n?: number, payload?: unknown): Effect.Effect<A, SurfaceError> =>
    Effect.gen(function* () {
      const asked: Exchange = {
        method: route.method,
        origin: lab.origin,
        path: `${lab.prefix}${agentPrefix}${route.path.replace(":n", String(n))}`,
        headers: {
          authorization: `Bearer ${Redacted.value(token)}`,
          ...(lab.socketPath === undefined ? { host: lab.origin.host } : { host: "lab" }),
          ...(payload === undefined ? {} : { "content-type": "application/json" })
        },
        ...(payload === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(payload)) }),
        ...(lab.socketPath === undefined ? {} : { socketPath: lab.socketPath })
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

  return {
    pullCreate: (pull) => call(agentRoutes.pullCreate, undefined, pull),
    pullList: call(agentRoutes.pullList),
    pullView: (n) => call(agentRoutes.pullView, n),
    pullChecks: (n) => call(agentRoutes.pullChecks, n),
    pullMerge: (n, head) => call(agentRoutes.pullMerge, n, head === undefined ? {} : { head })
  }
}
