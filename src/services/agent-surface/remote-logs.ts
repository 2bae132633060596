import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { agentRoutes, LogsReport, noticeHeader } from "../../core/agent-api.js"
import { ErrLabServer, ErrUnknownCheck } from "../../core/errors.js"
import { documentOf, jsonObject } from "../../core/lab-answer.js"
import type { LogOptions } from "../../core/log-choice.js"
import type { Arriving } from "../transport/http.js"
import type { LabClient } from "../transport/lab-client.js"
import type { LogText, SurfaceError } from "./surface.js"

const queryOf = ({ check, partial, focus }: LogOptions): Readonly<Record<string, string | number>> => ({
  ...(check === undefined ? {} : { check }),
  ...(partial ? { partial: "true" } : {}),
  ...(focus === undefined ? {} : { focus: "true", lines: focus })
})

/** Repeated headers as they came, each the bytes of one UTF-8 text. */
const noticesOf = ({ rawHeaders }: Arriving): ReadonlyArray<string> =>
  rawHeaders.flatMap((name, i) =>
    i % 2 === 0 && name.toLowerCase() === noticeHeader.toLowerCase()
      ? [Buffer.from(rawHeaders[i + 1] ?? "", "latin1").toString("utf8")]
      : []
  )

const broken = ({ words }: { readonly words: string }) =>
  new ErrLabServer({ words: `the server's answer did not come whole: ${words}` })

/** An error answer is small; more of it is not read. */
const mostError = 2 ** 20

const textOf = ({ chunk }: Arriving) =>
  Effect.gen(function* () {
    const pieces: Array<Buffer> = []
    let size = 0
    for (let next = yield* chunk; next !== null && size < mostError; next = yield* chunk) {
      pieces.push(next)
      size += next.byteLength
    }
    return Buffer.concat(pieces).toString("utf8")
  }).pipe(Effect.mapError(broken))

/** An older server names the checks without a code (contract 6.3). */
const unknownCheck = (text: string, check: string | undefined): ErrUnknownCheck | undefined => {
  const available = jsonObject(text)?.["available"]
  if (check === undefined || !Array.isArray(available)) return undefined
  return new ErrUnknownCheck({ check, available: available.map(String) })
}

const failure = (arriving: Arriving, options: LogOptions) =>
  Effect.gen(function* () {
    const { status, headers } = arriving
    const text = yield* textOf(arriving)
    const seen = {
      status,
      contentType: headers["content-type"],
      location: headers.location,
      retryAfter: headers["retry-after"],
      text
    }
    const document = documentOf(seen, yield* Clock.currentTimeMillis)
    if (document._tag === "Left" && document.left._tag !== "ErrLabServer") return yield* document.left
    const unknown = status === 404 ? unknownCheck(text, options.check) : undefined
    if (unknown !== undefined) return yield* unknown
    return yield* document._tag === "Left"
      ? document.left
      : new ErrLabServer({ status, words: `the server answered ${status} where a log was asked for` })
  })

const empty = new ErrLabServer({ words: "the server answered an empty log, which is never an answer" })

/** The body as it comes; one without a byte is a failure (contract 12.2.35). */
const bodyOf = ({ chunk }: Arriving): Stream.Stream<Uint8Array, SurfaceError> => {
  const next = Effect.flatMap(
    Effect.mapError(chunk, (error) => Option.some(broken(error))),
    (piece) => (piece === null ? Effect.fail(Option.none()) : Effect.succeed(piece))
  )
  return Stream.concat(
    Stream.fromEffect(
      Effect.mapError(
        next,
        Option.getOrElse(() => empty)
      )
    ),
    Stream.repeatEffectOption(next)
  )
}

/** `GET /prs/{n}/logs`, its text streamed without a limit; a log may begin with `<`, so a `text/plain` 200 is not judged as a page. */
export const remoteLogs = (
  client: LabClient,
  n: number,
  options: LogOptions
): Effect.Effect<LogText<SurfaceError> | undefined, SurfaceError, Scope.Scope> =>
  Effect.gen(function* () {
    const arriving = yield* client.open(agentRoutes.pullLogs, {
      params: { n },
      query: queryOf(options),
      accept: "text/plain"
    })
    if (arriving.status === 204) return undefined
    const isText = /^text\/plain\b/i.test(arriving.headers["content-type"] ?? "")
    if (arriving.status !== 200 || !isText) return yield* failure(arriving, options)
    return { notices: noticesOf(arriving), body: bodyOf(arriving) }
  })

/** The same as a document. */
export const remoteLogsJson = (
  client: LabClient,
  n: number,
  options: LogOptions
): Effect.Effect<LogsReport | undefined, SurfaceError> =>
  Effect.scoped(
    Effect.gen(function* () {
      const arriving = yield* client.open(agentRoutes.pullLogs, {
        params: { n },
        query: queryOf(options),
        accept: "application/json"
      })
      if (arriving.status === 204) return undefined
      if (arriving.status !== 200) return yield* failure(arriving, options)
      const pieces = yield* Stream.runCollect(bodyOf(arriving))
      const text = Buffer.concat([...pieces]).toString("utf8")
      return yield* Effect.mapError(
        Schema.decode(Schema.parseJson(LogsReport))(text),
        () => new ErrLabServer({ status: 200, words: "the server answered no logs document: is it of this version?" })
      )
    })
  )
