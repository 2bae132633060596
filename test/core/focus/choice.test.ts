import { assert, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { choose } from "../../../src/core/focus/choice.js"

const wishes = (...lines: ReadonlyArray<number>) => lines.map((line) => ({ line, aside: false }))
const all = () => true

it("wishes are granted in their order until the room is used, and come out in the order of the log", () => {
  assert.deepStrictEqual(choose(wishes(50, 51, 10, 11), 100, 3, all), [10, 50, 51])
})

it("6.3 a fifth gap costs a line", () => {
  assert.deepStrictEqual(choose(wishes(10, 30, 50, 70, 11, 12), 100, 6, all), [10, 11, 30, 50, 70])
  assert.deepStrictEqual(choose(wishes(10, 30, 50, 70), 100, 4, all), [10, 30, 50])
})

it("a gap of one or two lines is filled where there is room", () => {
  assert.deepStrictEqual(choose(wishes(50, 53), 100, 4, all), [50, 51, 52, 53])
  assert.deepStrictEqual(choose(wishes(50, 53), 100, 3, all), [50, 53])
  assert.deepStrictEqual(choose(wishes(50, 54), 100, 9, all), [50, 54])
})

it("a gap is not filled with what stays out of a choice", () => {
  assert.deepStrictEqual(
    choose(wishes(50, 52), 100, 9, (line) => line !== 51),
    [50, 52]
  )
})

it("6.3 what may have been tolerated gets a third of the room at most", () => {
  const aside = Array.from({ length: 20 }, (_, i) => ({ line: i, aside: true }))
  assert.deepStrictEqual(choose([...aside, { line: 60, aside: false }], 100, 12, all), [0, 1, 2, 3, 60])
})

it("6.3 never more than the room, never more than four lines besides, never nothing", () => {
  const wish = FastCheck.record({ line: FastCheck.nat(199), aside: FastCheck.constant(false) })
  FastCheck.assert(
    FastCheck.property(
      FastCheck.array(wish, { minLength: 1 }),
      FastCheck.integer({ min: 1, max: 80 }),
      (list, room) => {
        const chosen = choose(list, 200, room, all)
        const ends = [-1, ...chosen, 200]
        const gaps = ends.filter((line, i) => i > 0 && line - (ends[i - 1] ?? 0) > 1).length
        assert.isAtLeast(chosen.length, 1)
        assert.isAtMost(chosen.length, room)
        assert.isAtMost(chosen.length + gaps, room + 4)
        assert.deepStrictEqual(
          chosen,
          [...new Set(chosen)].sort((one, other) => one - other)
        )
        assert.include(chosen, list[0]?.line)
      }
    )
  )
})
