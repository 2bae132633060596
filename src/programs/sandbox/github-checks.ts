import * as Effect from "effect/Effect"
import type { CheckRunRow, CiState, StatusRow } from "./ci.js"
import { idOf, wireTime } from "./encoding.js"
import { githubError, githubPaged } from "./github-answers.js"
import { githubRepository } from "./github-repository.js"
import { githubCommit } from "./github-wire.js"
import { statusOf } from "./jobs.js"
import { madeUpSha } from "./repository.js"
import { type Answer, type Ask, type Handler, json, param, type Route } from "./route.js"
import type { World } from "./world.js"

const githubApp = (slug: string) => ({
  id: slug === "github-actions" ? 15368 : idOf(slug),
  slug,
  name: slug === "github-actions" ? "GitHub Actions" : slug
})

/** The suite of a row: one for each run of a workflow. */
export const suiteOf = (row: CheckRunRow): number =>
  75_000_000_000 + idOf(`${row.app ?? "github-actions"} ${row.workflow ?? "ci"} ${row.run ?? 1}`)

const checkRun = (ask: Ask, world: World, sha: string, at: number, row: CiState["checkRuns"][number]) => {
  const status = statusOf(row)
  const app = row.app === undefined ? "github-actions" : row.app
  const url = `${ask.api}/repos/${world.fullName}/check-runs/${row.id}`
  const page = `${ask.web}/${world.fullName}/actions/runs/${row.run ?? 1}/job/${row.id}`
  return {
    id: row.id,
    node_id: `CR_${row.id}`,
    name: row.name,
    head_sha: sha,
    external_id: madeUpSha(`${row.id}`),
    url,
    html_url: page,
    details_url: row.detailsUrl === undefined ? page : row.detailsUrl,
    status,
    conclusion: row.conclusion ?? null,
    started_at: row.startedAt === undefined ? (status === "queued" ? null : wireTime(at)) : row.startedAt,
    completed_at: row.completedAt === undefined ? (status === "completed" ? wireTime(at) : null) : row.completedAt,
    output: {
      title: row.title ?? null,
      summary: row.summary ?? null,
      text: null,
      annotations_count: 0,
      annotations_url: `${url}/annotations`
    },
    check_suite: { id: suiteOf(row) },
    app: app === null ? null : githubApp(app),
    pull_requests: []
  }
}

/** The newest row of each name inside one suite, which is what `filter=latest` keeps (`github-wire.md` 2.2). */
const latest = (rows: CiState["checkRuns"]): CiState["checkRuns"] =>
  rows.filter(
    (row) => !rows.some((other) => other.name === row.name && suiteOf(other) === suiteOf(row) && other.id > row.id)
  )

const combinedWord = (states: ReadonlyArray<string>): string => {
  if (states.some((state) => state === "error" || state === "failure")) return "failure"
  return states.length === 0 || states.includes("pending") ? "pending" : "success"
}

/** The last row of each context, with its place as id. */
const latestStatuses = (rows: ReadonlyArray<StatusRow>) => [
  ...new Map(rows.map((row, place) => [row.context, { ...row, id: place + 1 }])).values()
]

/** Check runs, statuses and commits. */
export const githubCheckRoutes = (world: World): ReadonlyArray<Route> => {
  const noCommit = (ref: string) => githubError(422, `No commit found for SHA: ${ref}`)
  const resolve = (ref: string) => world.branch(ref) ?? (/^[0-9a-f]{40}$/.test(ref) ? ref : undefined)
  const withCommit =
    (answer: (ask: Ask, sha: string) => Answer): Handler =>
    (ask) => {
      const sha = resolve(param(ask, "ref"))
      return sha === undefined ? noCommit(param(ask, "ref")) : answer(ask, sha)
    }

  const checkRuns = withCommit((ask, sha) => {
    const { at, checkRuns: all } = world.ci.rows(sha)
    const name = ask.query.get("check_name")
    const rows = (ask.query.get("filter") === "all" ? all : latest(all)).filter(
      (row) => name === null || row.name === name
    )
    return githubPaged(ask, world, rows, (page, total) => ({
      total_count: total,
      check_runs: page.map((row) => checkRun(ask, world, sha, at, row))
    }))
  })

  /** Pages without a `Link` (`github-wire.md` 3.1). */
  const combined = withCommit((ask, sha) => {
    const { at, statuses } = world.ci.rows(sha)
    const rows = latestStatuses(statuses)
    const url = `${ask.api}/repos/${world.fullName}/commits/${sha}`
    const { headers, ...answer } = githubPaged(ask, world, rows, (page, total) => ({
      state: combinedWord(rows.map(({ state }) => state)),
      statuses: page.map((row) => ({
        url: `${ask.api}/repos/${world.fullName}/statuses/${sha}`,
        avatar_url: `${ask.web}/avatars/u/${idOf(row.creator ?? "")}`,
        id: row.id,
        node_id: `SC_${row.id}`,
        state: row.state,
        description: row.description ?? null,
        target_url: row.targetUrl ?? null,
        context: row.context,
        created_at: wireTime(at),
        updated_at: wireTime(at)
      })),
      sha,
      total_count: total,
      repository: githubRepository(ask, world),
      commit_url: url,
      url: `${url}/status`
    }))
    const { link: _, ...unlinked } = headers
    return { ...answer, headers: unlinked }
  })

  const commit: Handler = (ask) =>
    Effect.map(world.repository.commit(resolve(param(ask, "ref")) ?? param(ask, "ref")), (found) =>
      found === undefined ? noCommit(param(ask, "ref")) : json(200, githubCommit(ask, world, found))
    )

  const repo = "/repos/{owner}/{repo}"
  return [
    ["GET", `${repo}/commits/{ref}/check-runs`, checkRuns],
    ["GET", `${repo}/commits/{ref}/status`, combined],
    ["GET", `${repo}/commits/{ref}`, commit],
    ["GET", `${repo}/git/commits/{ref}`, commit]
  ]
}
