import type { ChecksReport } from "./agent-api.js"
import type { AgentError } from "./agent-errors.js"
import type { ErrLabServer } from "./errors.js"
import { epochMillis } from "./instant.js"

/** How `pr checks --wait` waits; all in milliseconds (contract 6.2). */
export interface WaitOptions {
  readonly interval: number
  /** The cap on the whole wait, from its start. */
  readonly timeout: number
  /** While the wait is younger than this, `none` is waited on too: checks are not registered yet just after a push. */
  readonly grace: number
}

/** What a wait remembers between two reads. */
export interface Waiting {
  readonly startedAt: number
  /** The last good report; undefined before the first. */
  readonly report: ChecksReport | undefined
  /** Failed reads in a row. */
  readonly failures: number
  /** The reason that the last failed read was noted with. */
  readonly noted: string | undefined
}

export type ReadFailure = AgentError | ErrLabServer

export type Step =
  | { readonly _tag: "Again"; readonly at: number; readonly waiting: Waiting; readonly note: string | undefined }
  | { readonly _tag: "End"; readonly report: ChecksReport }
  | { readonly _tag: "Fail"; readonly error: ReadFailure }

/** How many failed reads in a row end a wait. */
const mostFailures = 3

export const beginWait = (now: number): Waiting => ({
  startedAt: now,
  report: undefined,
  failures: 0,
  noted: undefined
})

/** Failures that the next read may not meet: the way to the server or the forge, and what answers 502 or 503. */
const passing = (error: ReadFailure): boolean => {
  if (error._tag === "ErrForge" || error._tag === "ErrRateLimited") return true
  return error._tag === "ErrLabServer" && (error.status === undefined || error.status === 502 || error.status === 503)
}

const afterReport = (waiting: Waiting, report: ChecksReport, now: number, options: WaitOptions): Step => {
  const young = report.state === "none" && now - waiting.startedAt < options.grace
  const at = now + options.interval
  if ((report.state !== "pending" && !young) || at >= waiting.startedAt + options.timeout)
    return { _tag: "End", report }
  return { _tag: "Again", at, waiting: { ...waiting, report, failures: 0, noted: undefined }, note: undefined }
}

const afterFailure = (waiting: Waiting, error: ReadFailure, now: number, options: WaitOptions): Step => {
  const { report } = waiting
  if (report === undefined || !passing(error)) return { _tag: "Fail", error }
  const cap = waiting.startedAt + options.timeout
  const reset = error._tag === "ErrRateLimited" && error.resetAt !== undefined ? epochMillis(error.resetAt) : undefined
  const failures = reset === undefined ? waiting.failures + 1 : waiting.failures
  if (failures >= mostFailures || (reset !== undefined && reset >= cap)) return { _tag: "Fail", error }
  const at = reset !== undefined && reset > now ? reset : now + options.interval
  if (at >= cap) return { _tag: "End", report }
  const reason = error.message
  return {
    _tag: "Again",
    at,
    waiting: { ...waiting, failures, noted: reason },
    note: reason === waiting.noted ? undefined : reason
  }
}

/**
 * What follows from one read of a wait (contract 6.2). A pending report is waited on until the next read would reach the cap, then it is the answer.
 * A failed first read ends it; later ones are ridden out, three in a row are not. A limit that names its reset is waited for, without
 * counting, when the reset lies before the cap. `now` is milliseconds since 1970.
 */
export const afterRead = (
  waiting: Waiting,
  read: { readonly report: ChecksReport } | { readonly error: ReadFailure },
  now: number,
  options: WaitOptions
): Step =>
  "report" in read ? afterReport(waiting, read.report, now, options) : afterFailure(waiting, read.error, now, options)
