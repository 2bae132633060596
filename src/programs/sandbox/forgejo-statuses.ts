import type { CheckRunRow, CiState, StatusRow } from "./ci.js"
import { wireTime } from "./encoding.js"
import { forgejoUser } from "./forgejo-repository.js"
import { jobsOf, statusOf } from "./jobs.js"
import type { Ask } from "./route.js"
import type { World } from "./world.js"

/** A row with the number that it has on its commit, greatest for the newest. */
export type NumberedStatus = StatusRow & { readonly id: number }

/** What Forgejo Actions writes for a job: its word and description (`forgejo-wire.md` 4). */
const jobWord = (row: CheckRunRow, major: 15 | 16): Pick<StatusRow, "state" | "description"> => {
  const status = statusOf(row)
  if (status === "in_progress") return { state: "pending", description: "Has started running" }
  if (status === "waiting") return { state: "pending", description: "Blocked by required conditions" }
  if (status !== "completed") return { state: "pending", description: "Waiting to run" }
  switch (row.conclusion) {
    case "success":
    case "neutral":
      return { state: "success", description: "Successful in 12s" }
    case "skipped":
      return { state: major === 15 ? "success" : "skipped", description: "Has been skipped" }
    case "cancelled":
      return { state: "failure", description: "Has been cancelled" }
    default:
      return { state: "failure", description: "Failing after 12s" }
  }
}

/** Every status ever written on the commit, oldest first: the jobs of the forge's own CI, then what others wrote. */
export const statusHistory = (ask: Ask, world: World, state: CiState): ReadonlyArray<NumberedStatus> => {
  const prefix = new URL(ask.web).pathname.replace(/\/$/, "")
  const jobs = jobsOf(state).map(
    ({ row, position }): StatusRow => ({
      context: `${row.workflow ?? "ci"} / ${row.name} (${row.event ?? "pull_request"})`,
      ...jobWord(row, world.forgejo),
      targetUrl: `${prefix}/${world.fullName}/actions/runs/${row.run}/jobs/${position}`,
      creator: null
    })
  )
  return [...jobs, ...state.statuses].map((row, place) => ({ ...row, id: place + 1 }))
}

/** The newest row of each context, newest first. */
export const latestRows = (rows: ReadonlyArray<NumberedStatus>): ReadonlyArray<NumberedStatus> =>
  [...new Map(rows.map((row) => [row.context, row])).values()].sort((a, b) => b.id - a.id)

const order = ["error", "failure", "warning", "pending", "success"]

/** The combined word of one page; words that it does not know it passes over, unless the first row has one. */
export const combinedWord = (rows: ReadonlyArray<StatusRow>): string => {
  const worst = order.find((word) => rows.some(({ state }) => state === word)) ?? rows[0]?.state ?? ""
  return worst === "error" ? "failure" : worst
}

export const forgejoStatus = (ask: Ask, world: World, sha: string, at: number, row: NumberedStatus) => ({
  id: row.id,
  status: row.state,
  target_url: row.targetUrl ?? "",
  description: row.description ?? "",
  url: `${ask.api}/repos/${world.fullName}/statuses/${sha}`,
  context: row.context,
  creator: row.creator === null ? null : forgejoUser(ask, row.creator ?? world.owner),
  created_at: wireTime(at),
  updated_at: wireTime(at)
})
