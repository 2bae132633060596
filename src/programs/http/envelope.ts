import { randomUUID } from "node:crypto"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpBody from "@effect/platform/HttpBody"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { agentPrefix } from "../../core/agent-api.js"
import { ErrNotFound } from "../../core/errors.js"
import { operatorPrefix } from "../../core/operator-api.js"
import { PersonalTokens } from "../../services/store/personal-tokens.js"
import { RunTokens } from "../../services/store/run-tokens.js"
import { operatorOf, runOf } from "./auth.js"
import { refused } from "./failures.js"

/** The library leaves the charset out of an answer that is not an error. */
const withCharset = (response: HttpServerResponse.HttpServerResponse) =>
  response.body._tag === "Uint8Array" && response.body.contentType === "application/json"
    ? HttpServerResponse.setBody(response, HttpBody.uint8Array(response.body.body, "application/json; charset=utf-8"))
    : response

/** Every answer carries an id that the log lines of its request carry too (contract 4.1), and JSON its charset (contract 3.1). */
export const enveloped = <R>(app: HttpApp.Default<never, R>): HttpApp.Default<never, R> =>
  Effect.suspend(() => {
    const id = randomUUID()
    return Effect.map(Effect.annotateLogs(app, { request: id }), (response) =>
      HttpServerResponse.setHeader(withCharset(response), "x-request-id", id)
    )
  })

/** The agent's socket has the agent's routes and nothing else; who has no run token learns not even that (contract 13, A11). */
export const agentOnly = <R>(app: HttpApp.Default<never, R>) =>
  Effect.flatMap(
    HttpServerRequest.HttpServerRequest,
    ({ url }): HttpApp.Default<never, R | RunTokens> =>
      url.startsWith(`${agentPrefix}/`) || url === "/healthz"
        ? app
        : RunTokens.pipe(
            Effect.flatMap(runOf),
            Effect.matchEffect({ onFailure: refused, onSuccess: () => refused(new ErrNotFound({ subject: "path" })) })
          )
  )

/** A path that the operator API does not have is not found by an operator alone: a run token learns not even that (contract 4.4). */
export const operatorsAlone = <R>(app: HttpApp.Default<never, R>): HttpApp.Default<never, R | PersonalTokens> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) =>
    Effect.flatMap(app, (response) =>
      response.status === 404 && url.startsWith(`${operatorPrefix}/`)
        ? PersonalTokens.pipe(
            Effect.flatMap(operatorOf),
            Effect.matchEffect({ onFailure: refused, onSuccess: () => Effect.succeed(response) })
          )
        : Effect.succeed(response)
    )
  )
