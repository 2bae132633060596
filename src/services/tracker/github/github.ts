import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { apiPath } from "../../../core/api-path.js"
import { closedWindow } from "../../../core/pull.js"
import { json, read } from "../../transport/decode.js"
import type { ForgeClient } from "../../transport/forge-client.js"
import { landing } from "../landing.js"
import { joins, notOpened } from "../opening.js"
import type { TrackerService } from "../tracker.js"
import { checksOf, commitRows } from "./checks.js"
import { headLogs } from "./logs.js"
import { list } from "./pages.js"
import { commentOf, pullOf, reviewOf } from "./rows.js"
import { snapshot } from "./snapshot.js"
import * as Wire from "./wire.js"

/** A repository on GitHub, GHES or ghe.com (contract 5.5). */
export const githubTracker = (client: ForgeClient): TrackerService => {
  const { owner, name } = client.forge
  const repo = apiPath`/repos/${owner}/${name}`
  const subject = (n: number) => `pull request ${n} of ${owner}/${name}`
  const here = `repository ${owner}/${name}`

  const pull = (n: number) => Effect.map(read(client, Wire.Pull, subject(n), { path: `${repo}/pulls/${n}` }), pullOf)

  const pullList = (query: Readonly<Record<string, string>>) =>
    Effect.map(list(client, Wire.Pull, { path: `${repo}/pulls`, query, subject: here }), (pulls) => pulls.map(pullOf))

  /** One request: what is beyond the window is not asked for. */
  const closedPulls = Effect.map(
    read(client, Schema.Array(Wire.Pull), here, {
      path: `${repo}/pulls`,
      query: { state: "closed", sort: "updated", direction: "desc", per_page: closedWindow }
    }),
    (pulls) => pulls.map(pullOf)
  )

  const pullsForHead = (head: string, base: string) =>
    Effect.map(pullList({ state: "all", head: `${owner}:${head}`, base }), (pulls) =>
      pulls.filter((pull) => joins(pull, head, base))
    )

  return {
    pull,
    pulls: Effect.map(
      Effect.all([pullList({ state: "open" }), closedPulls], { concurrency: "unbounded" }),
      ([open, closed]) => [...open, ...closed]
    ),
    pullsForHead,
    createPull: (asked) =>
      Effect.flatMap(client.send({ method: "POST", path: `${repo}/pulls`, body: asked }), (answer) =>
        answer.status === 201
          ? Effect.map(json(Wire.Pull)(answer), pullOf)
          : notOpened(
              client,
              answer,
              asked,
              answer.status === 422 && /already exists/i.test(client.words(answer)),
              pullsForHead(asked.head, asked.base)
            )
      ),
    mergePull: landing({
      client,
      pull,
      merge: (n, head) =>
        client.send({ method: "PUT", path: `${repo}/pulls/${n}/merge`, body: { merge_method: "merge", sha: head } })
    }),
    reviews: (n) =>
      Effect.map(list(client, Wire.Review, { path: `${repo}/pulls/${n}/reviews`, subject: subject(n) }), (reviews) =>
        reviews.map(reviewOf)
      ),
    pullComments: (n) =>
      Effect.map(
        list(client, Wire.Comment, { path: `${repo}/issues/${n}/comments`, subject: subject(n) }),
        (comments) => comments.map(commentOf)
      ),
    checks: (n) =>
      Effect.flatMap(pull(n), ({ head }) =>
        Effect.map(commitRows(client, repo, head.sha), (rows) => ({ head: head.sha, checks: checksOf(rows) }))
      ),
    checkLogs: (n) => Effect.flatMap(pull(n), ({ head }) => headLogs(client, repo, head.sha)),
    snapshot: (n) => Effect.flatMap(pull(n), (found) => snapshot(client, repo, found)),
    defaultBranch: Effect.map(
      read(client, Wire.Repository, here, { path: repo }),
      ({ default_branch }) => default_branch
    )
  }
}
