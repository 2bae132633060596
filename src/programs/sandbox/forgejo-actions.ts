import { wireTime } from "./encoding.js"
import { forgejoError, forgejoJson } from "./forgejo-answers.js"
import { forgejoLog, taskId } from "./forgejo-logs.js"
import { forgejoPaged } from "./forgejo-paging.js"
import { forgejoRepository, forgejoUser } from "./forgejo-repository.js"
import { type Job, jobsOf, jobsOfRun, logOf } from "./jobs.js"
import { madeUpSha } from "./repository.js"
import { type Answer, type Ask, type Handler, numberParam, type Route, text } from "./route.js"
import type { World } from "./world.js"

/** The id that the API knows a run by; pages and links have its number. */
const runId = (run: number): number => 1000 + run

const jobWord = ({ row, status }: Job): string => {
  if (status === "in_progress") return "running"
  if (status === "waiting") return "blocked"
  if (status !== "completed") return "waiting"
  return row.conclusion === "neutral" ? "success" : (row.conclusion ?? "unknown")
}

const runWord = (jobs: ReadonlyArray<Job>): string => {
  const words = jobs.map(jobWord)
  return ["running", "waiting", "blocked", "failure", "cancelled"].find((word) => words.includes(word)) ?? "success"
}

const wireRun = (ask: Ask, world: World, jobs: ReadonlyArray<Job>, { row, sha, at }: Job) => {
  const pull = [...world.pulls.values()].find((candidate) => world.head(candidate).sha === sha)
  const event = row.event ?? "pull_request"
  return {
    id: runId(row.run),
    title: row.workflow ?? "ci",
    repository: forgejoRepository(ask, world),
    workflow_id: `${row.workflow ?? "ci"}.yml`,
    index_in_repo: row.run,
    trigger_user: forgejoUser(ask, pull?.author ?? world.owner),
    ScheduleID: 0,
    prettyref: pull === undefined ? world.defaultBranch : `#${pull.number}`,
    is_ref_deleted: false,
    commit_sha: sha,
    is_fork_pull_request: false,
    need_approval: false,
    approved_by: 0,
    event,
    event_payload: JSON.stringify({ action: "opened", number: pull?.number ?? 0 }),
    trigger_event: event,
    status: runWord(jobs),
    started: wireTime(at),
    stopped: wireTime(at),
    created: wireTime(at),
    updated: wireTime(at),
    duration: 1_000_000_000,
    html_url: `${ask.web}/${world.fullName}/actions/runs/${row.run}`
  }
}

const uuid = (seed: string): string => madeUpSha(seed).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5")

const wireJob = (job: Job) => ({
  id: job.row.id,
  run_id: runId(job.row.run),
  attempt: job.attempt,
  handle: uuid(`${job.row.id} ${job.attempt}`),
  repo_id: 3,
  owner_id: 2,
  name: job.row.name,
  needs: null,
  runs_on: ["host"],
  task_id: taskId(job, job.attempt),
  status: jobWord(job)
})

/** No such attempt, no longer, not yet: all of them are 404 here. */
const logAnswer = (ask: Ask, job: Job, attempt: number): Answer => {
  const log = logOf(job, attempt)
  switch (log._tag) {
    case "Bytes":
      return forgejoLog(ask, log.bytes, { "last-modified": new Date(job.at).toUTCString() })
    case "NoSuchAttempt":
      return forgejoError(ask, 404, `task with job_id ${job.row.id} and attempt ${attempt}: resource does not exist`)
    case "NotStarted":
      return forgejoError(ask, 404, "job is not started")
    case "Expired":
      return forgejoError(ask, 404, "logs have been cleaned up")
    case "NothingYet":
      return forgejoError(ask, 500, "file does not exist")
    case "Refused":
      return forgejoError(ask, log.status, "the log cannot be read")
  }
}

/** Runs, and on Forgejo 16 their jobs and logs (`forgejo-wire.md` 5.5, 5.6). */
export const forgejoActionsRoutes = (world: World): ReadonlyArray<Route> => {
  const since16 =
    (answer: Handler): Handler =>
    (ask) =>
      world.forgejo < 16 ? text(404, "404 page not found\n") : answer(ask)

  const runs: Handler = (ask) => {
    const [sha, number] = [ask.query.get("head_sha"), ask.query.get("run_number")]
    const jobs = world.ci.all().flatMap(jobsOf)
    const firsts = [...new Map(jobs.toReversed().map((job) => [job.row.run, job])).values()]
    const found = firsts.filter(
      (job) => (sha ?? job.sha) === job.sha && (number ?? `${job.row.run}`) === `${job.row.run}`
    )
    const page = forgejoPaged(ask, world, found)
    const rows = page.rows.map((first) => {
      const own = jobs.filter(({ row }) => row.run === first.row.run)
      return wireRun(ask, world, own, first)
    })
    return forgejoJson(200, { workflow_runs: rows, total_count: found.length })
  }

  const jobs = since16((ask) => {
    const found = jobsOfRun(world.ci, numberParam(ask, "run") - runId(0))
    return found.length === 0
      ? forgejoError(ask, 404, `run with id ${numberParam(ask, "run")}: resource does not exist`)
      : forgejoJson(200, found.toSorted((a, b) => a.row.id - b.row.id).map(wireJob))
  })

  const logs = since16((ask) => {
    const id = numberParam(ask, "job")
    const job = world.ci
      .all()
      .flatMap(jobsOf)
      .find(({ row }) => row.id === id)
    if (job === undefined) return forgejoError(ask, 404, `run job with id ${id}: resource does not exist`)
    const asked = ask.query.get("attempt")
    return logAnswer(ask, job, asked === null ? job.attempt : Number.parseInt(asked, 10) || 0)
  })

  const repo = "/repos/{owner}/{repo}/actions"
  return [
    ["GET", `${repo}/runs`, runs],
    ["GET", `${repo}/runs/{run}/jobs`, jobs],
    ["GET", `${repo}/jobs/{job}/logs`, logs]
  ]
}
