import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { ErrLabServer } from "../core/errors.js"
import { redactorOver } from "../core/redactor-over.js"
import { AgentSurface, type SurfaceError } from "../services/agent-surface/surface.js"
import { Foreground, type NotStarted } from "../services/foreground.js"

/**
 * `labctl secret exec`: runs a command with the named secrets in its environment, over what it inherits, and masks them in both of its
 * streams. Its exit code is passed on; 1 when a signal ended it, or when it ended with 0 but not all that it printed could be
 * written. Values are asked for each time and stay in memory; nothing is started unless all of them are there and can be masked
 * (contract 2.5).
 */
export const secretExec = (
  names: ReadonlyArray<string>,
  command: string,
  args: ReadonlyArray<string>
): Effect.Effect<number, SurfaceError | NotStarted, AgentSurface | Foreground> =>
  Effect.gen(function* () {
    const [surface, foreground] = yield* Effect.all([AgentSurface, Foreground])
    const { values } = yield* surface.secretValues(names)
    const missing = names.filter((name) => !Object.hasOwn(values, name))
    if (missing.length > 0) {
      return yield* new ErrLabServer({ words: `the server did not answer with ${missing.join(", ")}` })
    }
    const redactor = yield* redactorOver(
      Object.entries(values).map(([name, value]) => ({ name, value: Redacted.make(value) }))
    )
    const { code, whole } = yield* foreground.run(
      { command, args, env: values },
      { out: redactor.stream(), err: redactor.stream() }
    )
    return code === null || (code === 0 && !whole) ? 1 : code
  })
