import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  ErrDuplicateOpenPull,
  ErrForge,
  ErrMergeRejected,
  ErrNotFound,
  ErrStore,
  ErrUnsupported
} from "../../../src/core/errors.js"
import type { Pull } from "../../../src/core/pull.js"
import { localSurface, type RunContext } from "../../../src/services/agent-surface/local.js"
import { Tracker, type TrackerService } from "../../../src/services/tracker/tracker.js"

const pull: Pull = {
  number: 7,
  title: "Add a door",
  body: "It opens.",
  state: "open",
  draft: false,
  author: "ann",
  url: "https://git.example/o/n/pulls/7",
  head: { ref: "afk/63", sha: "aaa1", repo: "o/n" },
  base: { ref: "main", repo: "o/n" },
  mergeable: null,
  mergeCommit: null
}
const row = { number: 7, state: "open", head: "afk/63", url: pull.url } as const

/** The surface of a tracker with what a test gives it, for a run that remembers heads. */
const setUp = (given: Partial<TrackerService>, more: Partial<RunContext> = {}) =>
  Effect.map(Tracker, (tracker) => {
    const heads = new Map<number, string>()
    const surface = localSurface(tracker, {
      branch: Effect.succeed("afk/63"),
      lastHead: (n) => Effect.sync(() => heads.get(n)),
      rememberHead: (n, head) => Effect.sync(() => void heads.set(n, head)),
      redactor: Effect.dieMessage("no log is shown here"),
      ...more
    })
    return { heads, surface }
  }).pipe(
    Effect.provide(
      Tracker.test({
        pull: () => Effect.succeed(pull),
        reviews: () => Effect.succeed([]),
        pullComments: () => Effect.succeed([]),
        defaultBranch: Effect.succeed("main"),
        ...given
      })
    )
  )

/** Something that must not be asked. */
const unasked = Effect.dieMessage("this was not to be asked")

const down = new ErrForge({ asked: "github GET /x", status: 502, words: "bad gateway" })
const storeDown = new ErrStore({ operation: "read of heads", reason: "gone" })

it.effect("create opens the run's branch against the default branch of this moment", () =>
  Effect.gen(function* () {
    const asked: Array<unknown> = []
    const branches = ["main", "trunk"]
    const { surface } = yield* setUp({
      defaultBranch: Effect.sync(() => branches.shift() ?? ""),
      createPull: (wanted) =>
        Effect.as(
          Effect.sync(() => asked.push(wanted)),
          pull
        )
    })
    assert.deepStrictEqual(yield* surface.pullCreate({ title: " T ", body: "b" }), { number: 7, url: pull.url })
    yield* surface.pullCreate({ title: "T" })
    assert.deepStrictEqual(asked, [
      { title: " T ", body: "b", head: "afk/63", base: "main" },
      { title: "T", body: "", head: "afk/63", base: "trunk" }
    ])
  })
)

for (const title of ["", " \t\n"]) {
  it.effect(`create refuses the title ${JSON.stringify(title)} before anything is asked`, () =>
    Effect.gen(function* () {
      const nothing = { defaultBranch: unasked }
      const { surface } = yield* setUp(nothing, { branch: unasked })
      const error = yield* Effect.flip(surface.pullCreate({ title, body: "b" }))
      assert.deepInclude(error, { _tag: "ErrInvalidBody", reason: "title is required" })
    })
  )
}

it.effect("create fails without a branch before the forge is asked, and with the forge's own refusal", () =>
  Effect.gen(function* () {
    const none = new ErrUnsupported({ reason: "this run has no branch" })
    const { surface } = yield* setUp({ defaultBranch: unasked }, { branch: none })
    assert.strictEqual(yield* Effect.flip(surface.pullCreate({ title: "T" })), none)
    const twice = new ErrDuplicateOpenPull({ head: "afk/63", number: 7 })
    const again = yield* setUp({ createPull: () => Effect.fail(twice) })
    assert.strictEqual(yield* Effect.flip(again.surface.pullCreate({ title: "T" })), twice)
  })
)

it.effect("list is a row a pull in the tracker's order, with the head's branch", () =>
  Effect.gen(function* () {
    const merged: Pull = { ...pull, number: 5, state: "merged" }
    const { surface } = yield* setUp({ pulls: Effect.succeed([pull, merged]) })
    assert.deepStrictEqual(yield* surface.pullList, { prs: [row, { ...row, number: 5, state: "merged" }] })
    assert.deepStrictEqual(yield* (yield* setUp({ pulls: Effect.succeed([]) })).surface.pullList, { prs: [] })
  })
)

const at = "2026-01-02T03:04:05.000Z"
const review = {
  id: 1,
  reviewer: "bob",
  state: "approved",
  body: "ok",
  dismissed: false,
  commit: "aaa1",
  submittedAt: at
}
const comment = { id: 2, author: "ann", body: "hm", createdAt: at, updatedAt: at, url: "u" }

it.effect("view tells the pull, its reviews and comments in order, with ghost for deleted accounts", () =>
  Effect.gen(function* () {
    const { heads, surface } = yield* setUp({
      reviews: () =>
        Effect.succeed([review, { ...review, id: 3, reviewer: null, state: "dismissed", dismissed: true }]),
      pullComments: () => Effect.succeed([comment, { ...comment, id: 4, author: null }])
    })
    assert.deepStrictEqual(yield* surface.pullView(7), {
      ...row,
      title: "Add a door",
      body: "It opens.",
      reviews: [
        { reviewer: "bob", state: "approved", body: "ok", dismissed: false },
        { reviewer: "ghost", state: "dismissed", body: "ok", dismissed: true }
      ],
      comments: [
        { author: "ann", body: "hm", created_at: at },
        { author: "ghost", body: "hm", created_at: at }
      ]
    })
    assert.deepStrictEqual([...heads], [[7, "aaa1"]])
  })
)

it.effect("view reads comments that the backend does not have as none", () =>
  Effect.gen(function* () {
    const { surface } = yield* setUp({ pullComments: () => Effect.fail(new ErrUnsupported({ reason: "none" })) })
    assert.deepStrictEqual((yield* surface.pullView(7)).comments, [])
  })
)

it.effect(
  "view has no partial answer: a failure of the pull goes before one of its reviews, whichever came first",
  () =>
    Effect.gen(function* () {
      const gone = new ErrNotFound({ subject: "pull request 7" })
      const late = Effect.zipRight(Effect.repeatN(Effect.yieldNow(), 10), Effect.fail(gone))
      const both = yield* setUp({ pull: () => late, reviews: () => Effect.fail(down) })
      assert.strictEqual(yield* Effect.flip(both.surface.pullView(7)), gone)
      for (const broken of [{ reviews: () => Effect.fail(down) }, { pullComments: () => Effect.fail(down) }]) {
        const { heads, surface } = yield* setUp(broken)
        assert.strictEqual(yield* Effect.flip(surface.pullView(7)), down)
        assert.strictEqual(heads.size, 0)
      }
    })
)

const check = (name: string, state: "success" | "pending" | "failure") => ({
  name,
  state,
  rawState: state,
  summary: "",
  url: ""
})

it.effect("C16 B08 checks are those of the head of each read, aggregated here, and the head is remembered", () =>
  Effect.gen(function* () {
    const reads = [
      { head: "aaa1", checks: [check("build", "pending")] },
      { head: "bbb2", checks: [check("build", "success"), check("lint", "failure"), check("e2e", "pending")] },
      { head: "ccc3", checks: [] }
    ]
    const { heads, surface } = yield* setUp({
      checks: () => Effect.sync(() => reads.shift() ?? { head: "", checks: [] })
    })
    assert.deepStrictEqual(yield* surface.pullChecks(7), { state: "pending", checks: [check("build", "pending")] })
    assert.strictEqual(heads.get(7), "aaa1")
    assert.strictEqual((yield* surface.pullChecks(7)).state, "failure")
    assert.strictEqual(heads.get(7), "bbb2")
    assert.deepStrictEqual(yield* surface.pullChecks(7), { state: "none", checks: [] })
  })
)

it.effect("B09 B16 checks that cannot be read are an error, never none, and remember nothing", () =>
  Effect.gen(function* () {
    const { heads, surface } = yield* setUp({ checks: () => Effect.fail(down) })
    assert.strictEqual(yield* Effect.flip(surface.pullChecks(7)), down)
    assert.strictEqual(heads.size, 0)
  })
)

it.effect("12.2.8 merge expects the head that was named, else the one last read, else none", () =>
  Effect.gen(function* () {
    const expected: Array<string | undefined> = []
    const { surface } = yield* setUp({
      checks: () => Effect.succeed({ head: "bbb2", checks: [] }),
      mergePull: (_, head) =>
        Effect.as(
          Effect.sync(() => expected.push(head)),
          { ...pull, state: "merged" as const }
        )
    })
    assert.deepStrictEqual(yield* surface.pullMerge(7), { ...row, state: "merged" })
    yield* surface.pullView(7)
    yield* surface.pullMerge(7)
    yield* surface.pullChecks(7)
    yield* surface.pullMerge(7)
    yield* surface.pullMerge(7, "ccc3")
    yield* surface.pullMerge(8)
    assert.deepStrictEqual(expected, [undefined, "aaa1", "bbb2", "ccc3", undefined])
  })
)

it.effect("a refused merge is the forge's, and a head that cannot be looked up merges nothing", () =>
  Effect.gen(function* () {
    const refused = new ErrMergeRejected({ words: "Head branch was modified" })
    const { surface } = yield* setUp({ mergePull: () => Effect.fail(refused) })
    assert.strictEqual(yield* Effect.flip(surface.pullMerge(7)), refused)
    const blind = yield* setUp({}, { lastHead: () => Effect.fail(storeDown) })
    assert.strictEqual(yield* Effect.flip(blind.surface.pullMerge(7)), storeDown)
  })
)
