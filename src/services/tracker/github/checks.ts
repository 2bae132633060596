import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { apiPath } from "../../../core/api-path.js"
import { type Check, checkRunWord, githubStatusWord } from "../../../core/checks.js"
import type { ForgeClient } from "../../transport/forge-client.js"
import { envelope } from "./pages.js"
import * as Wire from "./wire.js"

const CheckRuns = Schema.Struct({ total_count: Schema.Int, check_runs: Schema.Array(Wire.CheckRun) })
const Statuses = Schema.Struct({ total_count: Schema.Int, statuses: Schema.Array(Wire.Status) })

/** A token that may read a repository may still not read its check runs, and no fine-grained one can (github-wire 8.1). */
const checksPermission =
  "the token may not read check runs: it needs Checks: read, which a GitHub App, GITHUB_TOKEN (checks: read) or a classic token with repo has and a fine-grained token cannot have"

/** What both sources say of one commit. */
export interface CommitRows {
  readonly runs: ReadonlyArray<typeof Wire.CheckRun.Type>
  readonly statuses: ReadonlyArray<typeof Wire.Status.Type>
}

/** Check runs and commit statuses, side by side, all pages of each. */
export const commitRows = (client: ForgeClient, repo: string, sha: string) => {
  const commit = `${repo}${apiPath`/commits/${sha}`}`
  const subject = `commit ${sha}`
  return Effect.all(
    {
      runs: envelope(client, CheckRuns, ({ check_runs }) => check_runs, {
        path: `${commit}/check-runs`,
        subject,
        permission: checksPermission
      }),
      statuses: envelope(client, Statuses, ({ statuses }) => statuses, { path: `${commit}/status`, subject })
    },
    { concurrency: "unbounded" }
  )
}

const runRow = (run: typeof Wire.CheckRun.Type): Check => ({
  name: run.name,
  ...checkRunWord(run.status, run.conclusion),
  summary: run.output?.title ?? "",
  url: run.html_url ?? ""
})

const statusRow = (status: typeof Wire.Status.Type): Check => ({
  name: status.context,
  ...githubStatusWord(status.state),
  summary: status.description ?? "",
  url: status.target_url ?? ""
})

/** All check runs first, then all statuses, each as the forge returned them; nothing is folded (contract 6.1). */
export const checksOf = ({ runs, statuses }: CommitRows): ReadonlyArray<Check> => [
  ...runs.map(runRow),
  ...statuses.map(statusRow)
]
