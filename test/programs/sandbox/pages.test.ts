import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck } from "effect"
import { cut } from "../../../src/programs/sandbox/paging.js"
import { pathPattern } from "../../../src/programs/sandbox/route.js"
import { make } from "../../../src/programs/sandbox/sandbox.js"
import { at, call, column } from "./client.js"

const repo = "/repos/acme/widget"
const sha = "c".repeat(40)

describe("a page", () => {
  it("is one piece of the list: all of them are the list, and the next is empty", () => {
    const sizes = FastCheck.integer({ min: 1, max: 120 })
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(FastCheck.nat()),
        sizes,
        FastCheck.option(sizes, { nil: undefined }),
        (rows, size, clamp) => {
          const quirks = clamp === undefined ? {} : { clamp }
          const page = (number: number) =>
            cut(
              rows,
              new URLSearchParams({ limit: `${size}`, page: `${number}` }),
              { sizeKey: "limit", most: 50 },
              quirks
            )
          const count = Math.ceil(rows.length / page(1).size)
          assert.deepStrictEqual(Array.from({ length: count }, (_, i) => page(i + 1).rows).flat(), rows)
          assert.deepStrictEqual([page(count + 1).rows, page(1).total], [[], rows.length])
          assert.isAtMost(page(1).size, Math.min(size, 50, clamp ?? 50))
        }
      )
    )
  })

  it.scoped("is always the first one where Forgejo ignores the number", () =>
    Effect.gen(function* () {
      const sandbox = yield* make()
      Object.assign(sandbox.world.paging, { unpaged: true, withoutTotals: true })
      sandbox.world.statuses(
        sha,
        Array.from({ length: 60 }, (_, n) => ({ context: `job ${n}`, state: "success" }))
      )
      const ids = (page: number) =>
        Effect.map(
          call(`${sandbox.forgejo.api}${repo}/commits/${sha}/status?limit=50&page=${page}`),
          ({ json, headers }) => {
            assert.isFalse(headers.has("x-total-count"))
            return column(at(json, "statuses"), "id")
          }
        )
      assert.deepStrictEqual(yield* ids(2), yield* ids(1))
    })
  )

  it.scoped("does not exist for Forgejo's comments: every page is the whole list", () =>
    Effect.gen(function* () {
      const sandbox = yield* make()
      for (let n = 0; n < 55; n += 1) sandbox.world.comment(7, "rev", `${n}`)
      for (const page of [1, 2, 3]) {
        const { json, headers } = yield* call(`${sandbox.forgejo.api}${repo}/issues/7/comments?page=${page}&limit=50`)
        assert.deepStrictEqual([column(json, "id").length, headers.get("x-total-count")], [55, "55"])
      }
    })
  )

  it.scoped("of Forgejo's reviews hides what another has pending but counts it", () =>
    Effect.gen(function* () {
      const sandbox = yield* make()
      sandbox.world.review(7, "rev", "pending", "draft")
      sandbox.world.review(7, "rev", "approved")
      const { json, headers } = yield* call(`${sandbox.forgejo.api}${repo}/pulls/7/reviews?page=1&limit=50`, {
        token: sandbox.token
      })
      assert.deepStrictEqual([column(json, "state"), headers.get("x-total-count")], [["APPROVED"], "2"])
    })
  )

  it.scoped("by Forgejo's pair of branches shows the pull that was opened first", () =>
    Effect.gen(function* () {
      const sandbox = yield* make()
      sandbox.world.close(7)
      sandbox.world.open({ number: 8, head: "feat" })
      sandbox.world.open({ number: 9, head: "fix/a" })
      const number = (pair: string) =>
        Effect.map(call(`${sandbox.forgejo.api}${repo}/pulls/${pair}`), ({ json }) => at(json, "number"))
      assert.strictEqual(yield* number("main/feat"), 7)
      assert.strictEqual(yield* number("main/fix%2Fa"), 9)
      assert.strictEqual(yield* number("main/acme:feat"), 7)
    })
  )

  const sorts = [
    ["", [9, 8, 7]],
    ["oldest", [7, 8, 9]],
    ["recentclose", [8, 9, 7]]
  ] as const
  for (const [sort, numbers] of sorts) {
    it.scoped(`of Forgejo's pulls is in the order '${sort}', of all states unless one is named`, () =>
      Effect.gen(function* () {
        const sandbox = yield* make()
        for (const number of [8, 9]) sandbox.world.open({ number, head: `b${number}` })
        const closed = sandbox.world.pulls.get(8)
        if (closed !== undefined) Object.assign(closed, { state: "closed", closedAt: 5 })
        const list = (query: string) =>
          Effect.map(call(`${sandbox.forgejo.api}${repo}/pulls?${query}`), ({ json }) => column(json, "number"))
        assert.deepStrictEqual(yield* list(`sort=${sort}`), numbers)
        assert.deepStrictEqual(yield* list(`sort=${sort}&state=closed`), [8])
      })
    )
  }
})

describe("a path pattern", () => {
  it("reads back every segment that was escaped into it", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.fullUnicodeString({ minLength: 1 }),
        FastCheck.fullUnicodeString({ minLength: 1 }),
        (base, head) => {
          const path = `/pulls/${encodeURIComponent(base)}/${encodeURIComponent(head)}`
          assert.deepStrictEqual(pathPattern("/pulls/{base}/{head}")(path), { base, head })
          assert.isUndefined(pathPattern("/pulls/{base}")(path))
        }
      )
    )
  })
})
