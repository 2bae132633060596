import * as Effect from "effect/Effect"
import { closedIssues } from "../../../core/closing.js"
import { ErrUnsupported } from "../../../core/errors.js"
import { closedWindow, type Pull } from "../../../core/pull.js"
import type { Repository } from "../../../core/repository.js"
import type { Snapshot } from "../../../core/watch/snapshot.js"
import { Git } from "../../git.js"
import { type ChangeRequest, ChangeRequests } from "../../store/change-requests.js"
import type { TrackerService } from "../tracker.js"
import { watchedPull } from "../watched-pull.js"
import { Merges } from "./merges.js"

const pullOf =
  (repository: Repository, heads: ReadonlyMap<string, string>) =>
  (request: ChangeRequest): Pull => ({
    number: request.number,
    title: request.title,
    body: request.body,
    state: request.state,
    draft: false,
    author: null,
    url: `/repos/${repository.id}/crs/${request.number}`,
    head: { ref: request.head, sha: heads.get(request.head) ?? "", repo: repository.name },
    base: { ref: request.base, repo: repository.name },
    mergeable: null,
    mergeCommit: request.mergeCommit
  })

/** Nobody comments on a change request, and nothing checks it. */
const nothingSaid: Omit<Snapshot, "pull"> = {
  forge: "builtin",
  headAt: null,
  comments: [],
  diffComments: [],
  reviews: [],
  checkRuns: [],
  statuses: []
}

/**
 * The tracker of a repository without a forge: change requests in lab's own store over any git remote (contract 5.6). Reads cost
 * one query and one `ls-remote`; there is no CI, review or conversation behind them.
 */
export const builtinTracker = (
  repository: Repository
): Effect.Effect<TrackerService, never, ChangeRequests | Git | Merges> =>
  Effect.gen(function* () {
    const [requests, git, merges] = yield* Effect.all([ChangeRequests, Git, Merges])
    const { id: repoId, remoteUrl } = repository

    const heads = (shown: ReadonlyArray<{ readonly head: string }>) =>
      git.heads(remoteUrl, [...new Set(shown.map(({ head }) => head))])

    const shown = (found: ReadonlyArray<ChangeRequest>) =>
      Effect.map(heads(found), (tips) => found.map(pullOf(repository, tips)))

    const pull = (n: number) =>
      Effect.flatMap(requests.find(repoId, n), (request) =>
        Effect.map(heads([request]), (tips) => pullOf(repository, tips)(request))
      )

    return {
      pull,
      pulls: Effect.flatMap(requests.list(repoId), (all) => {
        const closed = all.filter(({ state }) => state !== "open").slice(0, closedWindow)
        return shown([...all.filter(({ state }) => state === "open"), ...closed])
      }),
      pullsForHead: (head, base) => Effect.flatMap(requests.forHead(repoId, head, base), shown),
      createPull: (pull) =>
        Effect.gen(function* () {
          const tips = yield* heads([pull])
          const { base, body, head, title } = pull
          return pullOf(
            repository,
            tips
          )(yield* requests.create({ repoId, head, base, title, body, closes: closedIssues(body) }))
        }),
      mergePull: (n, expected) =>
        Effect.flatMap(merges.merge(repository, n, expected), (merged) =>
          // It is merged: a remote that cannot be read now must not make that look like a failure.
          heads([merged]).pipe(
            Effect.orElseSucceed(() => new Map<string, string>()),
            Effect.map((tips) => pullOf(repository, tips)(merged))
          )
        ),
      reviews: () => Effect.succeed([]),
      pullComments: () => new ErrUnsupported({ reason: "change requests of lab have no comments" }),
      checks: (n) =>
        Effect.flatMap(requests.find(repoId, n), (request) =>
          Effect.map(heads([request]), (tips) => ({ head: tips.get(request.head) ?? "", checks: [] }))
        ),
      checkLogs: (n) =>
        Effect.flatMap(requests.find(repoId, n), (request) =>
          Effect.map(heads([request]), (tips) => ({
            head: tips.get(request.head) ?? "",
            checks: [],
            log: () => new ErrUnsupported({ reason: "change requests of lab have no checks, so no logs" })
          }))
        ),
      snapshot: (n) => Effect.map(pull(n), (found): Snapshot => ({ ...nothingSaid, pull: watchedPull(found) })),
      defaultBranch: git.defaultBranch(remoteUrl)
    }
  })
