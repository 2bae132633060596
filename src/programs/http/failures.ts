import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { HttpApiDecodeError } from "@effect/platform/HttpApiError"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type AgentError, agentErrorSchema } from "../../core/agent-errors.js"
import { ErrNotFound } from "../../core/errors.js"
import { errorAnswer, isMisfitPath } from "../../core/request-failure.js"
import { LabApi } from "./api.js"

const isSentinel = Schema.is(agentErrorSchema())

/** The sentinel that a failed request stands for; none for a bug, such as an answer that does not fit its own schema. */
const sentinelOf = (failure: unknown): AgentError | undefined => {
  if (isSentinel(failure)) return failure
  const nowhere =
    failure instanceof HttpServerError.RouteNotFound ||
    (failure instanceof HttpApiDecodeError && isMisfitPath(failure.issues))
  return nowhere ? new ErrNotFound({ subject: "path" }) : undefined
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
export const answered = (app: HttpApp.Default): HttpApp.Default =>
  Effect.catchAllCause(app, (cause) => {
    if (Cause.isInterruptedOnly(cause)) return Effect.failCause(cause)
    const sentinel = Option.getOrUndefined(Option.map(Cause.failureOption(cause), sentinelOf))
    return sentinel === undefined ? bug(cause) : refused(sentinel)
  })

export const Failures = HttpApiBuilder.middleware(LabApi, answered)
