import { randomUUID } from "node:crypto"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { agentPrefix } from "../../core/agent-api.js"
import { ErrInvalidBody, ErrNotFound } from "../../core/errors.js"
import { refused } from "./failures.js"

/** Contract 3.1: a JSON body has at most 1 MiB. */
export const mostBody = 2 ** 20

/** What is read and dropped of a body that is too large, so that its sender gets to read the answer instead of a reset connection. */
const mostDropped = 64 * 2 ** 20

const drop = (request: HttpServerRequest.HttpServerRequest) =>
  request.stream.pipe(
    Stream.scan(0, (bytes, chunk) => bytes + chunk.byteLength),
    Stream.takeUntil((bytes) => bytes > mostDropped),
    Stream.runDrain,
    Effect.timeout("30 seconds"),
    Effect.ignore
  )

/** Refuses a body by its announced length before anything reads it; one that lies about it is cut off while it is read. */
export const bounded = <R>(app: HttpApp.Default<never, R>): HttpApp.Default<never, R> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Number(request.headers["content-length"] ?? 0) > mostBody
      ? Effect.zipRight(drop(request), refused(new ErrInvalidBody({ reason: "invalid JSON body" })))
      : app
  )

/** Every answer carries an id that the log lines of its request carry too (contract 4.1). */
export const identified = <R>(app: HttpApp.Default<never, R>): HttpApp.Default<never, R> =>
  Effect.suspend(() => {
    const id = randomUUID()
    return Effect.map(Effect.annotateLogs(app, { request: id }), HttpServerResponse.setHeader("x-request-id", id))
  })

/** The agent's socket has the agent's routes and nothing else (contract 13, A11). */
export const agentOnly = <R>(app: HttpApp.Default<never, R>): HttpApp.Default<never, R> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) =>
    url.startsWith(`${agentPrefix}/`) || url.startsWith("/healthz")
      ? app
      : refused(new ErrNotFound({ subject: "path" }))
  )
