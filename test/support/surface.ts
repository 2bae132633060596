import { Clock, Effect } from "effect"
import type { ChecksReport } from "../../src/core/agent-api.js"
import { AgentSurface, type AgentSurfaceService, type SurfaceError } from "../../src/services/agent-surface/surface.js"

/** A report of rows written `name=word`; the aggregate is the caller's claim. */
export const report = (state: string, ...rows: ReadonlyArray<string>): ChecksReport => ({
  state,
  checks: rows.map((row) => {
    const [name = "", word = ""] = row.split("=")
    return { name, state: word, rawState: word, summary: "", url: "" }
  })
})

/** `pullChecks` by a script: one entry a read, the last one for ever. `reads` are the seconds at which it was asked. */
export const scriptedChecks = (...script: ReadonlyArray<ChecksReport | SurfaceError>) => {
  const reads: Array<number> = []
  const pullChecks: AgentSurfaceService["pullChecks"] = () =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const next = script[Math.min(reads.length, script.length - 1)] ?? report("none")
      reads.push(now / 1000)
      return "checks" in next ? Effect.succeed(next) : Effect.fail(next)
    })
  return { reads, layer: AgentSurface.test({ pullChecks }) }
}
