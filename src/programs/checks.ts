import * as Effect from "effect/Effect"
import type { ChecksReport } from "../core/agent-api.js"
import { ErrLabServer } from "../core/errors.js"
import { row } from "../core/row.js"
import { AgentSurface, type SurfaceError } from "../services/agent-surface/surface.js"
import { Output } from "../services/output.js"

export interface ChecksOptions {
  readonly n: number
  /** One JSON document in place of rows. */
  readonly json: boolean
}

/** Exit codes of this verb alone: 2 is red and nothing else (adr-checks, contract 2.3). */
const exitCodes: ReadonlyMap<string, number> = new Map([
  ["success", 0],
  ["none", 0],
  ["failure", 2],
  ["pending", 3]
])

/** `state: <aggregate>`, then `name state rawState summary url`, tab-separated. */
export const renderChecks = ({ state, checks }: ChecksReport): string =>
  row(`state: ${state}`) +
  checks.map(({ name, state, rawState, summary, url }) => row(name, state, rawState, summary, url)).join("")

/**
 * Prints a report and answers with the exit code. Red says on stderr where its logs are. An aggregate word that nobody knows is printed
 * all the same, then it is an error (contract 2.3).
 */
export const printChecks = (
  report: ChecksReport,
  { n, json }: ChecksOptions
): Effect.Effect<number, ErrLabServer, Output> =>
  Effect.gen(function* () {
    const output = yield* Output
    yield* output.out(json ? `${JSON.stringify(report)}\n` : renderChecks(report))
    if (report.state === "failure") yield* output.err(`logs: labctl pr logs ${n}\n`)
    const code = exitCodes.get(report.state)
    return (
      code ??
      (yield* new ErrLabServer({
        words: `the server answered an aggregate that this program does not know: ${row(report.state).trim()}`
      }))
    )
  })

/** `labctl pr checks <n>`: one read of the head of this moment. */
export const checks = (options: ChecksOptions): Effect.Effect<number, SurfaceError, AgentSurface | Output> =>
  AgentSurface.pipe(
    Effect.flatMap((surface) => surface.pullChecks(options.n)),
    Effect.flatMap((report) => printChecks(report, options))
  )
