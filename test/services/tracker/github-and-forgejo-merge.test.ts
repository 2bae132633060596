import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Flavor } from "../../../src/core/repository.js"
import type { FaultKind } from "../../../src/programs/sandbox/faults.js"
import type { Sandbox } from "../../../src/testing.js"
import { change, failureOf, flavors, practice, repo, until } from "../../support/sandbox.js"

const write = { github: `PUT ${repo}/pulls/7/merge`, forgejo: `POST ${repo}/pulls/7/merge` } as const
const body = (flavor: Flavor, sha: string) =>
  flavor === "github" ? { merge_method: "merge", sha } : { Do: "merge", head_commit_id: sha }
const writesOf = (sandbox: Sandbox) => sandbox.requests.filter(({ method }) => method !== "GET")

/** A forge that answers the merge call so; everything else it answers truly. */
const refusing = (flavor: Flavor, fault: FaultKind) =>
  Effect.tap(practice(flavor), ({ sandbox }) => Effect.sync(() => sandbox.faults.add({ path: "/**/merge", fault })))

for (const flavor of flavors) {
  describe(`a merge on ${flavor}`, () => {
    it.scoped("12.2.8 names the head that was read, and answers the merged pull", () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker, head, asked } = yield* practice(flavor)
        const pull = yield* tracker.mergePull(7)
        assert.deepInclude(pull, { number: 7, state: "merged" })
        assert.deepStrictEqual(asked(), [`GET ${repo}/pulls/7`, write[flavor]])
        assert.deepStrictEqual(JSON.parse(sandbox.requests[1]?.body ?? ""), body(flavor, head()))
        assert.isNotNull(world.pulls.get(7)?.merged)
      })
    )

    it.scoped("12.2.8 names the head that was asked for, and a moved one is refused in the words of the forge", () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker, head } = yield* practice(flavor)
        const seen = head()
        world.push("feat", "d".repeat(40))
        const error = yield* failureOf(tracker.mergePull(7, seen))
        const said = {
          github: "Head branch was modified. Review and try the merge again.",
          forgejo: "head out of date"
        }
        assert.deepInclude(error, { _tag: "ErrMergeRejected", words: said[flavor] })
        assert.deepStrictEqual(
          writesOf(sandbox).map((row) => JSON.parse(row.body)),
          [body(flavor, seen)]
        )
        assert.notMatch(error.message, /conflict/i)
        assert.strictEqual(world.pulls.get(7)?.merged, null)
      })
    )

    it.scoped("of a merged pull is success without a merge call", () =>
      Effect.gen(function* () {
        const { sandbox, tracker } = yield* practice(flavor)
        const first = yield* tracker.mergePull(7)
        sandbox.resetMeasures()
        assert.deepInclude(yield* tracker.mergePull(7, "d".repeat(40)), { number: 7, state: first.state })
        assert.deepStrictEqual(writesOf(sandbox), [])
      })
    )

    it.scoped("two at once are one merge, and both are told that it is merged", () =>
      Effect.gen(function* () {
        const { world, tracker, as } = yield* practice(flavor)
        const other = as(world.account("ann")).mergePull(7)
        const pulls = yield* Effect.all([tracker.mergePull(7), other], { concurrency: "unbounded" })
        assert.deepStrictEqual(
          pulls.map(({ state }) => state),
          ["merged", "merged"]
        )
      })
    )

    it.scoped("of a pull that is not there is not found, and nothing is written", () =>
      Effect.gen(function* () {
        const { sandbox, tracker } = yield* practice(flavor)
        assert.strictEqual((yield* failureOf(tracker.mergePull(99)))._tag, "ErrNotFound")
        assert.deepStrictEqual(writesOf(sandbox), [])
      })
    )

    for (const [name, facts, said] of [
      [
        "a conflict",
        { mergeable: false },
        { github: "Pull Request is not mergeable", forgejo: "Please try again later" }
      ],
      [
        "C65 a draft",
        { title: "WIP: parser" },
        { github: "Pull Request is still a draft", forgejo: "Work in progress PRs cannot be merged" }
      ],
      [
        "a closed pull",
        { state: "closed" },
        { github: "Pull Request is not mergeable", forgejo: "The target couldn't be found." }
      ]
    ] as const) {
      it.scoped(`C62 ${name} is refused in the words of the forge, once`, () =>
        Effect.gen(function* () {
          const { sandbox, world, tracker } = yield* practice(flavor)
          change(world, facts)
          const error = yield* failureOf(tracker.mergePull(7))
          assert.deepInclude(error, { _tag: "ErrMergeRejected", words: said[flavor] })
          assert.strictEqual(writesOf(sandbox).length, 1)
        })
      )
    }

    it.scoped("12.2.8 a head that nothing resolves to is refused here: an empty one would be any head", () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker } = yield* practice(flavor)
        world.branches.delete("feat")
        change(world, { sha: "" })
        assert.strictEqual((yield* failureOf(tracker.mergePull(7)))._tag, "ErrMergeRejected")
        assert.deepStrictEqual(writesOf(sandbox), [])
      })
    )

    const lost: ReadonlyArray<FaultKind> = [
      { kind: "status", status: 500, body: "" },
      { kind: "html", status: 502 },
      { kind: "status", status: 503 },
      { kind: "html", status: 504 },
      { kind: "drop" },
      { kind: "status", status: 201 },
      { kind: "redirect", status: 303, location: "/user/login" }
    ]
    for (const fault of lost) {
      it.scoped(`12.2.24 after ${JSON.stringify(fault)} the pull is read again: not merged is the error`, () =>
        Effect.gen(function* () {
          const { sandbox, tracker, asked } = yield* refusing(flavor, fault)
          const error = yield* failureOf(tracker.mergePull(7))
          assert.strictEqual(error._tag, "ErrForge")
          if ("status" in fault && fault.status !== undefined) assert.include(error.message, `${fault.status}`)
          assert.deepStrictEqual(asked(), [`GET ${repo}/pulls/7`, write[flavor], `GET ${repo}/pulls/7`])
          assert.strictEqual(sandbox.requests.length, 3)
        })
      )
    }

    for (const fault of [{ kind: "drop", after: true }, { kind: "truncate" }, { kind: "truncate", keep: 0 }] as const) {
      it.scoped(`12.2.24 a merge whose answer is lost by ${JSON.stringify(fault)} is success`, () =>
        Effect.gen(function* () {
          const { sandbox, tracker } = yield* refusing(flavor, fault)
          assert.deepInclude(yield* tracker.mergePull(7), { number: 7, state: "merged" })
          assert.strictEqual(writesOf(sandbox).length, 1)
        })
      )
    }

    for (const status of [405, 409, 422, 500, 502]) {
      it.scoped(`12.2.24 a ${status} after which somebody else's merge shows is success`, () =>
        Effect.gen(function* () {
          const { sandbox, world, tracker } = yield* practice(flavor)
          sandbox.faults.add({ path: "/**/merge", fault: { kind: "json", status, value: { message: "no" } } })
          const merging = yield* Effect.fork(tracker.mergePull(7))
          yield* until(
            () => writesOf(sandbox).length === 1,
            () => "the merge call"
          )
          world.close(7)
          change(world, { merged: { at: 0, by: "ann", commit: "c".repeat(40) } })
          const pull = yield* merging
          assert.deepInclude(pull, { state: "merged", mergeCommit: "c".repeat(40) })
        })
      )
    }

    it.scoped("12.2.24 when the second look fails too, the first failure is the answer", () =>
      Effect.gen(function* () {
        const { sandbox, tracker } = yield* refusing(flavor, { kind: "html", status: 504 })
        sandbox.faults.add({ method: "GET", path: "/**", skip: 1, fault: { kind: "drop" } })
        assert.include((yield* failureOf(tracker.mergePull(7))).message, "answered 504: (a page of text/html)")
      })
    )

    for (const [status, tag] of [
      [401, "ErrForge"],
      [404, "ErrNotFound"],
      [429, "ErrRateLimited"]
    ] as const) {
      it.scoped(`C62 a ${status} of the merge call keeps its own kind: ${tag}`, () =>
        Effect.gen(function* () {
          const { sandbox, tracker } = yield* refusing(flavor, { kind: "json", status, value: { message: "No" } })
          assert.strictEqual((yield* failureOf(tracker.mergePull(7)))._tag, tag)
          assert.strictEqual(writesOf(sandbox).length, 1)
        })
      )
    }

    for (const fault of [
      { kind: "primary-limit", resetInSeconds: 90 },
      { kind: "secondary-limit" },
      { kind: "secondary-limit", retryAfter: 60 }
    ] as const) {
      it.scoped(`C62 ${JSON.stringify(fault)} is a limit, not a refusal, and is not repeated`, () =>
        Effect.gen(function* () {
          const { sandbox, tracker } = yield* refusing(flavor, fault)
          assert.strictEqual((yield* failureOf(tracker.mergePull(7)))._tag, "ErrRateLimited")
          assert.strictEqual(sandbox.requests.length, 2)
        })
      )
    }
  })
}
