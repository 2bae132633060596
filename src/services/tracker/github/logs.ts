import * as Effect from "effect/Effect"
import { fileAnIssue } from "../../../core/check-log.js"
import { ErrLogAdapterMismatch, ErrUnknownCheck, ErrUnsupported } from "../../../core/errors.js"
import type { ForgeClient } from "../../transport/forge-client.js"
import type { HeadLogs, LogError } from "../check-logs.js"
import { walkJobs, workflowRuns } from "./actions.js"
import { type CommitRows, checksOf, commitRows } from "./checks.js"
import { jobLog } from "./log-route.js"

/** The one check run of that name whose log GitHub can serve (contract 6.5, 1 to 4). */
const chosen = (rows: CommitRows, name: string) => {
  const quoted = JSON.stringify(name)
  const named = rows.runs.filter((run) => run.name === name)
  const [run] = named
  if (named.length > 1) {
    const ids = named.map(({ id }) => id).join(", ")
    return new ErrUnsupported({
      reason: `${named.length} check runs are named ${quoted} (ids ${ids}), which a name cannot tell apart: read their logs on the forge`
    })
  }
  if (run !== undefined) {
    if (run.app?.slug === "github-actions") return Effect.succeed(run)
    const poster = run.app?.slug == null ? "no app that is named" : `the app ${run.app.slug}`
    return new ErrUnsupported({
      reason: `the check ${quoted} was posted by ${poster}, whose logs GitHub does not serve`
    })
  }
  const status = rows.statuses.find(({ context }) => context === name)
  if (status === undefined) {
    return new ErrUnknownCheck({ check: name, available: checksOf(rows).map((check) => check.name) })
  }
  const link = status.target_url === null || status.target_url === "" ? "" : ` (${status.target_url})`
  return new ErrUnsupported({
    reason: `the check ${quoted} is a commit status of an outside service${link}, which has no log on GitHub`
  })
}

/**
 * The rows of a head and the way to their logs on GitHub: a check run's id leads to its job, never a job's name, since two workflows can have
 * jobs of one name (contract 6.5). Deep: the rows and the workflow runs side by side, the jobs, the log route, where it leads.
 */
export const headLogs = (client: ForgeClient, repo: string, sha: string): Effect.Effect<HeadLogs, LogError> =>
  Effect.gen(function* () {
    // A listing that cannot be had matters only to a log that needs it.
    const { rows, runs } = yield* Effect.all(
      { rows: commitRows(client, repo, sha), runs: Effect.exit(workflowRuns(client, repo, sha)) },
      { concurrency: "unbounded" }
    )
    const walk = yield* Effect.cached(Effect.flatMap(runs, (all) => walkJobs(client, repo, all)))

    return {
      head: sha,
      checks: checksOf(rows),
      log: (name) =>
        Effect.gen(function* () {
          const run = yield* chosen(rows, name)
          const walked = yield* walk
          const job = walked.jobs.find(({ checkRun }) => checkRun === run.id)
          if (job === undefined) {
            return yield* new ErrLogAdapterMismatch({
              check: name,
              asked: `github GET ${repo}/actions/runs`,
              came: `${walked.runs} runs with ${walked.jobs.length} jobs, none of them that of check run ${run.id}`,
              advice: fileAnIssue
            })
          }
          const path = `${repo}/actions/jobs/${job.id}/logs`
          const pieces = yield* jobLog(client, { asked: `github GET ${path}`, check: name, path })
          return { pieces, attempt: job.attempt }
        })
    }
  })
