import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type CheckLog, cameWith, isPlainText } from "../../../core/check-log.js"
import { type ErrForge, ErrLogUpstream, type ErrRateLimited } from "../../../core/errors.js"
import { json, refusal } from "../../transport/decode.js"
import type { ForgeAnswer, ForgeClient } from "../../transport/forge-client.js"
import type { LogError } from "../check-logs.js"
import { type Attempt, gone, mostAttempts, outcome, surprise } from "./attempts.js"
import type { JobPlace } from "./job-link.js"
import { jobOf } from "./job-name.js"

const Run = Schema.Struct({ id: Schema.Int, index_in_repo: Schema.Int })
const Runs = Schema.Struct({
  workflow_runs: Schema.optionalWith(Schema.NullOr(Schema.Array(Run)), { default: () => null })
})
const Jobs = Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String, attempt: Schema.Int }))

/** The forge has no such route: an unrouted path answers a text where a missing subject answers JSON (forgejo-wire 1.2). */
export class NoRestRoute extends Schema.TaggedError<NoRestRoute>()("NoRestRoute", {}) {}

const unrouted = ({ status, headers }: Pick<ForgeAnswer, "status" | "headers">): boolean =>
  status === 404 && !/json/i.test(headers["content-type"] ?? "")

const listed = <A, I>(client: ForgeClient, schema: Schema.Schema<A, I>, call: Parameters<ForgeClient["send"]>[0]) =>
  Effect.flatMap(client.send(call), (answer): Effect.Effect<A, ErrForge | NoRestRoute> => {
    if (answer.status === 200) return json(schema)(answer)
    return Effect.fail(unrouted(answer) ? new NoRestRoute() : refusal(client, answer))
  })

type ListError = ErrForge | ErrRateLimited | NoRestRoute

/** The Actions runs of a commit, of which one listing serves all its logs. */
export const runsOf = (client: ForgeClient, repo: string, sha: string) =>
  Effect.map(
    listed(client, Runs, { path: `${repo}/actions/runs`, query: { head_sha: sha, page: 1, limit: 50 } }),
    ({ workflow_runs }) => workflow_runs ?? []
  )

/** A run by its number in addresses, where the listing of the head lacks it. */
const runByNumber = (client: ForgeClient, repo: string, number: number) =>
  Effect.map(
    listed(client, Runs, { path: `${repo}/actions/runs`, query: { run_number: number } }),
    ({ workflow_runs }) => workflow_runs?.find((run) => run.index_in_repo === number)
  )

const attemptLog = (
  client: ForgeClient,
  repo: string,
  check: string,
  job: number,
  attempt: number,
  current: boolean
) => {
  const { api } = client.forge
  const path = `${repo}/actions/jobs/${job}/logs${current ? "" : `?attempt=${attempt}`}`
  const asked = `forgejo GET ${path}`
  const call = { asked, origin: api, path: `${api.pathname.replace(/\/+$/, "")}${path}`, credential: true }
  return Effect.flatMap(client.fetch(call), (answer): Effect.Effect<Attempt, LogError | NoRestRoute> => {
    const { status, headers, pieces } = answer
    const came = cameWith(status, headers["content-type"])
    if (status === 200) {
      if (!isPlainText(headers["content-type"], [])) return Effect.fail(surprise(check, asked, came))
      return Effect.succeed(
        pieces.some((piece) => piece.byteLength > 0)
          ? { _tag: "Served", attempt, pieces }
          : { _tag: "Failed", attempt, asked, status, came: "an empty log" }
      )
    }
    if (current && unrouted(answer)) return Effect.fail(new NoRestRoute())
    if (status === 404 || status >= 500)
      return Effect.succeed({ _tag: "Failed", attempt, asked, status, came: String(status) })
    return Effect.fail(surprise(check, asked, came))
  })
}

/**
 * The way to the logs of one commit by Forgejo 16's REST, which the token opens in private repositories too (forgejo-wire 5.6). Deep: the runs
 * (`runs`, read by the caller beside the rows), the jobs of a run, the log. Fails with `NoRestRoute` where the forge has none.
 */
export const restLogs = (
  client: ForgeClient,
  repo: string,
  runs: Effect.Effect<ReadonlyArray<typeof Run.Type>, ListError>
) => {
  const jobs = new Map<number, Effect.Effect<typeof Jobs.Type, ListError>>()

  /** Equal reads in flight are shared by the transport; those that have ended are kept here. */
  const jobsOf = (id: number) =>
    Effect.suspend(() => {
      const known = jobs.get(id)
      if (known !== undefined) return known
      const read = Effect.map(
        Effect.cached(listed(client, Jobs, { path: `${repo}/actions/runs/${id}/jobs` })),
        (cached) => {
          jobs.set(id, cached)
          return cached
        }
      )
      return Effect.flatten(read)
    })

  return (check: string, { run: number, position }: JobPlace): Effect.Effect<CheckLog, LogError | NoRestRoute> =>
    Effect.gen(function* () {
      const run =
        (yield* runs).find((candidate) => candidate.index_in_repo === number) ??
        (yield* runByNumber(client, repo, number))
      if (run === undefined)
        return yield* gone(check, `forgejo GET ${repo}/actions/runs?run_number=${number}`, "no such run")
      const all = yield* jobsOf(run.id)
      const job = jobOf(check, all, position)
      if (job === undefined) {
        const names = all.map(({ name }) => JSON.stringify(name)).join(", ")
        return yield* surprise(
          check,
          `forgejo GET ${repo}/actions/runs/${run.id}/jobs`,
          `no job of this check among ${names}`
        )
      }
      const attempts: Array<Attempt> = []
      for (let k = job.attempt; k >= 1 && attempts.length < mostAttempts; k--) {
        const found = yield* attemptLog(client, repo, check, job.id, k, k === job.attempt)
        attempts.push(found)
        if (found._tag === "Served") break
      }
      const end = outcome(check, attempts)
      if (end === undefined) return yield* gone(check, `forgejo GET ${repo}/actions/jobs/${job.id}/logs`, "404")
      return end instanceof ErrLogUpstream ? yield* end : end
    })
}
