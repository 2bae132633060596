import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { ChecksReport } from "../core/agent-api.js"
import { field } from "../core/row.js"
import { afterRead, beginWait, type Step, type WaitOptions } from "../core/wait.js"
import { AgentSurface, type SurfaceError } from "../services/agent-surface/surface.js"
import { Output } from "../services/output.js"
import { type ChecksOptions, printChecks } from "./checks.js"

/** Every read of a wait as the step that follows from it: at once, then whenever the last step said. The last one is `End` or `Fail`. */
export const readings = (n: number, options: WaitOptions): Stream.Stream<Step, never, AgentSurface> =>
  Stream.unwrap(
    Effect.map(Effect.all([AgentSurface, Clock.currentTimeMillis]), ([surface, start]) => {
      const read = Effect.match(surface.pullChecks(n), {
        onSuccess: (report) => ({ report }),
        onFailure: (error) => ({ error })
      })
      return Stream.paginateEffect({ at: start, waiting: beginWait(start) }, ({ at, waiting }) =>
        Effect.gen(function* () {
          yield* Effect.sleep(Math.max(0, at - (yield* Clock.currentTimeMillis)))
          const step = afterRead(waiting, yield* read, yield* Clock.currentTimeMillis, options)
          return [step, step._tag === "Again" ? Option.some(step) : Option.none()]
        })
      )
    })
  )

const openRows = ({ state, checks }: ChecksReport): string => {
  const open = checks.filter((check) => check.state === "pending").map(({ name }) => field(name))
  return state === "none"
    ? "no checks yet"
    : `${open.length} of ${checks.length} pending: ${open.slice(0, 5).join(", ")}${open.length > 5 ? ", …" : ""}`
}

/** What a step tells the person who watches: a new reason of a failed read, or that other rows are open than `before`. */
const told = (before: string, step: Step): { readonly open: string; readonly line: string | undefined } => {
  if (step._tag !== "Again") return { open: before, line: undefined }
  if (step.note !== undefined) return { open: before, line: `${step.note}; the wait goes on` }
  const { failures, report } = step.waiting
  const open = failures > 0 || report === undefined ? before : openRows(report)
  return { open, line: open === before ? undefined : open }
}

/**
 * `labctl pr checks <n> --wait`: reads until the aggregate leaves `pending` or the cap comes, and prints the last report once (contract
 * 6.2). stderr tells what is open whenever that changes, and each new reason of a failed read.
 */
export const checksWait = (
  options: ChecksOptions & WaitOptions
): Effect.Effect<number, SurfaceError, AgentSurface | Output> =>
  Effect.gen(function* () {
    const output = yield* Output
    const last = yield* readings(options.n, options).pipe(
      Stream.mapAccum("", (before, step) => {
        const { open, line } = told(before, step)
        return [open, { step, line }]
      }),
      Stream.tap(({ line }) => (line === undefined ? Effect.void : output.err(`labctl pr checks: ${line}\n`))),
      Stream.map(({ step }) => step),
      Stream.runLast
    )
    const step = Option.getOrUndefined(last)
    if (step?._tag === "End") return yield* printChecks(step.report, options)
    return yield* step?._tag === "Fail" ? Effect.fail(step.error) : Effect.dieMessage("a wait ended without an end")
  })
