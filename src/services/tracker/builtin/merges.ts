import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type ErrGit, ErrMergeRejected, type ErrNotFound, type ErrStore } from "../../../core/errors.js"
import type { Repository } from "../../../core/repository.js"
import { Git } from "../../git.js"
import type { Clone } from "../../git-process.js"
import { makeKeyedLock } from "../../keyed-lock.js"
import { type ChangeRequest, ChangeRequests } from "../../store/change-requests.js"
import { Settings } from "../../store/settings.js"

export type MergeError = ErrNotFound | ErrStore | ErrGit | ErrMergeRejected

const rejected = (words: string) => new ErrMergeRejected({ words })

/** The merge of change requests with plain git, one at a time for each request (contract 5.6, `mergePull`). */
export class Merges extends Context.Tag("lab/Merges")<
  Merges,
  {
    /**
     * Merges when the head is still `expected` (the head of this moment when absent). One that is merged already is success;
     * `ErrMergeRejected` says why one is not merged. Once begun it goes on to its end, whatever becomes of the caller.
     */
    readonly merge: (
      repository: Repository,
      number: number,
      expected?: string
    ) => Effect.Effect<ChangeRequest, MergeError>
  }
>() {
  static readonly layer = Layer.scoped(
    Merges,
    Effect.gen(function* () {
      const [requests, git, settings] = yield* Effect.all([ChangeRequests, Git, Settings])
      const alone = yield* makeKeyedLock

      const branchTip = (clone: Clone, branch: string) =>
        Effect.flatMap(
          git.fetched(clone, branch),
          Option.match({ onNone: () => rejected(`the branch ${branch} does not exist`), onSome: Effect.succeed })
        )

      const given = (key: string) =>
        Effect.map(
          settings.get(key),
          Option.filter((value) => value.trim() !== "")
        )

      const author = (clone: Clone) =>
        Effect.gen(function* () {
          const set = Option.all({ name: yield* given("git_author_name"), email: yield* given("git_author_email") })
          const known = Option.isSome(set) ? set : yield* git.identity(clone)
          return yield* Option.match(known, {
            onNone: () =>
              rejected(
                "no author identity: set git_author_name and git_author_email, or git's user.name and user.email"
              ),
            onSome: Effect.succeed
          })
        })

      /** Pushes first and is recorded after, so a head that is in its base already is a merge that was not recorded. */
      const land = (clone: Clone, request: ChangeRequest, expected: string | undefined) =>
        Effect.gen(function* () {
          const head = yield* branchTip(clone, request.head)
          const base = yield* branchTip(clone, request.base)
          if (expected !== undefined && expected !== head) {
            return yield* rejected(`the head moved: ${request.head} is at ${head}, ${expected} was expected`)
          }
          const identity = yield* author(clone)
          if (yield* git.isAncestor(clone, head, base)) return yield* git.landedAs(clone, head, base)
          const message = `Merge #${request.number}: ${request.title}`
          const commit = (yield* git.isAncestor(clone, base, head))
            ? head
            : yield* git.mergeCommit(clone, { base, head, message, author: identity })
          yield* git.push(clone, { branch: request.base, from: base, to: commit })
          return commit
        })

      const merge = (repository: Repository, number: number, expected: string | undefined) =>
        Effect.gen(function* () {
          const request = yield* requests.find(repository.id, number)
          if (request.state === "merged") return request
          if (request.state === "closed") return yield* rejected(`change request #${number} is closed`)
          const clone = yield* git.fetch(repository.id, repository.remoteUrl)
          const commit = yield* land(clone, request, expected)
          yield* requests.transition(repository.id, number, "merged", commit)
          const after = yield* requests.find(repository.id, number)
          return after.state === "merged"
            ? after
            : yield* rejected(`change request #${number} was closed meanwhile; ${request.base} holds it as ${commit}`)
        })

      return Merges.of({
        merge: (repository, number, expected) =>
          merge(repository, number, expected).pipe(
            // Interruptible in a fiber of its own, so that git's time limit works; the caller waits and cannot be torn away.
            Effect.interruptible,
            Effect.forkDaemon,
            Effect.flatMap(Fiber.join),
            Effect.uninterruptible,
            alone(`${repository.id}#${number}`)
          )
      })
    })
  )
}
