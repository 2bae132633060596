import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import type { Pull } from "../../../src/core/pull.js"
import type { World } from "../../../src/testing.js"
import { change, failureOf, flavors, many, practice, repo } from "../../support/sandbox.js"

const merge = (world: World, n = 7) => {
  world.close(n)
  change(world, { merged: { at: world.now(), by: "lab-bot", commit: "c".repeat(40) } }, n)
}

/** What the forge knows of pull 7, and what the tracker makes of it. */
const facts: ReadonlyArray<readonly [name: string, prepare: (world: World) => void, expected: Partial<Pull>]> = [
  ["an open pull", () => undefined, { number: 7, state: "open", draft: false, author: "lab-bot", title: "Add parser" }],
  ["a closed pull", (world) => world.close(7), { state: "closed" }],
  ["a merged pull, whose state word is closed", merge, { state: "merged", mergeCommit: "c".repeat(40) }],
  ["C65 a draft by its flag", (world) => change(world, { draft: true }), { draft: true }],
  ["the account that opened it is gone", (world) => change(world, { author: null }), { author: null }],
  ["a body", (world) => change(world, { body: "Why\r\nso" }), { body: "Why\r\nso" }],
  ["no body", () => undefined, { body: "" }],
  ["a pull that could not be merged", (world) => change(world, { mergeable: false }), { mergeable: false }],
  [
    "a pull of a fork",
    (world) => void world.open({ number: 7, head: "feat", repo: "eve/widget", sha: "e".repeat(40) }),
    { head: { ref: "feat", sha: "e".repeat(40), repo: "eve/widget" }, base: { ref: "main", repo: "acme/widget" } }
  ]
]

for (const flavor of flavors) {
  describe(`pulls on ${flavor}`, () => {
    for (const [name, prepare, expected] of facts) {
      it.scoped(`reads ${name}`, () =>
        Effect.gen(function* () {
          const { world, tracker, asked } = yield* practice(flavor)
          prepare(world)
          assert.deepInclude(yield* tracker.pull(7), expected)
          assert.deepStrictEqual(asked(), [`GET ${repo}/pulls/7`])
        })
      )
    }

    it.scoped("reads head, base and address", () =>
      Effect.gen(function* () {
        const { sandbox, tracker, head } = yield* practice(flavor)
        assert.deepInclude(yield* tracker.pull(7), {
          head: { ref: "feat", sha: head(), repo: "acme/widget" },
          base: { ref: "main", repo: "acme/widget" },
          url: `${sandbox[flavor].web}/acme/widget/${flavor === "github" ? "pull" : "pulls"}/7`
        })
      })
    )

    it.scoped("a deleted fork leaves the head without a repository, and its commit readable", () =>
      Effect.gen(function* () {
        const { world, tracker } = yield* practice(flavor)
        const pull = world.open({ number: 9, head: "patch", repo: "eve/widget", sha: "e".repeat(40) })
        pull.head.repo = null
        const { head } = yield* tracker.pull(9)
        assert.deepStrictEqual(head, { ref: "patch", sha: "e".repeat(40), repo: null })
      })
    )

    it.scoped("an unknown number is not found, and says which", () =>
      Effect.gen(function* () {
        const { tracker } = yield* practice(flavor)
        const error = yield* failureOf(tracker.pull(99))
        assert.strictEqual(error._tag, "ErrNotFound")
        assert.strictEqual(error.message, "pull request 99 of acme/widget not found")
      })
    )

    for (const [name, value, words] of [
      ["null, which Forgejo says when a git read fails", null, "JSON of another shape"],
      ["without a head", { number: 7, title: "no head" }, "JSON of another shape at"],
      ["a list", [], "JSON of another shape"]
    ] as const) {
      it.scoped(`a 200 that is ${name} is an error, never a pull`, () =>
        Effect.gen(function* () {
          const { sandbox, tracker } = yield* practice(flavor)
          sandbox.faults.add({ path: `${repo}/pulls/7`, fault: { kind: "json", status: 200, value } })
          const error = yield* failureOf(tracker.pull(7))
          assert.deepInclude(error, { _tag: "ErrForge", status: 200 })
          assert.include(error.message, `${flavor} GET ${repo}/pulls/7 answered 200: ${words}`)
        })
      )
    }

    it.scoped("a list with a row that is null is an error: what is not read may be the pull that matters", () =>
      Effect.gen(function* () {
        const { sandbox, tracker } = yield* practice(flavor)
        const fault = { kind: "json", status: 200, value: [null], headers: { "x-total-count": "1" } } as const
        sandbox.faults.add({ path: `${repo}/pulls`, query: { state: "open" }, fault })
        assert.include((yield* failureOf(tracker.pulls)).message, "JSON of another shape at 0")
      })
    )

    it.scoped("lists all open ones, then the window of the 50 most recently closed", () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker } = yield* practice(flavor, { empty: true })
        for (const n of many(230, (n) => n)) world.open({ number: n, head: `b${n}` })
        for (const n of many(60, (n) => 61 - n)) {
          yield* TestClock.adjust("1 seconds")
          if (n === 1) merge(world, n)
          else world.close(n)
        }
        const pulls = yield* tracker.pulls
        const [open, closed] = [pulls.slice(0, 170), pulls.slice(170)]
        assert.deepStrictEqual(new Set(open.map(({ number }) => number)), new Set(many(170, (n) => n + 60)))
        assert.deepStrictEqual(
          closed.map(({ number }) => number),
          many(50, (n) => n)
        )
        assert.deepStrictEqual(
          closed.slice(0, 2).map(({ state }) => state),
          ["merged", "closed"]
        )
        const windows = sandbox.requests.filter(({ query }) => query["state"] === "closed")
        assert.strictEqual(windows.length, 1)
      })
    )

    it.scoped("an empty repository has an empty list", () =>
      Effect.gen(function* () {
        const { tracker } = yield* practice(flavor, { empty: true })
        assert.deepStrictEqual(yield* tracker.pulls, [])
      })
    )
  })

  describe(`pulls of a head on ${flavor}`, () => {
    it.scoped("finds exact matches of head and base, in any state", () =>
      Effect.gen(function* () {
        const { world, tracker } = yield* practice(flavor)
        world.open({ number: 8, head: "feat-2" })
        world.open({ number: 9, head: "feat", base: "release" })
        const found = (head: string, base: string) =>
          Effect.map(tracker.pullsForHead(head, base), (pulls) =>
            pulls.map(({ number, state }) => `${number} ${state}`)
          )
        assert.deepStrictEqual(yield* found("feat", "main"), ["7 open"])
        assert.deepStrictEqual(yield* found("feat", "release"), ["9 open"])
        assert.deepStrictEqual(yield* found("feat", "nowhere"), [])
        assert.deepStrictEqual(yield* found("fea", "main"), [])
        merge(world)
        assert.deepStrictEqual(yield* found("feat", "main"), ["7 merged"])
      })
    )

    it.scoped("a closed one does not hide the open one", () =>
      Effect.gen(function* () {
        const { world, tracker } = yield* practice(flavor)
        world.close(7)
        world.open({ number: 8, head: "feat" })
        const pulls = yield* tracker.pullsForHead("feat", "main")
        assert.deepStrictEqual(
          pulls.map(({ number, state }) => [number, state]),
          [
            [8, "open"],
            [7, "closed"]
          ]
        )
      })
    )

    it.scoped("12.2.4 a fork's branch of the same name is another one", () =>
      Effect.gen(function* () {
        const { world, tracker } = yield* practice(flavor)
        world.close(7)
        world.open({ number: 8, head: "feat", repo: "eve/widget" })
        const pulls = yield* tracker.pullsForHead("feat", "main")
        assert.deepStrictEqual(
          pulls.map(({ number }) => number),
          [7]
        )
      })
    )
  })
}
