import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { apiPath } from "../../../core/api-path.js"
import type { ErrForge, ErrRateLimited } from "../../../core/errors.js"
import type { Pull } from "../../../core/pull.js"
import type { Snapshot, WatchedDiffComment } from "../../../core/watch/snapshot.js"
import { json, read } from "../../transport/decode.js"
import type { ForgeClient } from "../../transport/forge-client.js"
import { present } from "../present.js"
import { watchedPull } from "../watched-pull.js"
import { all } from "./pages.js"
import { loginOf, reviewOf } from "./rows.js"
import { statuses } from "./statuses.js"
import * as Wire from "./wire.js"

const reviewRows = json(Schema.Array(Wire.Review))

const lineOf = ({ position, original_position }: typeof Wire.DiffComment.Type): number | null =>
  [position, original_position].find((line) => line !== null && line > 0) ?? null

const diffCommentOf = (comment: typeof Wire.DiffComment.Type, pull: Pull): WatchedDiffComment => ({
  id: comment.id,
  author: loginOf(comment.user),
  association: null,
  body: comment.body ?? "",
  editedAt: comment.updated_at,
  url: comment.html_url ?? pull.url,
  path: comment.path,
  line: lineOf(comment)
})

/**
 * All that a watch looks at, in two round trips: the pull, then everything else side by side; a third one for the line comments, which are listed
 * for each review that has some (watch-spec). Statuses are the only source of checks here.
 */
export const snapshot = (
  client: ForgeClient,
  repo: string,
  pull: Pull
): Effect.Effect<Snapshot, ErrForge | ErrRateLimited> => {
  const { number, head } = pull
  const subject = `pull request ${number}`
  const reviewsPath = `${repo}/pulls/${number}/reviews`

  const one = <A, I>(schema: Schema.Schema<A, I>, path: string) =>
    present(read(client, schema, subject, { path }), `forgejo GET ${path}`)

  const lineComments = (reviews: ReadonlyArray<typeof Wire.Review.Type>) =>
    Effect.forEach(
      reviews.filter(({ comments_count, state }) => (comments_count ?? 0) > 0 && state !== "PENDING"),
      ({ id }) => one(Schema.Array(Wire.DiffComment), `${reviewsPath}/${id}/comments`),
      { concurrency: "unbounded" }
    )

  return Effect.gen(function* () {
    const { rows, at, comments, reviews } = yield* Effect.all(
      {
        rows: present(statuses(client, repo, head.sha), `forgejo GET ${repo}/commits/${head.sha}/status`),
        at: one(Wire.Commit, `${repo}${apiPath`/git/commits/${head.sha}`}`),
        comments: one(Schema.Array(Wire.Comment), `${repo}/issues/${number}/comments`),
        reviews: present(
          all(client, { path: reviewsPath, subject, rows: reviewRows, key: ({ id }) => id }),
          `forgejo GET ${reviewsPath}`
        )
      },
      { concurrency: "unbounded" }
    )
    const lines = yield* lineComments(reviews)
    return {
      forge: "forgejo",
      pull: watchedPull(pull),
      headAt: at.commit.committer?.date ?? null,
      comments: comments.map((comment) => ({
        id: comment.id,
        author: loginOf(comment.user),
        association: null,
        body: comment.body ?? "",
        editedAt: comment.updated_at,
        url: comment.html_url
      })),
      diffComments: lines.flat().map((comment) => diffCommentOf(comment, pull)),
      reviews: reviews.map((review) => {
        const { id, reviewer, state, dismissed, body, submittedAt } = reviewOf(review)
        return {
          id,
          author: reviewer,
          association: null,
          state,
          dismissed,
          body,
          submittedAt,
          editedAt: review.updated_at,
          url: review.html_url ?? pull.url
        }
      }),
      checkRuns: [],
      statuses: rows.map(({ context, status, description, target_url }) => ({
        context,
        state: status ?? "",
        description,
        url: target_url
      }))
    }
  })
}
