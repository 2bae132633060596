import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { githubActionsRoutes } from "./github-actions.js"
import { githubError, githubPaged, withGithubPull } from "./github-answers.js"
import { githubCheckRoutes } from "./github-checks.js"
import { githubPullRoutes } from "./github-pulls.js"
import { githubRepository, githubUser } from "./github-repository.js"
import { githubComment, githubLineComment, githubReview } from "./github-wire.js"
import { json, payload, type Route } from "./route.js"
import type { World } from "./world.js"

const NewComment = Schema.Struct({ body: Schema.String })

/** The three lists of a pull's conversation, and the one that can be written. */
const conversationRoutes = (world: World): ReadonlyArray<Route> => {
  const reviews = withGithubPull(world, (ask, pull) => {
    const shown = pull.reviews.filter(
      ({ state, author }) => state !== "review_requested" && (state !== "pending" || author === ask.login)
    )
    return githubPaged(ask, world, shown, (rows) => rows.map((row) => githubReview(ask, world, pull, row)))
  })
  const lineComments = withGithubPull(world, (ask, pull) =>
    githubPaged(ask, world, pull.lineComments, (rows) => rows.map((row) => githubLineComment(ask, world, pull, row)))
  )
  const comments = withGithubPull(world, (ask, pull) =>
    githubPaged(ask, world, pull.comments, (rows) => rows.map((row) => githubComment(ask, world, pull, row)))
  )
  const comment = withGithubPull(world, (ask, pull) => {
    const order = Option.getOrUndefined(payload(ask, NewComment))
    if (order === undefined) return githubError(400, "Problems parsing JSON")
    const made = order.body === "" ? undefined : world.comment(pull.number, ask.login, order.body)
    if (made === undefined) {
      return githubError(422, "Validation Failed", [{ resource: "IssueComment", field: "body", code: "missing_field" }])
    }
    const body = githubComment(ask, world, pull, made)
    return json(201, body, { location: body.url })
  })
  const repo = "/repos/{owner}/{repo}"
  return [
    ["GET", `${repo}/pulls/{n}/reviews`, reviews],
    ["GET", `${repo}/pulls/{n}/comments`, lineComments],
    ["GET", `${repo}/issues/{n}/comments`, comments],
    ["POST", `${repo}/issues/{n}/comments`, comment]
  ]
}

/** GitHub's table. Every path is below the API root. */
export const githubRoutes = (world: World): ReadonlyArray<Route> => [
  ["GET", "/meta", () => json(200, { verifiable_password_authentication: true, installed_version: "3.20.1" })],
  [
    "GET",
    "/user",
    (ask) => (ask.login === null ? githubError(401, "Requires authentication") : json(200, githubUser(ask, ask.login)))
  ],
  ["GET", "/repos/{owner}/{repo}", (ask) => json(200, githubRepository(ask, world))],
  ...githubPullRoutes(world),
  ...githubCheckRoutes(world),
  ...githubActionsRoutes(world),
  ...conversationRoutes(world)
]
