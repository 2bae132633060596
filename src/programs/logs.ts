import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { ErrUnknownCheck } from "../core/errors.js"
import type { LogOptions } from "../core/log-choice.js"
import { field } from "../core/row.js"
import { AgentSurface, type SurfaceError } from "../services/agent-surface/surface.js"
import { Output } from "../services/output.js"

export interface LogsOptions extends LogOptions {
  readonly n: number
  /** One JSON document in place of the text. */
  readonly json: boolean
}

const say = (text: string) => Effect.flatMap(Output, (output) => output.err(`labctl pr logs: ${field(text)}\n`))

const nothingRed = (n: number) => Effect.as(say(`no failing checks on PR ${n}`), 1)

/** No surface answers so; were one to, an empty output would read as a log. */
const nothingThere = Effect.as(say("the log is empty, which is never an answer"), 1)

/** The names that exist stand on a line of their own, so that the next command can be put together from them (contract 6.3). */
const unknown = (error: ErrUnknownCheck) =>
  Effect.gen(function* () {
    yield* say(error.message)
    const names = error.available.length === 0 ? "(none)" : error.available.map(field).join(", ")
    yield* (yield* Output).err(`available contexts: ${names}\n`)
    return 1
  })

const document = ({ n, ...options }: LogsOptions) =>
  Effect.gen(function* () {
    const report = yield* Effect.flatMap(AgentSurface, (surface) => surface.pullLogsJson(n, options))
    if (report === undefined) return yield* nothingRed(n)
    yield* (yield* Output).out(`${JSON.stringify(report)}\n`)
    return 0
  })

const text = ({ n, ...options }: LogsOptions) =>
  Effect.scoped(
    Effect.gen(function* () {
      const output = yield* Output
      const logs = yield* Effect.flatMap(AgentSurface, (surface) => surface.pullLogs(n, options))
      if (logs === undefined) return yield* nothingRed(n)
      yield* Effect.forEach(logs.notices, say, { discard: true })
      const bytes = yield* Stream.runFoldEffect(logs.body, 0, (sum, piece) =>
        Effect.as(output.out(piece), sum + piece.byteLength)
      )
      return bytes > 0 ? 0 : yield* nothingThere
    })
  )

/**
 * `labctl pr logs <n>`: the logs of the red checks, whole and byte for byte, redacted where they came from; what is told beside them goes to
 * stderr before the first byte. Exit 1 without a byte when there is nothing to print: an empty output with 0 cannot be (adr-logs).
 */
export const logs = (options: LogsOptions): Effect.Effect<number, SurfaceError, AgentSurface | Output> =>
  Effect.catchTag(options.json ? document(options) : text(options), "ErrUnknownCheck", unknown)
