import * as Effect from "effect/Effect"
import type { LogsReport } from "../../core/agent-api.js"
import type { AgentError } from "../../core/agent-errors.js"
import { type CheckLog, fallbackNotice, missingNotice, withLineFeed } from "../../core/check-log.js"
import { ErrUnsupported } from "../../core/errors.js"
import { focus as explained } from "../../core/focus/focus.js"
import { chosenChecks, heading, type LogOptions, partialHint } from "../../core/log-choice.js"
import { redactError } from "../../core/redact/redact-error.js"
import type { Redactor } from "../../core/redact/redactor.js"
import type { HeadLogs, LogError } from "../tracker/check-logs.js"
import type { ShownLogs } from "./surface.js"

/** Most logs on their way at once; each may be hundreds of megabytes. */
const sideBySide = 32

/** How much is scanned before other fibers get their turn, in bytes. */
const turn = 4 * 2 ** 20

/** A log without the values of secrets, in one pass over its pieces; no copy of what stays. */
const redacted = (redactor: Redactor, pieces: ReadonlyArray<Uint8Array>): Effect.Effect<ReadonlyArray<Uint8Array>> =>
  Effect.gen(function* () {
    const stream = redactor.stream()
    const out: Array<Uint8Array> = []
    let scanned = 0
    for (const piece of pieces) {
      for (let at = 0; at < piece.byteLength; at += turn) {
        const slice = piece.subarray(at, at + turn)
        out.push(...stream.push(slice))
        scanned += slice.byteLength
        if (scanned > turn) {
          scanned = 0
          yield* Effect.yieldNow()
        }
      }
    }
    out.push(...stream.end())
    return out
  })

interface Got {
  readonly check: string
  readonly log: CheckLog
}

type Outcome =
  | { readonly _tag: "Got"; readonly got: Got }
  | { readonly _tag: "Lost"; readonly check: string; readonly error: LogError }

const fetched = (source: HeadLogs, names: ReadonlyArray<string>) =>
  Effect.forEach(
    names,
    (check) =>
      Effect.match(source.log(check), {
        onSuccess: (log): Outcome => ({ _tag: "Got", got: { check, log } }),
        onFailure: (error): Outcome => ({ _tag: "Lost", check, error })
      }),
    { concurrency: sideBySide }
  )

/** Of several wanted logs one that the forge cannot serve fails all: the message says how to get the others (contract 12.2.12). */
const hinted = (error: LogError, wanted: number): LogError =>
  error._tag === "ErrUnsupported" && wanted > 1
    ? new ErrUnsupported({ reason: `${error.reason}; ${partialHint}` })
    : error

/** The logs that can be had and what is to be said of the others; the first failure in row order when none, or when all are wanted. */
const gathered = (outcomes: ReadonlyArray<Outcome>, partial: boolean, clean: (text: string) => string) => {
  const got = outcomes.flatMap((outcome) => (outcome._tag === "Got" ? [outcome.got] : []))
  const first = outcomes.find((outcome) => outcome._tag === "Lost")
  if (first?._tag === "Lost" && (!partial || got.length === 0)) return Effect.fail(hinted(first.error, outcomes.length))
  // A name is cut in a notice, so it is redacted before: half of a value would be known by no form.
  const notices = outcomes.flatMap((outcome) => {
    const notice =
      outcome._tag === "Lost"
        ? missingNotice(clean(outcome.check), clean(outcome.error.message))
        : fallbackNotice(clean(outcome.got.check), outcome.got.log)
    return notice ?? []
  })
  return Effect.succeed({ got, notices })
}

/**
 * The logs of a pull's checks: which ones is decided here, once for every backend; each is read whole and redacted before anything is shown, so
 * that every failure is an answer of its own and no byte of a secret leaves (adr-logs, contract 6.3). Undefined when nothing is red.
 */
export const shownLogs = (
  n: number,
  source: HeadLogs,
  redactor: Redactor,
  options: LogOptions
): Effect.Effect<ShownLogs | undefined, AgentError> =>
  Effect.gen(function* () {
    const names = yield* chosenChecks(source.checks, options.check)
    if (names.length === 0) return undefined
    const { got, notices } = yield* Effect.flatMap(fetched(source, names), (outcomes) =>
      gathered(outcomes, options.partial, redactor.text)
    )
    const { focus } = options
    const shown = ({ check, log }: Got) =>
      Effect.gen(function* () {
        const clean = yield* redacted(redactor, log.pieces)
        const name = redactor.text(check)
        if (focus === undefined) return { check: name, pieces: withLineFeed(clean) }
        // A value that was cut by colour codes or timestamps is whole once these are gone.
        const chosen = redactor.text(explained(Buffer.concat(clean), { lines: focus, pull: n, check: name }))
        return { check: name, pieces: withLineFeed([new TextEncoder().encode(chosen)]) }
      })
    return {
      bare: options.check !== undefined && options.check !== "",
      notices,
      logs: yield* Effect.forEach(got, shown)
    }
  }).pipe(Effect.mapError((error) => redactError(error, redactor.text)))

/** One text: each log under its heading, or one alone. */
export const textOf = ({ bare, logs }: ShownLogs): ReadonlyArray<Uint8Array> =>
  logs.flatMap(({ check, pieces }) => (bare ? pieces : [new TextEncoder().encode(heading(check)), ...pieces]))

const decoded = (pieces: ReadonlyArray<Uint8Array>): string => {
  const decoder = new TextDecoder()
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode()
}

/** One document; bytes that are no text become U+FFFD here and only here. */
export const reportOf = ({ logs, notices }: ShownLogs): LogsReport => ({
  logs: logs.map(({ check, pieces }) => ({ check, text: decoded(pieces) })),
  notices
})
