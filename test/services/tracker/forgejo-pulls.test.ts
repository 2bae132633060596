import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { failureOf, many, practice, repo } from "../../support/sandbox.js"

it.scoped("looks a head up by its pair of branches, in one request", () =>
  Effect.gen(function* () {
    const { tracker, asked } = yield* practice("forgejo")
    yield* tracker.pullsForHead("feat", "main")
    assert.deepStrictEqual(asked(), [`GET ${repo}/pulls/main/feat`])
  })
)

it.scoped("a head whose branch is gone keeps the queried name", () =>
  Effect.gen(function* () {
    const { world, tracker } = yield* practice("forgejo")
    yield* tracker.mergePull(7)
    world.branches.delete("feat")
    const [found] = yield* tracker.pullsForHead("feat", "main")
    assert.deepInclude(found, { number: 7, state: "merged" })
    assert.strictEqual(found?.head.ref, "feat")
    assert.strictEqual((yield* tracker.pull(7)).head.ref, "feat")
  })
)

it.scoped("a closed one is not trusted alone: all pages of all states are walked", () =>
  Effect.gen(function* () {
    const { world, tracker, asked } = yield* practice("forgejo")
    world.close(7)
    for (const n of many(60, (n) => n + 10)) world.open({ number: n, head: n === 65 ? "feat" : `b${n}` })
    const found = yield* tracker.pullsForHead("feat", "main")
    assert.deepStrictEqual(
      found.map(({ number, state }) => [number, state]),
      [
        [65, "open"],
        [7, "closed"]
      ]
    )
    assert.deepStrictEqual(asked(), [
      `GET ${repo}/pulls/main/feat`,
      ...[1, 2].map((page) => `GET ${repo}/pulls?state=all&page=${page}&limit=50`)
    ])
  })
)

for (const [name, status] of [
  ["403", 403],
  ["a server error", 500]
] as const) {
  it.scoped(`a lookup that answers ${name} is an error, not an empty list`, () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("forgejo")
      sandbox.faults.add({ path: `${repo}/pulls/main/feat`, fault: { kind: "json", status, value: { message: "" } } })
      const error = yield* failureOf(tracker.pullsForHead("feat", "main"))
      assert.deepInclude(error, { _tag: "ErrForge", status })
    })
  )
}

it.scoped("1.2 a server error with an empty message says so, and shows no JSON", () =>
  Effect.gen(function* () {
    const { sandbox, tracker } = yield* practice("forgejo")
    const value = { message: "", url: `${sandbox.forgejo.web}/api/swagger` }
    sandbox.faults.add({ path: `${repo}/pulls/7`, fault: { kind: "json", status: 500, value } })
    const { message } = yield* failureOf(tracker.pull(7))
    assert.strictEqual(message, `forgejo GET ${repo}/pulls/7 answered 500: (empty body)`)
  })
)

for (const [name, user, author] of [
  ["login", { id: 5, login: "dev", username: "other" }, "dev"],
  ["username where login is missing", { id: 5, username: "dev" }, "dev"],
  ["null for a deleted account", { id: -1, login: "Ghost", username: "Ghost" }, null],
  ["the name of Forgejo Actions", { id: -2, login: "forgejo-actions" }, "forgejo-actions"],
  ["null for nobody", null, null]
] as const) {
  it.scoped(`1.6 the author is the ${name}`, () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("forgejo")
      const pull = yield* Effect.promise(() =>
        fetch(`${sandbox.forgejo.api}${repo}/pulls/7`).then((answer) => answer.json())
      )
      const value = Object.assign({}, pull, { user })
      sandbox.faults.add({ path: `${repo}/pulls/7`, fault: { kind: "json", status: 200, value } })
      assert.strictEqual((yield* tracker.pull(7)).author, author)
    })
  )
}

for (const [name, head, ref] of [
  ["the branch", { label: "feat", ref: "feat" }, "feat"],
  ["the label when the branch is gone", { label: "feat", ref: "refs/pull/7/head" }, "feat"],
  ["the ref of a pull without any branch (AGit)", { label: "", ref: "refs/pull/7/head" }, "refs/pull/7/head"],
  ["the ref without a label", { ref: "refs/pull/7/head" }, "refs/pull/7/head"]
] as const) {
  it.scoped(`2.1 the head is named by ${name}`, () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("forgejo")
      const pull = yield* Effect.promise(() =>
        fetch(`${sandbox.forgejo.api}${repo}/pulls/7`).then((answer) => answer.json())
      )
      const value = Object.assign({}, pull, { head: { ...head, sha: "a".repeat(40), repo: null } })
      sandbox.faults.add({ path: `${repo}/pulls/7`, fault: { kind: "json", status: 200, value } })
      assert.deepStrictEqual((yield* tracker.pull(7)).head, { ref, sha: "a".repeat(40), repo: null })
    })
  )
}
