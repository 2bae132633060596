import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { apiPath } from "../../../core/api-path.js"
import type { ErrForge, ErrRateLimited } from "../../../core/errors.js"
import type { ForgeClient } from "../../transport/forge-client.js"
import { present } from "../present.js"
import { envelope, type List } from "./pages.js"

const attempt = Schema.optionalWith(Schema.NullOr(Schema.Int), { default: () => null })

const Run = Schema.Struct({
  id: Schema.Int,
  run_attempt: attempt,
  workflow_id: Schema.optionalWith(Schema.NullOr(Schema.Int), { default: () => null }),
  check_suite_id: Schema.optionalWith(Schema.NullOr(Schema.Int), { default: () => null })
})

const Job = Schema.Struct({
  id: Schema.Int,
  run_attempt: attempt,
  check_run_url: Schema.optionalWith(Schema.NullOr(Schema.String), { default: () => null })
})

const Runs = Schema.Struct({ total_count: Schema.Int, workflow_runs: Schema.Array(Run) })
const Jobs = Schema.Struct({ total_count: Schema.Int, jobs: Schema.Array(Job) })

type ListError = ErrForge | ErrRateLimited

/** A job of any attempt of any workflow run of one commit. */
export interface Job {
  readonly id: number
  /** The job's own, else its run's, else 1. */
  readonly attempt: number
  /** Null when the job belongs to none, or its link ends in no number. */
  readonly checkRun: number | null
}

/** What was walked to find a job. */
export interface Walk {
  readonly runs: number
  readonly jobs: ReadonlyArray<Job>
}

const jobOf = (run: typeof Run.Type, job: typeof Job.Type): Job => {
  const last = job.check_run_url?.split("/").at(-1) ?? ""
  return {
    id: job.id,
    attempt: job.run_attempt ?? run.run_attempt ?? 1,
    checkRun: /^\d{1,15}$/.test(last) ? Number(last) : null
  }
}

const permission = "the token needs Actions: read to find the log of a check"

/** The workflow runs of a commit. */
export const workflowRuns = (client: ForgeClient, repo: string, sha: string) => {
  const list: List = { path: `${repo}/actions/runs`, query: { head_sha: sha }, subject: "workflow runs", permission }
  return present(
    envelope(client, Runs, ({ workflow_runs }) => workflow_runs, list),
    `github GET ${list.path}`,
    permission
  )
}

/** The jobs of all attempts of these runs: a partial re-run lists only its own among the latest (github-wire 4.2). */
export const walkJobs = (
  client: ForgeClient,
  repo: string,
  runs: ReadonlyArray<typeof Run.Type>
): Effect.Effect<Walk, ListError> => {
  const jobsOf = (run: typeof Run.Type) => {
    const path = `${repo}${apiPath`/actions/runs/${run.id}/jobs`}`
    const list: List = { path, query: { filter: "all" }, subject: "jobs", permission }
    const jobs = present(
      envelope(client, Jobs, ({ jobs }) => jobs, list),
      `github GET ${list.path}`,
      permission
    )
    return Effect.map(jobs, (all) => all.map((job) => jobOf(run, job)))
  }
  return Effect.map(Effect.forEach(runs, jobsOf, { concurrency: "unbounded" }), (jobs) => ({
    runs: runs.length,
    jobs: jobs.flat()
  }))
}
