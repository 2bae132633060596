import { Effect, Either } from "effect"
import type { CheckLog } from "../../../src/core/check-log.js"
import { ErrLogUpstream, ErrUnsupported } from "../../../src/core/errors.js"
import type { LogOptions } from "../../../src/core/log-choice.js"
import { buildRedactor } from "../../../src/core/redact/redactor.js"
import { shownLogs, textOf } from "../../../src/services/agent-surface/local-logs.js"
import type { LogError } from "../../../src/services/tracker/check-logs.js"

export const bytes = (text: string) => new TextEncoder().encode(text)
export const log = (text: string, more: Partial<CheckLog> = {}): CheckLog => ({
  pieces: [bytes(text)],
  attempt: 1,
  ...more
})

export type State = "success" | "pending" | "failure"
export type Answer = CheckLog | LogError | Effect.Effect<CheckLog, LogError>

const answered = (answer: Answer): Effect.Effect<CheckLog, LogError> =>
  "pieces" in answer ? Effect.succeed(answer) : Effect.isEffect(answer) ? answer : Effect.fail(answer)

/** A head whose rows are `[name, state, what its log is]`. */
export const source = (rows: ReadonlyArray<readonly [name: string, state: State, answer: Answer]>) => {
  const asked: Array<string> = []
  return {
    asked,
    head: "c0ffee",
    checks: rows.map(([name, state]) => ({ name, state, rawState: state, summary: "", url: "" })),
    log: (name: string) =>
      Effect.suspend(() => {
        asked.push(name)
        const row = rows.find(([other]) => other === name)
        return row === undefined ? Effect.dieMessage(`no such row ${name}`) : answered(row[2])
      })
  }
}

export const redactorOf = (values: Readonly<Record<string, string>>) =>
  Either.getOrThrow(buildRedactor(Object.entries(values).map(([name, value]) => ({ name, value: bytes(value) }))))
const blank = redactorOf({})

export const all: LogOptions = { partial: false }
export const shown = (from: ReturnType<typeof source>, options: LogOptions = all, redactor = blank) =>
  shownLogs(7, from, redactor, options)

/** The text and the notices of an answer. */
export const told = (from: ReturnType<typeof source>, options: LogOptions = all, redactor = blank) =>
  Effect.map(shown(from, options, redactor), (found) =>
    found === undefined
      ? undefined
      : { text: Buffer.concat([...textOf(found)]).toString("utf8"), notices: found.notices }
  )

export const external = new ErrUnsupported({ reason: 'the check "cover" was posted by the app codecov' })

export const upstream = (check: string) => new ErrLogUpstream({ check, asked: "GET /x", came: "500" })
