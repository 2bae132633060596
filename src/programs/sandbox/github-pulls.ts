import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { githubError, githubPaged, wholePull, withGithubPull } from "./github-answers.js"
import { githubPullRow } from "./github-wire.js"
import { merge, type Refusal } from "./merging.js"
import { type Answer, bare, type Handler, json, payload, type Route } from "./route.js"
import type { World } from "./world.js"

const NewPull = Schema.Struct({
  title: Schema.String,
  head: Schema.String,
  base: Schema.String,
  body: Schema.optional(Schema.NullOr(Schema.String)),
  draft: Schema.optional(Schema.Boolean)
})
const Merge = Schema.Struct({
  sha: Schema.optional(Schema.String),
  merge_method: Schema.optional(Schema.String),
  commit_title: Schema.optional(Schema.String)
})

const invalid = (error: Readonly<Record<string, string>>): Answer =>
  githubError(422, "Validation Failed", [{ resource: "PullRequest", ...error }])

/** GitHub's refusals of a merge (`github-wire.md` 6). */
const refusals: Readonly<Record<Refusal, Answer>> = {
  "already-merged": githubError(405, "Pull Request is not mergeable"),
  closed: githubError(405, "Pull Request is not mergeable"),
  conflict: githubError(405, "Pull Request is not mergeable"),
  draft: githubError(405, "Pull Request is still a draft"),
  "head-moved": githubError(409, "Head branch was modified. Review and try the merge again."),
  "base-moved": githubError(405, "Base branch was modified. Review and try the merge again.")
}

/** Pulls and merges. */
export const githubPullRoutes = (world: World): ReadonlyArray<Route> => {
  const list: Handler = (ask) => {
    const state = ask.query.get("state") ?? "open"
    const base = ask.query.get("base")
    // A head without its owner filters nothing, as on the real one.
    const [owner, ref] = ask.query.get("head")?.includes(":") === true ? (ask.query.get("head") ?? "").split(":") : []
    const instant = ask.query.get("sort") === "updated" ? "updatedAt" : "createdAt"
    const rows = [...world.pulls.values()]
      .filter((pull) => state === "all" || pull.state === state)
      .filter((pull) => base === null || pull.base === base)
      .filter((pull) => ref === undefined || (pull.head.ref === ref && pull.head.repo?.split("/")[0] === owner))
      .sort((a, b) => b[instant] - a[instant] || b.number - a.number)
    const ordered = ask.query.get("direction") === "asc" ? rows.toReversed() : rows
    return githubPaged(ask, world, ordered, (page) => page.map((pull) => githubPullRow(ask, world, pull)))
  }

  const create: Handler = (ask) => {
    const order = Option.getOrUndefined(payload(ask, NewPull))
    if (order === undefined) return githubError(400, "Problems parsing JSON")
    const [owner = "", ref = ""] = order.head.includes(":") ? order.head.split(":") : [world.owner, order.head]
    const repo = owner === world.owner ? world.fullName : `${owner}/${world.name}`
    const head = world.branch(owner === world.owner ? ref : order.head)
    const base = world.branch(order.base)
    if (head === undefined) return invalid({ field: "head", code: "invalid" })
    if (base === undefined) return invalid({ field: "base", code: "invalid" })
    const taken = [...world.pulls.values()].some(
      (pull) => pull.state === "open" && pull.head.ref === ref && pull.head.repo === repo && pull.base === order.base
    )
    if (taken) return invalid({ code: "custom", message: `A pull request already exists for ${owner}:${ref}.` })
    return Effect.flatMap(world.repository.compare(base, head), ({ ahead }) => {
      const same = { code: "custom", message: `No commits between ${order.base} and ${ref}` }
      if (ahead === 0) return Effect.succeed(invalid(same))
      const { title, draft = false } = order
      const pull = world.open({
        title,
        body: order.body ?? "",
        draft,
        head: ref,
        base: order.base,
        repo,
        author: ask.login
      })
      return wholePull(ask, world, pull, 201, { location: `${ask.api}/repos/${world.fullName}/pulls/${pull.number}` })
    })
  }

  const mergePull = withGithubPull(world, (ask, pull) => {
    const order = Option.getOrUndefined(payload({ ...ask, body: ask.body === "" ? "{}" : ask.body }, Merge))
    if (order === undefined) return githubError(400, "Problems parsing JSON")
    const method = order.merge_method ?? "merge"
    if (method === "rebase") return githubError(405, "Rebase merges are not allowed on this repository.")
    if (method !== "merge" && method !== "squash")
      return githubError(422, "Validation Failed", [`merge_method: ${method}`])
    const message = order.commit_title ?? `Merge pull request #${pull.number} from ${world.owner}/${pull.head.ref}`
    const request = { expected: order.sha, squash: method === "squash", message, by: ask.login ?? "" }
    return Effect.map(merge(world, pull, request), (outcome) =>
      "refused" in outcome
        ? refusals[outcome.refused]
        : json(200, { sha: outcome.merged, merged: true, message: "Pull Request successfully merged" })
    )
  })

  const isMerged = withGithubPull(world, (_, pull) =>
    pull.merged === null ? githubError(404, "Not Found") : bare(204)
  )

  const repo = "/repos/{owner}/{repo}"
  return [
    ["GET", `${repo}/pulls`, list],
    ["POST", `${repo}/pulls`, create],
    ["GET", `${repo}/pulls/{n}`, withGithubPull(world, (ask, pull) => wholePull(ask, world, pull, 200))],
    ["GET", `${repo}/pulls/{n}/merge`, isMerged],
    ["PUT", `${repo}/pulls/{n}/merge`, mergePull]
  ]
}
