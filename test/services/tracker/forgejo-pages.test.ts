import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { checksState } from "../../../src/core/checks.js"
import type { FaultKind } from "../../../src/programs/sandbox/faults.js"
import { failureOf, many, practice, repo } from "../../support/sandbox.js"

const path = `${repo}/commits/{sha}/status`
const green = (n: number) => ({ context: `ci ${n}`, state: "success" })
const wire = (n: number, status = "success") => ({ id: n, context: `ci ${n}`, status })
const answered = (rows: ReadonlyArray<unknown>, total: number): FaultKind => ({
  kind: "json",
  status: 200,
  value: { statuses: rows },
  headers: { "x-total-count": `${total}` }
})

describe("pages of forgejo", () => {
  it.scoped("B15 120 rows from a server that gives 30 at a time, whatever is asked", () =>
    Effect.gen(function* () {
      const { world, tracker, head, asked } = yield* practice("forgejo")
      world.paging.clamp = 30
      world.statuses(head(), many(120, green))
      const { checks } = yield* tracker.checks(7)
      assert.deepStrictEqual(new Set(checks.map(({ name }) => name)), new Set(many(120, (n) => `ci ${n}`)))
      assert.deepStrictEqual(
        [...asked()].slice(1).sort(),
        many(4, (page) => `GET ${repo}/commits/${head()}/status?page=${page}&limit=50`)
      )
    })
  )

  for (const [count, clamp, red] of [
    [37, 30, 3],
    [61, 50, 1]
  ] as const) {
    it.scoped(`C11 C12 the red one of ${count} is on page two, and page one says success`, () =>
      Effect.gen(function* () {
        const { world, tracker, head } = yield* practice("forgejo")
        world.paging.clamp = clamp
        world.statuses(
          head(),
          many(count, (n) => ({ context: `ci ${n}`, state: n === red ? "failure" : "success" }))
        )
        const { checks } = yield* tracker.checks(7)
        assert.strictEqual(checks.length, count)
        assert.isAtLeast(
          checks.findIndex(({ state }) => state === "failure"),
          clamp
        )
        assert.strictEqual(checksState(checks), "failure")
      })
    )
  }

  it.scoped("without X-Total-Count pages are read until an empty one: a short page proves nothing", () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("forgejo")
      const pages = [many(30, (n) => wire(n)), [wire(31)], [wire(32, "failure")], []]
      sandbox.faults.add(
        ...pages.map((statuses, i) => ({
          path,
          query: { page: `${i + 1}` },
          fault: { kind: "json", status: 200, value: { statuses } } as const
        }))
      )
      const { checks } = yield* tracker.checks(7)
      assert.deepStrictEqual([checks.length, checksState(checks)], [32, "failure"])
      assert.strictEqual(sandbox.requests.length, 5)
    })
  )

  for (const withoutTotals of [true, false]) {
    it.scoped(
      `12.2.28 a server that ignores the page number ends the loop${withoutTotals ? ", without a total" : ""}`,
      () =>
        Effect.gen(function* () {
          const { sandbox, world, tracker, head } = yield* practice("forgejo")
          Object.assign(world.paging, { unpaged: true, withoutTotals })
          world.statuses(head(), [green(1), green(2)])
          assert.strictEqual((yield* tracker.checks(7)).checks.length, 2)
          assert.isAtMost(sandbox.requests.length, 3)
        })
    )
  }

  it.scoped("12.2.28 such a server with more rows than a page is an error, never the first page", () =>
    Effect.gen(function* () {
      const { world, tracker, head } = yield* practice("forgejo")
      world.paging.unpaged = true
      world.statuses(head(), many(61, green))
      assert.include((yield* failureOf(tracker.checks(7))).message, "it announced 61 rows and gave 50, twice")
    })
  )

  it.scoped("3.2 rows that do not add up are read again once, and then they do", () =>
    Effect.gen(function* () {
      const { sandbox, world, tracker, head } = yield* practice("forgejo")
      world.statuses(
        head(),
        many(61, (n) => ({ context: `ci ${n}`, state: n === 1 ? "failure" : "success" }))
      )
      const shifted = answered(
        many(10, (n) => wire(n + 1)),
        61
      )
      sandbox.faults.add({ path, query: { page: "2" }, times: 1, fault: shifted })
      const { checks } = yield* tracker.checks(7)
      assert.deepStrictEqual([checks.length, checksState(checks)], [61, "failure"])
      assert.strictEqual(sandbox.requests.length, 5)
    })
  )

  it.scoped("5.4 rows that do not add up twice are an error, never a shorter list", () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("forgejo")
      sandbox.faults.add({ path, fault: answered([wire(1)], 2) })
      const error = yield* failureOf(tracker.checks(7))
      assert.strictEqual(error._tag, "ErrForge")
      assert.include(error.message, "it announced 2 rows and gave 1, twice; what is missing may be red: ask again")
      assert.isAtMost(sandbox.requests.length, 5)
    })
  )

  it.scoped("3.2 a row that a new one pushed onto the next page is one, and of one context the newer stands", () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("forgejo")
      const first = many(50, (n) => wire(n))
      const second = [wire(50), { id: 70, context: "ci 49", status: "failure" }, wire(51), wire(52)]
      sandbox.faults.add(
        { path, query: { page: "1" }, fault: answered(first, 52) },
        { path, query: { page: "2" }, fault: answered(second, 52) }
      )
      const { checks } = yield* tracker.checks(7)
      assert.deepStrictEqual(
        checks.map(({ name }) => name),
        many(52, (n) => `ci ${n}`)
      )
      assert.strictEqual(checks[48]?.state, "failure")
    })
  )

  it.scoped("a list of 100 pages is read, one of 101 is refused", () =>
    Effect.gen(function* () {
      const { sandbox, world, tracker, head } = yield* practice("forgejo")
      world.paging.clamp = 1
      world.statuses(head(), many(100, green))
      assert.strictEqual((yield* tracker.checks(7)).checks.length, 100)
      sandbox.resetMeasures()
      world.statuses(head(), many(101, green))
      assert.include(
        (yield* failureOf(tracker.checks(7))).message,
        "the list has more than 100 pages; it is never cut short"
      )
      assert.strictEqual(sandbox.requests.length, 2)
    })
  )

  it.scoped("a list without a total is refused after 100 pages", () =>
    Effect.gen(function* () {
      const { world, tracker, head } = yield* practice("forgejo")
      Object.assign(world.paging, { clamp: 1, withoutTotals: true })
      world.statuses(head(), many(100, green))
      assert.strictEqual((yield* tracker.checks(7)).checks.length, 100)
      world.statuses(head(), many(101, green))
      assert.include((yield* failureOf(tracker.checks(7))).message, "more than 100 pages")
    })
  )

  it.scoped("an X-Total-Count that is no number counts nothing", () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("forgejo")
      const value = { statuses: [wire(1)] }
      const headers = { "x-total-count": "many" }
      sandbox.faults.add({ path, query: { page: "1" }, fault: { kind: "json", status: 200, value, headers } })
      assert.strictEqual((yield* tracker.checks(7)).checks.length, 1)
    })
  )

  for (const page of [1, 2, 3]) {
    it.scoped(`C11 a broken page ${page} is an error, never the rows of the others`, () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker, head } = yield* practice("forgejo")
        world.statuses(head(), many(120, green))
        sandbox.faults.add({ path, query: { page: `${page}` }, fault: { kind: "html" } })
        assert.deepInclude(yield* failureOf(tracker.checks(7)), { _tag: "ErrForge", status: 502 })
      })
    )
  }
})
