import { assert, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { closedIssues } from "../../src/core/closing.js"

const rows: ReadonlyArray<readonly [string, ReadonlyArray<number>]> = [
  ["Closes #7", [7]],
  ["closes: #7", [7]],
  ["CLOSED  #7", [7]],
  ["Fixes\t#7.", [7]],
  ["(resolves #7)", [7]],
  ["**Fix #7**", [7]],
  ["Closes #70", [70]],
  ["Fixes #07", [7]],
  ["fixes #9, resolves #2\nCloses #9", [2, 9]],
  ["fix #10 and fix #9", [9, 10]],
  ["Closes #1, #2", [1]],
  ["discloses #7", []],
  ["prefix #7", []],
  ["_fixes #7", []],
  ["éfixes #7", []],
  ["Closes #7abc", []],
  ["Closes #7_", []],
  ["Closes #7é", []],
  ["Closes 7", []],
  ["#7", []],
  ["Closes #", []],
  ["Closes#7", []],
  ["Closes:#7", []],
  ["Closes : #7", []],
  ["Closes:: #7", []],
  ["Closes\n#7", []],
  ["Closing #7", []],
  ["Closes owner/name#7", []],
  ["Closes #0", []],
  ["Closes #99999999999999999999", []],
  ["", []]
]

for (const [body, issues] of rows) {
  it(`reads ${JSON.stringify(body)} as closing ${issues.length === 0 ? "nothing" : issues.join(" and ")}`, () => {
    assert.deepStrictEqual(closedIssues(body), issues)
  })
}

const keyword = FastCheck.constantFrom(
  "close",
  "closes",
  "closed",
  "fix",
  "fixes",
  "fixed",
  "resolve",
  "resolves",
  "resolved"
)
const directive = FastCheck.record({
  keyword: FastCheck.tuple(keyword, FastCheck.boolean()).map(([word, loud]) => (loud ? word.toUpperCase() : word)),
  colon: FastCheck.constantFrom("", ":"),
  blanks: FastCheck.stringMatching(/^[ \t]{1,3}$/),
  zeros: FastCheck.constantFrom("", "0", "00"),
  issue: FastCheck.nat(1_000_000)
})
const between = FastCheck.constantFrom(", ", "\n", " and ", ".", "; (", " #5 ", " fix 5 ")

it("finds every directive among other text, unique, ascending and without zero", () => {
  FastCheck.assert(
    FastCheck.property(FastCheck.array(FastCheck.tuple(directive, between)), (parts) => {
      const body = parts
        .map(([{ keyword, colon, blanks, zeros, issue }, gap]) => `${keyword}${colon}${blanks}#${zeros}${issue}${gap}`)
        .join("")
      const expected = [...new Set(parts.map(([{ issue }]) => issue))]
        .filter((issue) => issue > 0)
        .sort((a, b) => a - b)
      assert.deepStrictEqual(closedIssues(body), expected)
    })
  )
})

it("reads any text at all without a fault, and only numbers that stand in it", () => {
  FastCheck.assert(
    FastCheck.property(FastCheck.string({ unit: "grapheme" }), (body) => {
      for (const issue of closedIssues(body)) assert.include(body, `${issue}`)
    })
  )
})
