import type { Signal } from "./signal.js"

/** What was expected and what came instead, in the words of any tool. */
export const expectations: ReadonlyArray<Signal> = [
  {
    name: "snapshots, coverage: a limit not met",
    weight: 76,
    words: ["threshold"],
    pattern: /\b(?:does not meet|below|under) .*threshold/i
  },
  {
    name: "snapshots, coverage: a limit exceeded",
    weight: 74,
    words: ["not reached", "exceed"],
    pattern:
      /\bcoverage of \d+%? not reached|\bexceed(?:s|ed)? .*\b(?:limit|budget|maximum)\b|\b(?:limit|budget) .*exceeded/i
  },
  {
    name: "assertion: what was expected",
    weight: 72,
    words: ["expected", "received", "actual", "got", "want"],
    pattern: /^\s*(?:expected|received|actual|got|want)(?: \w+)?\s?[:=]/i
  },
  {
    name: "assertion: a sentence of what was expected",
    weight: 58,
    words: ["expected"],
    pattern:
      /\bexpected\b.{1,200}\b(?:to (?:be|equal|have|match|contain|include|throw)|but (?:got|was|found|received)|got)\b/i
  },
  { name: "assertion: the two sides", weight: 50, words: ["left:", "right:"], pattern: /^\s*(?:left|right): / }
]
