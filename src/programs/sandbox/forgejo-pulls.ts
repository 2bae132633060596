import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { forgejoError, forgejoJson, forgejoNotFound } from "./forgejo-answers.js"
import { forgejoPaged } from "./forgejo-paging.js"
import { forgejoPull } from "./forgejo-wire.js"
import { merge, type Refusal } from "./merging.js"
import type { PullRecord } from "./records.js"
import { type Answer, type Ask, bare, type Handler, numberParam, param, payload, type Route } from "./route.js"
import type { World } from "./world.js"

const NewPull = Schema.Struct({
  title: Schema.String,
  head: Schema.String,
  base: Schema.String,
  body: Schema.optional(Schema.String)
})
const Merge = Schema.Struct({
  Do: Schema.optional(Schema.String),
  head_commit_id: Schema.optional(Schema.String),
  MergeTitleField: Schema.optional(Schema.String)
})

/** Forgejo's refusals of a merge (`forgejo-wire.md` 8). */
const refusal = (ask: Ask, why: Refusal): Answer => {
  switch (why) {
    case "already-merged":
      return forgejoError(ask, 405, "")
    case "closed":
      return forgejoNotFound(ask)
    case "draft":
      return forgejoError(ask, 405, "Work in progress PRs cannot be merged")
    case "conflict":
      return forgejoError(ask, 405, "Please try again later")
    case "head-moved":
      return forgejoError(ask, 409, "head out of date")
    case "base-moved":
      return forgejoError(ask, 409, "merge push out of date")
  }
}

const orders: Readonly<Record<string, (a: PullRecord, b: PullRecord) => number>> = {
  oldest: (a, b) => a.number - b.number,
  recentupdate: (a, b) => b.updatedAt - a.updatedAt || b.number - a.number,
  leastupdate: (a, b) => a.updatedAt - b.updatedAt || a.number - b.number,
  recentclose: (a, b) => (b.closedAt ?? 0) - (a.closedAt ?? 0) || b.number - a.number
}

/** Passes the pull that the path names, or answers 404. */
export const withForgejoPull =
  (world: World, answer: (ask: Ask, pull: PullRecord) => ReturnType<Handler>): Handler =>
  (ask) => {
    const pull = world.pulls.get(numberParam(ask, "n"))
    return pull === undefined ? forgejoNotFound(ask) : answer(ask, pull)
  }

/** Pulls and merges. */
export const forgejoPullRoutes = (world: World): ReadonlyArray<Route> => {
  const whole = (ask: Ask, pull: PullRecord, status: number) =>
    Effect.map(forgejoPull(ask, world, pull), (body) => forgejoJson(status, body))

  const list: Handler = (ask) => {
    const state = ask.query.get("state")
    const rows = [...world.pulls.values()]
      .filter((pull) => (state !== "open" && state !== "closed") || pull.state === state)
      .sort(orders[ask.query.get("sort") ?? ""] ?? ((a, b) => b.number - a.number))
    const page = forgejoPaged(ask, world, rows)
    return Effect.map(
      Effect.forEach(page.rows, (pull) => forgejoPull(ask, world, pull)),
      (pulls) => forgejoJson(200, pulls, { ...page.total, ...page.link })
    )
  }

  /** One pull of any state: the first that was opened, so that a closed one may hide the open one. */
  const byBranches: Handler = (ask) => {
    const [owner, ref] = param(ask, "head").includes(":")
      ? param(ask, "head").split(":")
      : [world.owner, param(ask, "head")]
    const pull = [...world.pulls.values()].find(
      (row) => row.base === param(ask, "base") && row.head.ref === ref && (row.head.repo?.split("/")[0] ?? "") === owner
    )
    return pull === undefined ? forgejoNotFound(ask) : whole(ask, pull, 200)
  }

  const create: Handler = (ask) => {
    const order = Option.getOrUndefined(payload(ask, NewPull))
    if (order === undefined) return forgejoError(ask, 422, "[Title]: Required")
    if (order.head === order.base) {
      return forgejoError(ask, 422, "Invalid PullRequest: There are no changes between the head and the base")
    }
    const [owner = "", ref = ""] = order.head.includes(":") ? order.head.split(":") : [world.owner, order.head]
    const repo = owner === world.owner ? world.fullName : `${owner}/${world.name}`
    const missing = (branch: string, side: string, where: string) =>
      forgejoNotFound(
        ask,
        `could not find '${branch}' to be a commit, branch or tag in the ${side} repository ${where}`
      )
    if (world.branch(order.base) === undefined) return missing(order.base, "base", world.fullName)
    if (world.branch(owner === world.owner ? ref : order.head) === undefined) return missing(ref, "head", repo)
    const same = [...world.pulls.values()].find(
      (pull) => pull.state === "open" && pull.head.ref === ref && pull.head.repo === repo && pull.base === order.base
    )
    if (same !== undefined) {
      const ids = `id: ${same.id}, issue_id: ${same.number}, head_repo_id: 3, base_repo_id: 3`
      const branches = `head_branch: ${ref}, base_branch: ${order.base}`
      return forgejoError(ask, 409, `pull request already exists for these targets [${ids}, ${branches}]`)
    }
    const pull = world.open({
      title: order.title,
      body: order.body ?? "",
      head: ref,
      base: order.base,
      repo,
      author: ask.login
    })
    return whole(ask, pull, 201)
  }

  const mergePull = withForgejoPull(world, (ask, pull) => {
    const order = Option.getOrUndefined(payload(ask, Merge))
    if (order?.Do === undefined || order.Do === "") return forgejoError(ask, 422, "[Do]: Required")
    if (order.Do !== "merge" && order.Do !== "squash") {
      return forgejoError(ask, 405, `${order.Do} is not an allowed merge style for this repository`)
    }
    const message =
      order.MergeTitleField ??
      `Merge pull request '${pull.title}' (#${pull.number}) from ${pull.head.ref} into ${pull.base}`
    const expected = order.head_commit_id === "" ? undefined : order.head_commit_id
    return Effect.map(
      merge(world, pull, { expected, squash: order.Do === "squash", message, by: ask.login ?? "" }),
      (outcome) => ("refused" in outcome ? refusal(ask, outcome.refused) : bare(200))
    )
  })

  const repo = "/repos/{owner}/{repo}"
  return [
    ["GET", `${repo}/pulls`, list],
    ["POST", `${repo}/pulls`, create],
    ["GET", `${repo}/pulls/{n}`, withForgejoPull(world, (ask, pull) => whole(ask, pull, 200))],
    [
      "GET",
      `${repo}/pulls/{n}/merge`,
      withForgejoPull(world, (ask, pull) => (pull.merged === null ? forgejoNotFound(ask) : bare(204)))
    ],
    ["POST", `${repo}/pulls/{n}/merge`, mergePull],
    // The one-segment words above and in the other tables come first, as in the server's own router.
    ["GET", `${repo}/pulls/{base}/{head}`, byBranches]
  ]
}
