import * as Effect from "effect/Effect"
import { field, row } from "../core/row.js"
import { AgentSurface, type SurfaceError } from "../services/agent-surface/surface.js"
import { Output } from "../services/output.js"
import { Patches } from "../services/patches.js"

/** `labctl secret list`: `NAME description`, tab-separated, by name; never a value. */
export const secretList = (json: boolean): Effect.Effect<number, SurfaceError, AgentSurface | Output> =>
  Effect.gen(function* () {
    const list = yield* Effect.flatMap(AgentSurface, (surface) => surface.secretList)
    const rows = list.secrets.map(({ name, description }) => row(name, description)).join("")
    yield* (yield* Output).out(json ? `${JSON.stringify(list)}\n` : rows)
    return 0
  })

const advice =
  "remove each value and rewrite the commits that carry it: a later commit that takes it out does not take it back"

/**
 * `labctl secret scan`: 0 and silent when the commits add no secret; else 1 and a line on stderr for each, by name, form and file. A
 * listing that git did not end well is a failure, whatever the server said of it (contract 2.5).
 */
export const secretScan = (
  revisions: ReadonlyArray<string>
): Effect.Effect<number, SurfaceError, AgentSurface | Output | Patches> =>
  Effect.gen(function* () {
    const [surface, patches, output] = yield* Effect.all([AgentSurface, Patches, Output])
    const { findings } = yield* surface.secretScan(patches.of(revisions))
    for (const { secret, file, form } of findings) {
      yield* output.err(`labctl secret scan: secret ${field(secret)} (${field(form)} form) found in ${field(file)}\n`)
    }
    if (findings.length === 0) return 0
    const count = findings.length === 1 ? "1 finding" : `${findings.length} findings`
    yield* output.err(`labctl secret scan: ${count}: ${advice}\n`)
    return 1
  })
