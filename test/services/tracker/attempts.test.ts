import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { ErrLogUpstream } from "../../../src/core/errors.js"
import { type Attempt, outcome } from "../../../src/services/tracker/forgejo/attempts.js"

/** `200` served; `0` an empty 200; else the failing status. */
const attempt = (status: number, i: number): Attempt =>
  status === 200
    ? { _tag: "Served", attempt: i + 1, pieces: [new Uint8Array([i + 1])] }
    : { _tag: "Failed", attempt: i + 1, asked: `GET ${i + 1}`, status: status === 0 ? 200 : status, came: `${status}` }

const told = (statuses: ReadonlyArray<number>, attempts = statuses.map(attempt)) => {
  const found = outcome("unit", attempts)
  if (found === undefined) return "gone"
  if (found instanceof ErrLogUpstream) return `upstream ${found.asked} ${found.came}`
  const fallback = found.fallback === undefined ? "" : ` not ${found.fallback.attempt} (${found.fallback.status})`
  return `attempt ${found.attempt}${fallback}`
}

const rows: ReadonlyArray<readonly [statuses: ReadonlyArray<number>, expected: string]> = [
  [[200], "attempt 1"],
  [[200, 200], "attempt 2"],
  [[200, 500], "attempt 1 not 2 (500)"],
  [[200, 500, 502], "attempt 1 not 3 (502)"],
  [[200, 404], "attempt 1 not 2 (404)"],
  [[200, 0], "attempt 1 not 2 (200)"],
  [[200, 500, 200], "attempt 3"],
  [[500, 200], "attempt 2"],
  [[500, 502], "upstream GET 1 500"],
  [[404, 502, 500], "upstream GET 2 502"],
  [[0], "upstream GET 1 0"],
  [[404], "gone"],
  [[404, 404], "gone"],
  [[], "gone"]
]

describe("6.4 what several attempts come to", () => {
  for (const [statuses, expected] of rows)
    it(`${statuses.join(", ") || "none"}: ${expected}`, () => assert.strictEqual(told(statuses), expected))

  it("is the same in whatever order they were asked", () => {
    const statuses = FastCheck.array(FastCheck.constantFrom(200, 0, 404, 500, 502), { maxLength: 8 })
    FastCheck.assert(
      FastCheck.property(statuses, FastCheck.infiniteStream(FastCheck.nat()), (all, random) => {
        const shuffled = all
          .map(attempt)
          .map((one) => ({ one, key: random.next().value }))
          .sort((a, b) => a.key - b.key)
        assert.strictEqual(
          told(
            all,
            shuffled.map(({ one }) => one)
          ),
          told(all)
        )
      })
    )
  })
})
