import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { forgejoActionsRoutes } from "./forgejo-actions.js"
import { forgejoError, forgejoJson, forgejoNotFound } from "./forgejo-answers.js"
import { forgejoJobPages } from "./forgejo-job-pages.js"
import { forgejoPaged } from "./forgejo-paging.js"
import { forgejoPullRoutes, withForgejoPull } from "./forgejo-pulls.js"
import { forgejoRepository, forgejoUser } from "./forgejo-repository.js"
import { combinedWord, forgejoStatus, latestRows, statusHistory } from "./forgejo-statuses.js"
import { forgejoComment, forgejoCommit, forgejoLineComment, forgejoReview } from "./forgejo-wire.js"
import { type Ask, type Handler, numberParam, param, payload, type Route } from "./route.js"
import type { World } from "./world.js"

const nothing = { state: "", sha: "", total_count: 0, statuses: null, repository: null, commit_url: "", url: "" }
const NewComment = Schema.Struct({ body: Schema.String })

/** What the server says of itself. */
const version = (world: World) => ({ version: `${world.forgejo}.0.4+gitea-1.22.0` })

/** Statuses and commits. A reference that resolves to nothing has no statuses, which is no error (`forgejo-wire.md` 3.2). */
const checkRoutes = (world: World): ReadonlyArray<Route> => {
  const resolve = (ref: string) => world.branch(ref) ?? ref
  const combined: Handler = (ask) => {
    const sha = resolve(param(ask, "ref"))
    const state = world.ci.rows(sha)
    const page = forgejoPaged(ask, world, latestRows(statusHistory(ask, world, state)))
    if (page.rows.length === 0) return forgejoJson(200, nothing)
    const rows = page.rows.toSorted((a, b) => a.id - b.id)
    const statuses = rows.map((row) => forgejoStatus(ask, world, sha, state.at, row))
    const body = {
      ...nothing,
      state: combinedWord(rows),
      sha,
      total_count: rows.length,
      statuses,
      repository: forgejoRepository(ask, world)
    }
    return forgejoJson(200, body, page.total)
  }
  const history: Handler = (ask) => {
    const sha = resolve(param(ask, "ref"))
    const state = world.ci.rows(sha)
    const page = forgejoPaged(ask, world, statusHistory(ask, world, state).toReversed(), { always: false })
    return forgejoJson(
      200,
      page.rows.map((row) => forgejoStatus(ask, world, sha, state.at, row)),
      { ...page.total, ...page.link }
    )
  }
  const commit: Handler = (ask) =>
    Effect.map(world.repository.commit(resolve(param(ask, "ref"))), (found) =>
      found === undefined ? forgejoNotFound(ask, param(ask, "ref")) : forgejoJson(200, forgejoCommit(ask, world, found))
    )
  const repo = "/repos/{owner}/{repo}"
  return [
    ["GET", `${repo}/commits/{ref}/status`, combined],
    ["GET", `${repo}/commits/{ref}/statuses`, history],
    ["GET", `${repo}/statuses/{ref}`, history],
    ["GET", `${repo}/git/commits/{ref}`, commit]
  ]
}

/** Comments and reviews. */
const conversationRoutes = (world: World): ReadonlyArray<Route> => {
  const noIssue = (ask: Ask) => {
    const errors = [`issue does not exist [id: 0, repo_id: 3, index: ${numberParam(ask, "n")}]`]
    return forgejoError(ask, 404, "IsErrIssueNotExist", { errors })
  }
  /** The whole list, whatever page is asked for. */
  const comments: Handler = (ask) => {
    const pull = world.pulls.get(numberParam(ask, "n"))
    if (pull === undefined) return noIssue(ask)
    const rows = pull.comments.map((comment) => forgejoComment(ask, world, pull, comment))
    return forgejoJson(200, rows, { "x-total-count": `${rows.length}` })
  }
  const comment: Handler = (ask) => {
    const pull = world.pulls.get(numberParam(ask, "n"))
    if (pull === undefined) return noIssue(ask)
    const order = Option.getOrUndefined(payload(ask, NewComment))
    const made =
      order === undefined || order.body === "" ? undefined : world.comment(pull.number, ask.login, order.body)
    return made === undefined
      ? forgejoError(ask, 422, "[Body]: Required")
      : forgejoJson(201, forgejoComment(ask, world, pull, made))
  }
  /** Pending reviews of others are taken off the page but counted. */
  const reviews = withForgejoPull(world, (ask, pull) => {
    const page = forgejoPaged(ask, world, pull.reviews, { always: false })
    const rows = page.rows.filter(({ state, author }) => state !== "pending" || author === ask.login)
    return forgejoJson(
      200,
      rows.map((row) => forgejoReview(ask, world, pull, row)),
      page.total
    )
  })
  const lineComments = withForgejoPull(world, (ask, pull) => {
    const rows = pull.lineComments.filter(({ review }) => review === numberParam(ask, "id"))
    return forgejoJson(
      200,
      rows.map((row) => forgejoLineComment(ask, world, pull, row))
    )
  })
  const repo = "/repos/{owner}/{repo}"
  return [
    ["GET", `${repo}/issues/{n}/comments`, comments],
    ["POST", `${repo}/issues/{n}/comments`, comment],
    ["GET", `${repo}/pulls/{n}/reviews`, reviews],
    ["GET", `${repo}/pulls/{n}/reviews/{id}/comments`, lineComments]
  ]
}

/** Forgejo's table. Every path is below `/api/v1`. */
export const forgejoRoutes = (world: World): ReadonlyArray<Route> => [
  ["GET", "/version", () => forgejoJson(200, version(world))],
  [
    "GET",
    "/settings/api",
    () =>
      forgejoJson(200, {
        max_response_items: 50,
        default_paging_num: 30,
        default_git_trees_per_page: 1000,
        default_max_blob_size: 10485760
      })
  ],
  [
    "GET",
    "/user",
    (ask) =>
      ask.login === null ? forgejoError(ask, 401, "token is required") : forgejoJson(200, forgejoUser(ask, ask.login))
  ],
  ["GET", "/repos/{owner}/{repo}", (ask) => forgejoJson(200, forgejoRepository(ask, world))],
  ...checkRoutes(world),
  ...forgejoActionsRoutes(world),
  ...conversationRoutes(world),
  ...forgejoPullRoutes(world)
]

/** The pages outside of the API, from the web root. */
export const forgejoPages = (world: World): ReadonlyArray<Route> => [
  [
    "GET",
    "/api/forgejo/v1/version",
    () => ({ ...forgejoJson(200, version(world)), headers: { "content-type": "application/json; charset=utf-8" } })
  ],
  ...forgejoJobPages(world)
]
