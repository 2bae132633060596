import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { HttpApiDecodeError } from "@effect/platform/HttpApiError"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type AgentError, agentErrorSchema } from "../../core/agent-errors.js"
import { ErrNotFound } from "../../core/errors.js"
import { errorAnswer, isMisfitPath, isMisfitQuery, misfit } from "../../core/request-failure.js"
import { LabApi } from "./api.js"

const isSentinel = Schema.is(agentErrorSchema())

/** The sentinel that a failed request stands for; none for a bug, such as an answer that does not fit its own schema. */
const sentinelOf = (failure: unknown, url: string): AgentError | undefined => {
  if (isSentinel(failure)) return failure
  if (failure instanceof HttpServerError.RouteNotFound) return new ErrNotFound({ subject: "path" })
  if (!(failure instanceof HttpApiDecodeError)) return undefined
  if (isMisfitPath(failure.issues)) return new ErrNotFound({ subject: "path" })
  return isMisfitQuery(failure.issues, url) ? misfit(failure.issues) : undefined
}

/** The error answer of a sentinel; a failure of the server or of a forge is told in the log too. */
export const refused = (error: AgentError): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.gen(function* () {
    const { status, body, retryAfter } = errorAnswer(error, yield* Clock.currentTimeMillis)
    if (status >= 500) yield* Effect.logWarning(`answered ${status}: ${error.message}`)
    const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }
    return HttpServerResponse.unsafeJson(body, { status, headers, contentType: "application/json; charset=utf-8" })
  })

const bug = (cause: Cause.Cause<unknown>) =>
  Effect.as(
    Effect.logError("a request ended in a bug", cause),
    HttpServerResponse.unsafeJson(
      { error: "internal error" },
      { status: 500, contentType: "application/json; charset=utf-8" }
    )
  )

/** Every failure as an error answer of the contract (3.1); what is opaque to a client is told in the log. */
const answered = (app: HttpApp.Default): HttpApp.Default =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) =>
    Effect.catchAllCause(app, (cause) => {
      if (Cause.isInterruptedOnly(cause)) return Effect.failCause(cause)
      const sentinel = sentinelOf(Option.getOrUndefined(Cause.failureOption(cause)), url)
      return sentinel === undefined ? bug(cause) : refused(sentinel)
    })
  )

export const Failures = HttpApiBuilder.middleware(LabApi, answered)
