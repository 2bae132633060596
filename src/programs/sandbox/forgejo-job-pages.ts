import { forgejoLog, taskId } from "./forgejo-logs.js"
import { type Job, jobsOf, jobsOfRun, logOf } from "./jobs.js"
import { type Answer, type Ask, type Handler, numberParam, param, type Route, text } from "./route.js"
import type { World } from "./world.js"

const notFound = text(404, "Not found.\n", { "content-type": "text/plain;charset=utf-8" })

/** The name of the downloaded file, once for old readers and once in full; a header holds one byte a character. */
const disposition = ({ row }: Job, task: number): string => {
  const workflow = (row.workflow ?? "ci").split(".")[0] ?? ""
  const name = `${workflow}-${row.name}-${task}.log`
  const old = Buffer.from(name.replace(/[\r\n]/g, "_").replace(/["\\]/g, "\\$&"), "utf8").toString("latin1")
  return `attachment; filename="${old}"; filename*=UTF-8''${encodeURIComponent(name)}`
}

/** Where a page that has moved is now; the words are those of Go's own redirects. */
const sent = (status: number, location: string): Answer =>
  text(status, `<a href="${location}">Temporary Redirect</a>.\n\n`, {
    location,
    "content-type": "text/html; charset=utf-8"
  })

const logAnswer = (ask: Ask, job: Job, attempt: number): Answer => {
  const log = logOf(job, attempt)
  switch (log._tag) {
    case "Bytes":
      return forgejoLog(ask, log.bytes, {
        "cache-control": "private, max-age=300",
        "content-disposition": disposition(job, taskId(job, attempt))
      })
    case "NotStarted":
      return text(404, "job is not started\n")
    case "NoSuchAttempt":
      return text(500, `task with job_id ${job.row.id} and attempt ${attempt}: resource does not exist\n`)
    case "NothingYet":
      return text(500, `dbfs open "actions_log/${taskId(job, attempt)}.log.zst": file does not exist\n`)
    case "Expired":
      return text(404, "logs have been cleaned up\n")
    case "Refused":
      return text(log.status, "the log cannot be read\n")
  }
}

/**
 * The pages of runs and jobs, from the web root (`forgejo-wire.md` 5.1 to 5.3). A token is nobody here. A position that is not there
 * is the first job, and a run that is no number the first run.
 */
export const forgejoJobPages = (world: World): ReadonlyArray<Route> => {
  const withJob =
    (answer: (ask: Ask, job: Job) => Answer): Handler =>
    (ask) => {
      const name = world.names(param(ask, "owner"), param(ask, "repo"))
      if (name === "other" || world.private) return notFound
      const rest = ask.path.replace(/^\/[^/]+\/[^/]+/, "")
      if (name === "former")
        return sent(301, `${new URL(ask.web).pathname.replace(/\/$/, "")}/${world.fullName}${rest}`)
      const asked = numberParam(ask, "run")
      const run = asked > 0 ? asked : (world.ci.all().flatMap(jobsOf)[0]?.row.run ?? 0)
      const jobs = jobsOfRun(world.ci, run)
      const job = jobs.find(({ position }) => position === numberParam(ask, "job")) ?? jobs[0]
      return job === undefined
        ? text(404, `run with index 3 ${param(ask, "run")}: resource does not exist\n`)
        : answer(ask, job)
    }

  const page = withJob((ask, job) =>
    sent(307, `${ask.web}/${world.fullName}/actions/runs/${job.row.run}/jobs/${job.position}/attempt/${job.attempt}`)
  )
  const logs = withJob((ask, job) => logAnswer(ask, job, numberParam(ask, "attempt")))
  const run = "/{owner}/{repo}/actions/runs/{run}"
  return [
    ["GET", run, page],
    ["GET", `${run}/jobs/{job}`, page],
    ["GET", `${run}/jobs/{job}/attempt/{attempt}/logs`, logs],
    ["HEAD", `${run}/jobs/{job}/attempt/{attempt}/logs`, logs],
    ["GET", "/{owner}/{repo}/actions/**", () => notFound]
  ]
}
