import type { AttemptLog, CheckRunRow, Ci, CiState } from "./ci.js"

/** A job of the forge's own CI, as a row of a commit implies it. */
export interface Job {
  readonly row: CiState["checkRuns"][number]
  readonly sha: string
  /** Milliseconds since 1970 of its last change. */
  readonly at: number
  /** Its place among the jobs of its run, from 0. */
  readonly position: number
  readonly status: string
  /** The current attempt, from 1: one more than those that ran while it waits for a runner again. */
  readonly attempt: number
}

/** What there is of one attempt's log. */
export type JobLog =
  | { readonly _tag: "Bytes"; readonly bytes: string | Uint8Array }
  /** No runner has the job: not yet, not again yet, or it was skipped. */
  | { readonly _tag: "NotStarted" }
  | { readonly _tag: "NoSuchAttempt" }
  /** It runs and has not said a line. */
  | { readonly _tag: "NothingYet" }
  | { readonly _tag: "Expired" }
  | { readonly _tag: "Refused"; readonly status: number }

/** `completed` when a conclusion is given, else `queued`. */
export const statusOf = (row: CheckRunRow): string =>
  row.status ?? (row.conclusion === undefined || row.conclusion === null ? "queued" : "completed")

const attemptsOf = (row: CheckRunRow): ReadonlyArray<AttemptLog> =>
  row.attempts ?? (row.log === undefined ? [] : [row.log])

const waits = (status: string): boolean => status !== "completed" && status !== "in_progress"

/** The jobs of a commit, in row order. */
export const jobsOf = ({ sha, at, checkRuns }: CiState): ReadonlyArray<Job> => {
  const taken = new Map<number, number>()
  return checkRuns.map((row) => {
    const position = taken.get(row.run) ?? 0
    taken.set(row.run, position + 1)
    const status = statusOf(row)
    const attempts = attemptsOf(row).length
    return { row, sha, at, position, status, attempt: waits(status) ? attempts + 1 : Math.max(1, attempts) }
  })
}

/** The jobs of one run, whichever commit it is for; empty for a run that is not there. */
export const jobsOfRun = (ci: Ci, run: number): ReadonlyArray<Job> =>
  ci
    .all()
    .flatMap(jobsOf)
    .filter(({ row }) => row.run === run)

/** The log of an attempt of a job. */
export const logOf = ({ row, status }: Job, attempt: number): JobLog => {
  const attempts = attemptsOf(row)
  if (waits(status) || (attempts.length === 0 && status === "completed")) return { _tag: "NotStarted" }
  if (status === "in_progress" && attempt === Math.max(1, attempts.length) && (attempts.at(-1) ?? "") === "") {
    return { _tag: "NothingYet" }
  }
  const log = attempts[attempt - 1]
  if (log === undefined) return { _tag: "NoSuchAttempt" }
  if (log === "expired") return { _tag: "Expired" }
  return typeof log === "string" || log instanceof Uint8Array
    ? { _tag: "Bytes", bytes: log }
    : { _tag: "Refused", status: log.status }
}
