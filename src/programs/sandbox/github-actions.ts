import type { CiState } from "./ci.js"
import { idOf, wireTime } from "./encoding.js"
import { githubError, githubPaged } from "./github-answers.js"
import { suiteOf } from "./github-checks.js"
import { type Job, jobsOf, jobsOfRun, logOf } from "./jobs.js"
import { type Answer, type Ask, bare, type Handler, json, numberParam, type Route } from "./route.js"
import type { World } from "./world.js"

/** One attempt of a job: each has an id of its own, the current one that of its check run. */
interface JobAttempt {
  readonly id: number
  readonly attempt: number
  readonly job: Job
}

const attemptsOf = (job: Job): ReadonlyArray<JobAttempt> =>
  Array.from({ length: job.attempt }, (_, i) => ({
    id: i + 1 === job.attempt ? job.row.id : 90_000_000_000 + idOf(`${job.row.id} ${i + 1}`),
    attempt: i + 1,
    job
  }))

const isActions = ({ row }: Job): boolean => row.app === undefined || row.app === "github-actions"

const lastAttempt = (jobs: ReadonlyArray<Job>): number => Math.max(1, ...jobs.map(({ attempt }) => attempt))

const workflowRun = (ask: Ask, world: World, jobs: ReadonlyArray<Job>, { row, sha, at }: Job) => {
  const done = jobs.every(({ status }) => status === "completed")
  const good = jobs.every(({ row }) => ["success", "neutral", "skipped"].includes(row.conclusion ?? ""))
  const attempt = lastAttempt(jobs)
  const url = `${ask.api}/repos/${world.fullName}/actions/runs/${row.run}`
  const workflow = row.workflow ?? "ci"
  return {
    id: row.run,
    name: workflow,
    display_title: workflow,
    path: `.github/workflows/${workflow}.yml`,
    event: row.event ?? "pull_request",
    status: done ? "completed" : "in_progress",
    conclusion: done ? (good ? "success" : "failure") : null,
    workflow_id: idOf(workflow),
    check_suite_id: suiteOf(row),
    run_number: row.run,
    run_attempt: attempt,
    head_branch: [...world.branches].find(([, tip]) => tip === sha)?.[0] ?? null,
    head_sha: sha,
    pull_requests: [],
    created_at: wireTime(at),
    run_started_at: wireTime(at),
    updated_at: wireTime(at),
    html_url: `${ask.web}/${world.fullName}/actions/runs/${row.run}`,
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${ask.api}/repos/${world.fullName}/check-suites/${suiteOf(row)}`,
    previous_attempt_url: attempt > 1 ? `${url}/attempts/${attempt - 1}` : null
  }
}

const wireJob = (ask: Ask, world: World, { id, attempt, job }: JobAttempt) => {
  const { row, sha, at } = job
  const current = attempt === job.attempt
  const status = current ? job.status : "completed"
  return {
    id,
    run_id: row.run,
    run_attempt: attempt,
    workflow_name: row.workflow ?? "ci",
    head_branch: null,
    head_sha: sha,
    name: row.name,
    status,
    conclusion: current ? (row.conclusion ?? null) : "failure",
    created_at: wireTime(at),
    started_at: wireTime(at),
    completed_at: status === "completed" ? wireTime(at) : null,
    html_url: `${ask.web}/${world.fullName}/actions/runs/${row.run}/job/${id}`,
    check_run_url: `${ask.api}/repos/${world.fullName}/check-runs/${id}`,
    labels: ["ubuntu-latest"],
    runner_id: null,
    runner_name: null,
    steps: []
  }
}

/** A running job's log is not there yet where the link leads; what never ran has not even a link. */
const logAnswer = (world: World, { id, attempt, job }: JobAttempt): Answer => {
  const linked = (blob: string | Uint8Array | null): Answer =>
    bare(302, { location: `${world.storage}${world.signedLinks.sign(`${id}/job.log`, blob)}` })
  if (attempt === job.attempt && job.status !== "completed") return linked(null)
  const log = logOf({ ...job, status: "completed" }, attempt)
  if (log._tag === "Bytes") return linked(log.bytes)
  if (log._tag === "Expired") return githubError(410, "Server Error")
  return log._tag === "Refused" ? githubError(log.status, "Server Error") : githubError(404, "Not Found")
}

/** Workflow runs, their jobs, and the way to a job's log (`github-wire.md` 4). */
export const githubActionsRoutes = (world: World): ReadonlyArray<Route> => {
  const jobsOfCommit = (state: CiState) => jobsOf(state).filter(isActions)

  const runs: Handler = (ask) => {
    const sha = ask.query.get("head_sha")
    const states = sha === null ? world.ci.all() : [world.ci.rows(sha)]
    const all = states.flatMap((state) => {
      const jobs = jobsOfCommit(state)
      return [...new Map(jobs.map((job) => [job.row.run, job])).values()].map((first) => ({
        first,
        jobs: jobs.filter(({ row }) => row.run === first.row.run)
      }))
    })
    return githubPaged(ask, world, all.toReversed(), (page, total) => ({
      total_count: total,
      workflow_runs: page.map(({ first, jobs }) => workflowRun(ask, world, jobs, first))
    }))
  }

  /** `latest` is the jobs of the run's last attempt alone, as GitHub has it since 2025. */
  const jobs: Handler = (ask) => {
    const found = jobsOfRun(world.ci, numberParam(ask, "run")).filter(isActions)
    if (found.length === 0) return githubError(404, "Not Found")
    const last = lastAttempt(found)
    const all = found.flatMap(attemptsOf)
    const rows = ask.query.get("filter") === "all" ? all : all.filter(({ attempt }) => attempt === last)
    return githubPaged(ask, world, rows, (page, total) => ({
      total_count: total,
      jobs: page.map((row) => wireJob(ask, world, row))
    }))
  }

  const withJob =
    (answer: (ask: Ask, found: JobAttempt) => Answer): Handler =>
    (ask) => {
      const all = world.ci.all().flatMap(jobsOfCommit).flatMap(attemptsOf)
      const found = all.find(({ id }) => id === numberParam(ask, "job"))
      return found === undefined ? githubError(404, "Not Found") : answer(ask, found)
    }

  const repo = "/repos/{owner}/{repo}"
  return [
    ["GET", `${repo}/actions/runs`, runs],
    ["GET", `${repo}/actions/runs/{run}/jobs`, jobs],
    ["GET", `${repo}/actions/jobs/{job}`, withJob((ask, found) => json(200, wireJob(ask, world, found)))],
    ["GET", `${repo}/actions/jobs/{job}/logs`, withJob((_, found) => logAnswer(world, found))]
  ]
}
