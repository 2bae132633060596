import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { apiPath } from "../../../core/api-path.js"
import { ErrNotFound } from "../../../core/errors.js"
import { closedWindow, type Pull } from "../../../core/pull.js"
import { json, read, refusal } from "../../transport/decode.js"
import type { ForgeClient } from "../../transport/forge-client.js"
import { landing } from "../landing.js"
import { joins, notOpened } from "../opening.js"
import type { TrackerService } from "../tracker.js"
import { headLogs, lacksRestLogs } from "./logs.js"
import { all } from "./pages.js"
import { checkOf, commentOf, pullOf, reviewOf } from "./rows.js"
import { snapshot } from "./snapshot.js"
import { statuses } from "./statuses.js"
import * as Wire from "./wire.js"

const Pulls = Schema.Array(Wire.Pull)
const pullRows = json(Pulls)
const reviewRows = json(Schema.Array(Wire.Review))

/** A repository on Forgejo 15 or later, and on Gitea where its API agrees (contract 5.4). */
export const forgejoTracker = (client: ForgeClient): TrackerService => {
  const { owner, name } = client.forge
  const repo = apiPath`/repos/${owner}/${name}`
  const subject = (n: number) => `pull request ${n} of ${owner}/${name}`
  const here = `repository ${owner}/${name}`

  const pull = (n: number) => Effect.map(read(client, Wire.Pull, subject(n), { path: `${repo}/pulls/${n}` }), pullOf)

  const withHead = (n: number) =>
    Effect.filterOrFail(
      pull(n),
      ({ head }) => head.sha !== "",
      () => new ErrNotFound({ subject: `the head commit of ${subject(n)}` })
    )

  const pullList = (state: "open" | "all") =>
    Effect.map(
      all(client, {
        path: `${repo}/pulls`,
        query: { state },
        subject: here,
        rows: pullRows,
        key: ({ number }) => number
      }),
      (pulls) => pulls.map(pullOf)
    )

  /** One request: what is beyond the window is not asked for. */
  const closedPulls = Effect.map(
    read(client, Pulls, here, {
      path: `${repo}/pulls`,
      query: { state: "closed", sort: "recentclose", page: 1, limit: closedWindow }
    }),
    (pulls) => pulls.map(pullOf)
  )

  /** The lookup by branches answers one pull of any state in no order: a closed one may hide the open one, so it is not trusted alone. */
  const pullsForHead = (head: string, base: string) =>
    Effect.gen(function* () {
      const answer = yield* client.send({ path: `${repo}${apiPath`/pulls/${base}/${head}`}` })
      if (answer.status === 404) return []
      if (answer.status !== 200) return yield* refusal(client, answer)
      const found = pullOf(yield* json(Wire.Pull)(answer))
      if (found.state !== "closed") return [{ ...found, head: { ...found.head, ref: head } }]
      return (yield* pullList("all")).filter((pull) => joins(pull, head, base))
    })

  return {
    pull,
    pulls: Effect.map(
      Effect.all([pullList("open"), closedPulls], { concurrency: "unbounded" }),
      ([open, closed]): ReadonlyArray<Pull> => [...open, ...closed]
    ),
    pullsForHead,
    createPull: (asked) =>
      Effect.flatMap(client.send({ method: "POST", path: `${repo}/pulls`, body: asked }), (answer) =>
        answer.status === 201
          ? Effect.map(json(Wire.Pull)(answer), pullOf)
          : notOpened(client, answer, asked, answer.status === 409, pullsForHead(asked.head, asked.base))
      ),
    mergePull: landing({
      client,
      pull,
      merge: (n, head) =>
        client.send({ method: "POST", path: `${repo}/pulls/${n}/merge`, body: { Do: "merge", head_commit_id: head } })
    }),
    reviews: (n) =>
      Effect.map(
        all(client, { path: `${repo}/pulls/${n}/reviews`, subject: subject(n), rows: reviewRows, key: ({ id }) => id }),
        (reviews) => reviews.map(reviewOf)
      ),
    // The route ignores paging and answers the whole conversation (forgejo-wire 6).
    pullComments: (n) =>
      Effect.map(
        read(client, Schema.Array(Wire.Comment), subject(n), { path: `${repo}/issues/${n}/comments` }),
        (comments) => comments.map(commentOf)
      ),
    checks: (n) =>
      Effect.flatMap(withHead(n), ({ head }) =>
        Effect.map(statuses(client, repo, head.sha), (rows) => ({ head: head.sha, checks: rows.map(checkOf) }))
      ),
    checkLogs: (n) =>
      Effect.flatMap(Effect.all([withHead(n), lacksRestLogs(client)], { concurrency: "unbounded" }), ([found, old]) =>
        headLogs(client, found, old)
      ),
    snapshot: (n) => Effect.flatMap(withHead(n), (found) => snapshot(client, repo, found)),
    defaultBranch: Effect.map(
      read(client, Wire.Repository, here, { path: repo }),
      ({ default_branch }) => default_branch
    )
  }
}
