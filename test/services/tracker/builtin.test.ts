import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { closedWindow } from "../../../src/core/pull.js"
import { setUp, words } from "./builtin-world.js"

it.scoped("opens a change request with the branch's commit and the issues its body closes", () =>
  Effect.gen(function* () {
    const { open, remote, repository, requests, tracker } = yield* setUp
    const sha = remote.commit("a", { a: "1" }, "main")
    const created = yield* open("a", "Fixes #12, closes #3")
    assert.deepStrictEqual(created, {
      number: 1,
      title: "about a",
      body: "Fixes #12, closes #3",
      state: "open",
      draft: false,
      author: null,
      url: `/repos/${repository.id}/crs/1`,
      head: { ref: "a", sha, repo: "repo" },
      base: { ref: "main", repo: "repo" },
      mergeable: null,
      mergeCommit: null
    })
    assert.deepStrictEqual(yield* tracker.pull(1), created)
    assert.deepStrictEqual((yield* requests.find(repository.id, 1)).closes, [3, 12])
    assert.strictEqual(
      words(yield* Effect.flip(open("a"))),
      "ErrDuplicateOpenPull: a already has an open pull request, #1: see labctl pr view 1"
    )
  })
)

it.scoped("lists open ones, then at most the window of ended ones, each by number descending", () =>
  Effect.gen(function* () {
    const { open, remote, repository, requests, tracker } = yield* setUp
    const sha = remote.commit("kept", { a: "1" }, "main")
    yield* open("kept")
    for (let n = 2; n <= closedWindow + 3; n++) {
      yield* requests.create({ repoId: repository.id, head: `h${n}`, base: "main", title: "t", body: "", closes: [] })
      yield* requests.transition(repository.id, n, "closed")
    }
    yield* open("last")
    const pulls = yield* tracker.pulls
    const ended = Array.from({ length: closedWindow }, (_, index) => closedWindow + 3 - index)
    assert.deepStrictEqual(
      pulls.map(({ number }) => number),
      [closedWindow + 4, 1, ...ended]
    )
    assert.deepStrictEqual(
      pulls.slice(0, 2).map(({ head }) => head.sha),
      ["", sha]
    )
  })
)

it.scoped("finds the requests of a head and base in any state", () =>
  Effect.gen(function* () {
    const { open, repository, requests, tracker } = yield* setUp
    yield* open("a")
    yield* requests.transition(repository.id, 1, "closed")
    yield* open("a")
    const found = yield* tracker.pullsForHead("a", "main")
    assert.deepStrictEqual(
      found.map(({ number, state }) => [number, state]),
      [
        [2, "open"],
        [1, "closed"]
      ]
    )
    assert.deepStrictEqual(yield* tracker.pullsForHead("a", "next"), [])
  })
)

it.scoped("has no checks, reviews or comments, and says which of these are empty and which do not exist", () =>
  Effect.gen(function* () {
    const { open, remote, tracker } = yield* setUp
    const sha = remote.commit("a", { a: "1" }, "main")
    yield* open("a")
    assert.deepStrictEqual(yield* tracker.checks(1), { head: sha, checks: [] })
    assert.deepStrictEqual(yield* tracker.reviews(99), [])
    assert.strictEqual((yield* Effect.flip(tracker.pullComments(1)))._tag, "ErrUnsupported")
    assert.strictEqual(yield* tracker.defaultBranch, "main")
    const unknown = [
      yield* Effect.flip(tracker.checks(2)),
      yield* Effect.flip(tracker.pull(2)),
      yield* Effect.flip(tracker.mergePull(2))
    ]
    assert.deepStrictEqual(unknown.map(words), Array(3).fill("ErrNotFound: change request #2 not found"))
  })
)
