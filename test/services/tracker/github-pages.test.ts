import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { checksState } from "../../../src/core/checks.js"
import type { FaultKind } from "../../../src/programs/sandbox/faults.js"
import { failureOf, many, practice, repo } from "../../support/sandbox.js"

const green = (n: number) => ({ id: n, name: `job ${n}`, status: "completed", conclusion: "success" })
const runs = `${repo}/commits/{sha}/check-runs`
const answered = (value: unknown, headers = {}): FaultKind => ({ kind: "json", status: 200, value, headers })

describe("pages of github", () => {
  it.scoped("C11 the red run is the 117th of 130", () =>
    Effect.gen(function* () {
      const { world, tracker, head, asked } = yield* practice("github")
      const rows = many(130, green)
      world.checkRuns(
        head(),
        rows.map((row) => (row.id === 117 ? { ...row, conclusion: "failure" } : row))
      )
      const { checks } = yield* tracker.checks(7)
      assert.deepStrictEqual(
        checks.map(({ name }) => name),
        rows.map(({ name }) => name)
      )
      assert.deepStrictEqual(
        checks.filter(({ state }) => state === "failure").map(({ name }) => name),
        ["job 117"]
      )
      assert.strictEqual(checksState(checks), "failure")
      assert.deepStrictEqual(
        asked().filter((line) => line.includes("check-runs")),
        [1, 2].map((page) => `GET ${repo}/commits/${head()}/check-runs?per_page=100&page=${page}`)
      )
    })
  )

  it.scoped("C11 the red status is the 41st of 45, 30 a page, without a Link", () =>
    Effect.gen(function* () {
      const { world, tracker, head } = yield* practice("github")
      world.paging.clamp = 30
      world.statuses(
        head(),
        many(45, (n) => ({ context: `ci ${n}`, state: n === 41 ? "error" : "success" }))
      )
      const { checks } = yield* tracker.checks(7)
      assert.deepStrictEqual([checks.length, checks[40]?.rawState, checksState(checks)], [45, "error", "failure"])
    })
  )

  it.scoped("rows that come twice because a new one pushed them on are one", () =>
    Effect.gen(function* () {
      const { sandbox, world, tracker, head } = yield* practice("github")
      world.checkRuns(head(), many(130, green))
      const shifted = [100, ...many(30, (n) => 100 + n)].map(green)
      const fault = answered({ total_count: 131, check_runs: shifted })
      sandbox.faults.add({ path: runs, query: { page: "2" }, fault })
      const { checks } = yield* tracker.checks(7)
      assert.deepStrictEqual(
        checks.map(({ name }) => name),
        many(130, (n) => `job ${n}`)
      )
    })
  )

  for (const [name, page, got] of [
    ["a row that left between two reads pulled another one over the edge", many(29, (n) => green(101 + n)), 129],
    ["the second page is empty", [], 100],
    ["the second page is the first", many(100, green), 100]
  ] as const) {
    it.scoped(`fewer rows than announced are an error, never a shorter list: ${name}`, () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker, head } = yield* practice("github")
        world.checkRuns(head(), many(130, green))
        sandbox.faults.add({
          path: runs,
          query: { page: "2" },
          fault: answered({ total_count: 130, check_runs: page })
        })
        const error = yield* failureOf(tracker.checks(7))
        assert.strictEqual(error._tag, "ErrForge")
        assert.include(error.message, `it announced 130 rows and gave ${got}; what is missing may be red`)
      })
    )
  }

  for (const total of [1, 60, 20_000]) {
    it.scoped(`an empty page that announces ${total} rows is an error, without a request for each`, () =>
      Effect.gen(function* () {
        const { sandbox, tracker } = yield* practice("github")
        sandbox.faults.add({ path: runs, fault: answered({ total_count: total, check_runs: [] }) })
        assert.include((yield* failureOf(tracker.checks(7))).message, `it announced ${total} rows and gave 0`)
        assert.isAtMost(sandbox.requests.length, 3)
      })
    )
  }

  it.scoped("a list of 100 pages is read, one of 101 is refused at its first page", () =>
    Effect.gen(function* () {
      const { sandbox, world, tracker, head } = yield* practice("github")
      world.paging.clamp = 1
      world.checkRuns(head(), many(100, green))
      assert.strictEqual((yield* tracker.checks(7)).checks.length, 100)
      world.checkRuns(head(), many(101, green))
      sandbox.resetMeasures()
      const error = yield* failureOf(tracker.checks(7))
      assert.include(error.message, "the list has more than 100 pages; it is never cut short")
      assert.isAtMost(sandbox.requests.length, 3)
    })
  )

  it.scoped("a bare list of 101 pages is refused by its rel=last", () =>
    Effect.gen(function* () {
      const { sandbox, world, tracker } = yield* practice("github")
      world.paging.clamp = 1
      for (const n of many(101, (n) => n)) world.comment(7, "ann", `${n}`)
      assert.include((yield* failureOf(tracker.pullComments(7))).message, "more than 100 pages")
      assert.strictEqual(sandbox.requests.length, 1)
    })
  )

  const comment = (id: number) => ({
    id,
    user: null,
    body: `${id}`,
    html_url: "u",
    created_at: "2026-09-01T10:00:00Z",
    updated_at: "2026-09-01T10:00:00Z"
  })
  const next = { link: '<https://api.github.com/repositories/1/issues/7/comments?per_page=100&page=2>; rel="next"' }

  it.scoped("0.3 without rel=last the pages are read along rel=next", () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("github")
      sandbox.faults.add(
        ...[1, 2, 3].map((page) => ({
          path: `${repo}/issues/7/comments`,
          query: { page: `${page}` },
          fault: answered([comment(page)], page < 3 ? next : {})
        }))
      )
      assert.deepStrictEqual(
        (yield* tracker.pullComments(7)).map(({ id }) => id),
        [1, 2, 3]
      )
      assert.strictEqual(sandbox.requests.length, 3)
    })
  )

  it.scoped("a rel=next that never ends is refused after 100 pages", () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("github")
      sandbox.faults.add({ path: `${repo}/issues/7/comments`, fault: answered([comment(1)], next) })
      assert.include((yield* failureOf(tracker.pullComments(7))).message, "more than 100 pages")
      assert.strictEqual(sandbox.requests.length, 100)
    })
  )

  it.scoped("a broken page among those that are read along rel=next is an error", () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("github")
      sandbox.faults.add(
        { path: `${repo}/issues/7/comments`, query: { page: "1" }, fault: answered([comment(1)], next) },
        { path: `${repo}/issues/7/comments`, query: { page: "2" }, fault: { kind: "drop" } }
      )
      assert.strictEqual((yield* failureOf(tracker.pullComments(7)))._tag, "ErrForge")
    })
  )
})
