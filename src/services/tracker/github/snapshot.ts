import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { apiPath } from "../../../core/api-path.js"
import type { ErrForge, ErrRateLimited } from "../../../core/errors.js"
import type { Pull } from "../../../core/pull.js"
import type { Snapshot, WatchedCheckRun } from "../../../core/watch/snapshot.js"
import { read } from "../../transport/decode.js"
import type { ForgeClient } from "../../transport/forge-client.js"
import { present } from "../present.js"
import { watchedPull } from "../watched-pull.js"
import { workflowRuns } from "./actions.js"
import { commitRows } from "./checks.js"
import { list } from "./pages.js"
import * as Wire from "./wire.js"

type CheckRun = typeof Wire.CheckRun.Type

/** Whether several runs of one app share a name: only then it matters of which workflow each is. */
const isShared = (runs: ReadonlyArray<CheckRun>): boolean =>
  new Set(runs.map(({ name, app }) => JSON.stringify([name, app?.slug]))).size < runs.length

/** The workflow of each suite, asked of the Actions listing when it can tell two runs of one name apart (watch-spec). */
const workflows = (client: ForgeClient, repo: string, sha: string, runs: ReadonlyArray<CheckRun>) =>
  isShared(runs)
    ? Effect.map(
        workflowRuns(client, repo, sha),
        (all): ReadonlyMap<number | null, string> =>
          new Map(all.map(({ check_suite_id, workflow_id }) => [check_suite_id, String(workflow_id)]))
      )
    : Effect.succeed(new Map<number | null, string>())

const runOf =
  (named: ReadonlyMap<number | null, string>) =>
  (run: CheckRun): WatchedCheckRun => ({
    id: run.id,
    name: run.name,
    status: run.status,
    conclusion: run.conclusion,
    url: run.html_url,
    app: run.app?.slug ?? null,
    workflow: named.get(run.check_suite?.id ?? null) ?? null
  })

const commentOf = (comment: typeof Wire.Comment.Type) => ({
  id: comment.id,
  author: comment.user?.login ?? null,
  association: comment.author_association,
  body: comment.body ?? "",
  editedAt: comment.updated_at,
  url: comment.html_url
})

/**
 * All that a watch looks at, in two round trips (a third where runs share a name): the pull, then everything else side by side, each read
 * conditional (watch-spec).
 */
export const snapshot = (
  client: ForgeClient,
  repo: string,
  pull: Pull
): Effect.Effect<Snapshot, ErrForge | ErrRateLimited> => {
  const { number, head } = pull
  const subject = `pull request ${number}`
  const all = <A extends { readonly id: number }, I>(row: Schema.Schema<A, I>, path: string) =>
    present(list(client, row, { path, subject }), `github GET ${path}`)
  const commit = `${repo}${apiPath`/commits/${head.sha}`}`

  return Effect.gen(function* () {
    const { rows, at, comments, diffComments, reviews } = yield* Effect.all(
      {
        rows: present(commitRows(client, repo, head.sha), `github GET ${commit}`),
        at: present(read(client, Wire.Commit, `commit ${head.sha}`, { path: commit }), `github GET ${commit}`),
        comments: all(Wire.Comment, `${repo}/issues/${number}/comments`),
        diffComments: all(Wire.DiffComment, `${repo}/pulls/${number}/comments`),
        reviews: all(Wire.Review, `${repo}/pulls/${number}/reviews`)
      },
      { concurrency: "unbounded" }
    )
    const named = yield* workflows(client, repo, head.sha, rows.runs)
    return {
      forge: "github",
      pull: watchedPull(pull),
      headAt: at.commit.committer?.date ?? null,
      comments: comments.map(commentOf),
      diffComments: diffComments.map((comment) => ({ ...commentOf(comment), path: comment.path, line: comment.line })),
      reviews: reviews.map((review) => ({
        id: review.id,
        author: review.user?.login ?? null,
        association: review.author_association,
        state: review.state.toLowerCase(),
        dismissed: review.state === "DISMISSED",
        body: review.body ?? "",
        submittedAt: review.submitted_at,
        editedAt: null,
        url: review.html_url ?? pull.url
      })),
      checkRuns: rows.runs.map(runOf(named)),
      statuses: rows.statuses.map(({ context, state, description, target_url }) => ({
        context,
        state,
        description,
        url: target_url
      }))
    }
  })
}
