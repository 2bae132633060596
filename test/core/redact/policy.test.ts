import { assert, it } from "@effect/vitest"
import { assessValue } from "../../../src/core/redact/policy.js"
import { bytes } from "./support.js"

const refused: ReadonlyArray<readonly [value: string, rule: RegExp]> = [
  ["", /shorter than 6 bytes/],
  ["abcde", /shorter than 6 bytes/],
  ["  abcde \n", /shorter than 6 bytes/],
  ["aaabbbccc", /fewer than 4 different bytes/],
  ["localhost", /common word/],
  ["Production\n", /common word/],
  ["REDACTED", /part of the placeholder \[REDACTED:A\]/],
  ["DEPLOY_KEY", /part of the placeholder \[REDACTED:DEPLOY_KEY\]/],
  [":DEPLOY", /part of the placeholder \[REDACTED:DEPLOY_KEY\]/]
]

it.each(refused)("refuses %j and names the rule, not the value", (value, rule) => {
  const { refusal } = assessValue(bytes(value), ["A", "DEPLOY_KEY"])
  assert.match(refusal ?? "", rule)
})

it.each([
  ["abcdef", true],
  ["14-byte-values", true],
  ["15-byte-values-", false],
  ["DEPLOY_KEYS", true],
  ["localhost:5432/app", false]
])("accepts %j", (value, isShort) => {
  assert.deepStrictEqual(assessValue(bytes(value), ["A", "DEPLOY_KEY"]), {
    refusal: undefined,
    isBlank: false,
    isShort
  })
})

it("says of white space alone that there is nothing to mask", () => {
  assert.isTrue(assessValue(bytes(" \r\n\t"), []).isBlank)
})
