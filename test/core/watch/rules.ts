import { assert, it } from "@effect/vitest"
import type { Snapshot } from "../../../src/core/watch/snapshot.js"
import { brief, play } from "./samples.js"

/** A rule: polls thirty seconds apart at a repeat of thirty, and what each of them prints, in brief. */
export type Rule = readonly [
  rule: string,
  polls: ReadonlyArray<Snapshot | string>,
  lines: ReadonlyArray<ReadonlyArray<string>>
]

/** A test for each rule. */
export const table = (rules: ReadonlyArray<Rule>): void => {
  for (const [rule, polls, lines] of rules) {
    it(rule, () => assert.deepStrictEqual(brief(play(polls, { repeat: 30 })), lines))
  }
}
