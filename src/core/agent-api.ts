import * as Schema from "effect/Schema"
import { Instant } from "./instant.js"
import { mostFocus } from "./log-choice.js"
import { PullState } from "./pull.js"
import { agentSecretRoutes } from "./secret-api.js"
import { Snapshot } from "./watch/snapshot.js"

/**
 * The agent API as a table of routes and their schemas (contract 3.2). The server's HttpApi, the OpenAPI document and the
 * client are made of it. Words are open on the wire: a client meets servers older and newer than itself.
 */

/** Where every agent route lives. */
export const agentPrefix = "/agent/v1"

const word = (...known: ReadonlyArray<string>) =>
  Schema.String.annotations({ description: `one of: ${known.join(", ")}` })

export const ChecksReport = Schema.Struct({
  state: word("pending", "success", "failure", "none"),
  checks: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      state: word("pending", "success", "failure"),
      rawState: Schema.String,
      summary: Schema.String,
      url: Schema.String
    })
  )
})
export type ChecksReport = typeof ChecksReport.Type

export const PullRef = Schema.Struct({ number: Schema.Int, url: Schema.String })
export type PullRef = typeof PullRef.Type

export const PullRow = Schema.Struct({ number: Schema.Int, state: PullState, head: Schema.String, url: Schema.String })
export type PullRow = typeof PullRow.Type

export const PullList = Schema.Struct({ prs: Schema.Array(PullRow) })
export type PullList = typeof PullList.Type

export const PullDetail = Schema.Struct({
  number: Schema.Int,
  title: Schema.String,
  body: Schema.String,
  state: PullState,
  head: Schema.String,
  url: Schema.String,
  reviews: Schema.Array(
    Schema.Struct({ reviewer: Schema.String, state: Schema.String, body: Schema.String, dismissed: Schema.Boolean })
  ),
  comments: Schema.Array(Schema.Struct({ author: Schema.String, body: Schema.String, created_at: Instant }))
})
export type PullDetail = typeof PullDetail.Type

/** A title that is missing, no text or blank is refused in these words, before anything is asked of a forge. */
const Title = Schema.String.pipe(
  Schema.filter((title) => title.trim() !== ""),
  Schema.annotations({ message: () => ({ message: "title is required", override: true }) })
)

export const CreatePull = Schema.Struct({
  title: Schema.propertySignature(Title).annotations({ missingMessage: () => "title is required" }),
  body: Schema.optional(Schema.String)
})
export type CreatePull = typeof CreatePull.Type

export const MergePull = Schema.Struct({ head: Schema.optional(Schema.String) })
export type MergePull = typeof MergePull.Type

export const LogsReport = Schema.Struct({
  logs: Schema.Array(Schema.Struct({ check: Schema.String, text: Schema.String })),
  notices: Schema.Array(Schema.String)
})
export type LogsReport = typeof LogsReport.Type

const Switch = Schema.optional(Schema.Literal("true", "false"))

/** Which logs, and how (contract 6.3). `lines` counts with `focus` alone. */
export const LogQuery = Schema.Struct({
  check: Schema.optional(Schema.String),
  partial: Switch,
  focus: Switch,
  lines: Schema.optional(Schema.NumberFromString.pipe(Schema.int(), Schema.between(1, mostFocus)))
})

/** Repeated, one for each log of which something is to be told; UTF-8 bytes as they are. */
export const noticeHeader = "X-Lab-Log-Notice"

/** Every error of the API. `error` alone is what an older client reads; `code` is the sentinel, whose fields may follow. */
export const WireError = Schema.Struct({ error: Schema.String, code: Schema.optional(Schema.String) })

export const agentRoutes = {
  pullCreate: { method: "POST", path: "/prs", success: PullRef },
  pullList: { method: "GET", path: "/prs", success: PullList },
  pullView: { method: "GET", path: "/prs/:n", success: PullDetail },
  pullChecks: { method: "GET", path: "/prs/:n/checks", success: ChecksReport },
  pullLogs: { method: "GET", path: "/prs/:n/logs", success: LogsReport },
  pullSnapshot: { method: "GET", path: "/prs/:n/snapshot", success: Snapshot },
  pullMerge: { method: "POST", path: "/prs/:n/merge", success: PullRow },
  ...agentSecretRoutes
} as const
