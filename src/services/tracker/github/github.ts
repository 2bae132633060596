import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { apiPath } from "../../../core/api-path.js"
import { type Check, checkRunWord, githubStatusWord } from "../../../core/checks.js"
import { closedWindow } from "../../../core/pull.js"
import { json, read } from "../../transport/decode.js"
import type { ForgeClient } from "../../transport/transport.js"
import { landing } from "../landing.js"
import { joins, notOpened } from "../opening.js"
import type { TrackerService } from "../tracker.js"
import { envelope, list } from "./pages.js"
import { commentOf, pullOf, reviewOf } from "./rows.js"
import * as Wire from "./wire.js"

const CheckRuns = Schema.Struct({ total_count: Schema.Int, check_runs: Schema.Array(Wire.CheckRun) })
const Statuses = Schema.Struct({ total_count: Schema.Int, statuses: Schema.Array(Wire.Status) })

/** A token that may read a repository may still not read its check runs, and no fine-grained one can (github-wire 8.1). */
const checksPermission =
  "the token may not read check runs: it needs Checks: read, which a GitHub App, GITHUB_TOKEN (checks: read) or a classic token with repo has and a fine-grained token cannot have"

const runRow = (run: typeof Wire.CheckRun.Type): Check => ({
  name: run.name,
  ...checkRunWord(run.status, run.conclusion),
  summary: run.output?.title ?? "",
  url: run.html_url ?? ""
})

const statusRow = (status: typeof Wire.Status.Type): Check => ({
  name: status.context,
  ...githubStatusWord(status.state),
  summary: status.description ?? "",
  url: status.target_url ?? ""
})

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
      Effect.flatMap(pull(n), ({ head }) => {
        const commit = `${repo}${apiPath`/commits/${head.sha}`}`
        const runs = envelope(client, CheckRuns, ({ check_runs }) => check_runs, {
          path: `${commit}/check-runs`,
          subject: `commit ${head.sha}`,
          permission: checksPermission
        })
        const statuses = envelope(client, Statuses, ({ statuses }) => statuses, {
          path: `${commit}/status`,
          subject: `commit ${head.sha}`
        })
        return Effect.map(Effect.all([runs, statuses], { concurrency: "unbounded" }), ([runs, statuses]) => ({
          head: head.sha,
          checks: [...runs.map(runRow), ...statuses.map(statusRow)]
        }))
      }),
    defaultBranch: Effect.map(
      read(client, Wire.Repository, here, { path: repo }),
      ({ default_branch }) => default_branch
    )
  }
}
