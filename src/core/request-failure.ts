import { type AgentError, agentErrorStatus, toWire, type WireBody } from "./agent-errors.js"
import { ErrInvalidBody } from "./errors.js"
import { epochMillis } from "./instant.js"

/** One thing that a request's path or body is not, as the decoder tells it. */
export interface DecodeIssue {
  /** The decoder's name of the kind; `Unexpected` is a member that nobody knows. */
  readonly _tag: string
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
}

const pathNames: ReadonlySet<PropertyKey> = new Set(["n", "id"])

/** True when what a route names in its path has a value that does not fit: such a path is not there (contract 3.1). */
export const isMisfitPath = ([issue]: ReadonlyArray<DecodeIssue>): boolean => pathNames.has(issue?.path[0] ?? "")

/** True when what the query of `url` names has a value that does not fit. */
export const isMisfitQuery = ([issue]: ReadonlyArray<DecodeIssue>, url: string): boolean =>
  new URLSearchParams(/\?(.*)$/s.exec(url)?.[1] ?? "").has(String(issue?.path[0] ?? ""))

const reasonOf = ([issue]: ReadonlyArray<DecodeIssue>): string => {
  if (issue === undefined || issue.path.length === 0) return "invalid JSON body"
  const name = issue.path.map(String).join(".")
  if (issue._tag === "Unexpected") return `unknown field ${JSON.stringify(name)}`
  return / is required$/.test(issue.message) ? issue.message : `field ${name} is not what it must be: see /openapi.json`
}

/** Why a query or a body does not fit its route: it is no JSON object, or it is named which field is wrong (contract 3.2, 4.2). */
export const misfit = (issues: ReadonlyArray<DecodeIssue>): ErrInvalidBody =>
  new ErrInvalidBody({ reason: reasonOf(issues) })

/** An error answer: status, body, and the seconds after which to come back, where they are known (contract 12.2.18). */
export interface ErrorAnswer {
  readonly status: number
  readonly body: WireBody
  readonly retryAfter: number | undefined
}

const secondsToWait = (error: AgentError, now: number): number | undefined => {
  if (error._tag !== "ErrRateLimited") return undefined
  if (error.resetAt !== undefined) return Math.max(0, Math.ceil((epochMillis(error.resetAt) - now) / 1000))
  return error.retryAfter
}

/** `now` is milliseconds since 1970. */
export const errorAnswer = (error: AgentError, now: number): ErrorAnswer => ({
  status: agentErrorStatus[error._tag],
  body: toWire(error),
  retryAfter: secondsToWait(error, now)
})
