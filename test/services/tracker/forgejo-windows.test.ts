import { assert, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { joined } from "../../../src/services/tracker/forgejo/statuses.js"
import { many } from "../../support/sandbox.js"

const row = (id: number, context: string) => ({ id, context, status: "success", description: null, target_url: null })

it("windows that overlap anyhow are the rows once, in their order", () => {
  FastCheck.assert(
    FastCheck.property(
      FastCheck.uniqueArray(FastCheck.string(), { maxLength: 60 }),
      FastCheck.integer({ min: 1, max: 20 }),
      FastCheck.integer({ min: 0, max: 5 }),
      (contexts, size, overlap) => {
        const rows = contexts.map((context, i) => row(1000 - i, context))
        const starts = many(Math.ceil(rows.length / size), (n) => (n - 1) * size)
        const windows = starts.map((start) => rows.slice(Math.max(0, start - overlap), start + size))
        assert.deepStrictEqual(joined(windows), rows)
      }
    )
  )
})

it("of any windows no row is invented or repeated, and the newest row of each context is there", () => {
  const rows = FastCheck.array(
    FastCheck.record({
      id: FastCheck.integer({ min: 1, max: 30 }),
      context: FastCheck.constantFrom("a", "b", "c", "d")
    }),
    { maxLength: 8 }
  )
  FastCheck.assert(
    FastCheck.property(FastCheck.array(rows, { maxLength: 5 }), (drawn) => {
      const named = new Map<number, string>()
      const windows = drawn.map((window) =>
        window.map(({ id, context }) => {
          named.set(id, named.get(id) ?? context)
          return row(id, named.get(id) ?? context)
        })
      )
      const result = joined(windows)
      assert.strictEqual(new Set(result.map(({ id }) => id)).size, result.length)
      for (const { id, context } of result) assert.strictEqual(named.get(id), context)
      for (const context of new Set(named.values())) {
        const newest = Math.max(...[...named].filter(([, name]) => name === context).map(([id]) => id))
        assert.isTrue(result.some(({ id }) => id === newest))
      }
    })
  )
})
