import { type AgentError, agentErrorStatus, toWire, type WireBody } from "./agent-errors.js"
import { ErrInvalidBody, ErrNotFound } from "./errors.js"
import { epochMillis } from "./instant.js"

/** One thing that a request's path, query or body is not, as the decoder tells it. */
export interface DecodeIssue {
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
}

/** What the path of a route names; a value that does not fit is a path that is not there (contract 3.1). */
const pathNames: ReadonlySet<PropertyKey> = new Set(["n", "id"])

const ours = / is required$|^unknown field /

/** The sentinel of a request that does not fit its route: a path is not found, a body names its field or is no body at all. */
export const misfit = (issues: ReadonlyArray<DecodeIssue>): AgentError => {
  const [issue] = issues
  if (issue !== undefined && pathNames.has(issue.path[0] ?? "")) return new ErrNotFound({ subject: "path" })
  if (issue === undefined || issue.path.length === 0) return new ErrInvalidBody({ reason: "invalid JSON body" })
  if (ours.test(issue.message)) return new ErrInvalidBody({ reason: issue.message })
  return new ErrInvalidBody({
    reason: `field ${issue.path.map(String).join(".")} is not what it must be: see /openapi.json`
  })
}

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
