import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Effect from "effect/Effect"
import { type LogQuery, noticeHeader } from "../../core/agent-api.js"
import type { AgentError } from "../../core/agent-errors.js"
import { defaultFocus, type LogOptions } from "../../core/log-choice.js"
import type { AgentSurfaceService } from "../../services/agent-surface/surface.js"

const optionsOf = ({ check, partial, focus, lines }: typeof LogQuery.Type): LogOptions => ({
  check,
  partial: partial === "true",
  focus: focus === "true" ? (lines ?? defaultFocus) : undefined
})

/** One header line for each notice; a response of the platform holds one value a name, so they are put on node's own. */
const tell = (notices: ReadonlyArray<string>) =>
  Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
    const response = NodeHttpServerRequest.toServerResponse(request)
    // node writes one byte for each code point below 256, so the bytes of UTF-8 are spelled out.
    for (const notice of notices) response.appendHeader(noticeHeader, Buffer.from(notice, "utf8").toString("latin1"))
  })

const wantsJson = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) =>
  /application\/json/.test(headers["accept"] ?? "")
)

/** `GET /prs/{n}/logs`: text with its notices as headers, a document where JSON is accepted, 204 when nothing is red (contract 6.3). */
export const answerLogs = (surface: AgentSurfaceService<AgentError>, n: number, query: typeof LogQuery.Type) =>
  Effect.gen(function* () {
    const options = optionsOf(query)
    if (yield* wantsJson) {
      const report = yield* surface.pullLogsJson(n, options)
      return report === undefined ? HttpServerResponse.empty({ status: 204 }) : HttpServerResponse.unsafeJson(report)
    }
    const text = yield* surface.pullLogs(n, options)
    if (text === undefined) return HttpServerResponse.empty({ status: 204 })
    yield* tell(text.notices)
    return HttpServerResponse.stream(text.body, { contentType: "text/plain; charset=utf-8" })
  })
