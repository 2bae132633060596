import type { Signal } from "./signal.js"

/** What test runners of scripting languages say, and those that speak TAP. */
export const scriptTests: ReadonlyArray<Signal> = [
  {
    name: "pytest: a failed test in the summary",
    weight: 96,
    words: ["failed ", "error "],
    pattern: /^(?:FAILED|ERROR) \S+\.py\b/
  },
  {
    name: "pytest: what was raised",
    weight: 94,
    words: ["e  "],
    pattern: /^E {2,}(?:[\w.]*(?:Error|Exception|Warning|Exit|Interrupt)\b|assert |Failed:|fixture )/,
    closes: 4,
    opens: 3
  },
  { name: "pytest: a title of a failure", weight: 50, words: ["___"], pattern: /^_{3,} .+ _{3,}$/ },
  {
    name: "pytest: a failed test in the list",
    weight: 30,
    narrow: true,
    words: ["::"],
    pattern: /^\S+::\S.* (?:FAILED|ERROR)\b/
  },
  {
    name: "pytest: how many failed",
    weight: 78,
    words: ["failed", "error"],
    pattern: /^=+ .*\b\d+ (?:failed|errors?)\b.* in [\d.]+ ?s.*=$|^\d+ failed\b.* in [\d.]+ ?s/
  },
  {
    name: "unittest: a failed test",
    weight: 86,
    words: ["fail: ", "error: "],
    pattern: /^(?:FAIL|ERROR): \w+ \(/,
    opens: 4
  },
  { name: "unittest: how many failed", weight: 70, words: ["failed ("], pattern: /^FAILED \((?:failures|errors)=\d/ },
  {
    name: "node --test: a failed test",
    weight: 86,
    words: ["✖"],
    pattern: /^\s*✖ (?!\d+ problems?|failing tests)/,
    opens: 2
  },
  { name: "node --test: place of a failed test", weight: 60, words: ["test at "], pattern: /^test at \S+:\d+:\d+$/ },
  { name: "node --test: how many failed", weight: 55, words: [" fail "], pattern: /^[ℹ#] fail [1-9]/ },
  {
    name: "TAP: a failed test",
    weight: 86,
    words: ["not ok"],
    pattern: /^\s*not ok \d+(?!.*# (?:TODO|SKIP))/i,
    opens: 3
  },
  { name: "jest: a failed test", weight: 86, words: ["●"], pattern: /^\s*● (?!Console)\S.*/, opens: 12 },
  {
    name: "jest, vitest: a failed file or test",
    weight: 84,
    words: ["fail"],
    pattern: /^\s*FAIL\s+\S.*[./›>]/,
    opens: 8
  },
  {
    name: "jest: how many failed",
    weight: 72,
    words: ["failed"],
    pattern: /^\s*Tests:?\s+(?:\d+ \w+, )*[1-9]\d* failed/
  },
  {
    name: "jest: how many files failed",
    weight: 35,
    narrow: true,
    words: ["failed"],
    pattern: /^\s*Test (?:Suites|Files):?\s+.*\b[1-9]\d* failed/
  },
  {
    name: "vitest: a failed test in the list",
    weight: 70,
    narrow: true,
    words: ["×", "✗", "✘", "❯"],
    pattern: /^\s*[×✗✘❯] \S.*\d+ ?ms/
  },
  { name: "bats, karma: a failed test", weight: 84, words: ["×", "✗", "✘"], pattern: /^\s*[✗×✘] \S/, opens: 3 },
  {
    name: "bats: the place of a failure",
    weight: 72,
    words: ["in test file"],
    pattern: /^#? *\(in test file \S+, line \d+\)/
  },
  { name: "bats: the command that failed", weight: 80, words: ["' failed"], pattern: /^#? *`.*' failed/ },
  { name: "mocha: how many failed", weight: 74, words: ["failing"], pattern: /^\s*\d+ failing$/, opens: 4 },
  {
    name: "mocha, playwright: the title of a failed test",
    weight: 52,
    words: ["0) "],
    pattern: /^\s+\d+\) \S/,
    opens: 4
  },
  {
    name: "rspec: the line that failed",
    weight: 92,
    words: ["failure/error:"],
    pattern: /^\s*Failure\/Error:/,
    closes: 1,
    opens: 4
  },
  {
    name: "rspec: a failed example in the summary",
    weight: 84,
    words: ["rspec "],
    pattern: /^rspec \.?\/?\S+(?:\[|:)\d+\S* #/
  },
  { name: "rspec: how many failed", weight: 72, words: [" failure"], pattern: /\b\d+ examples?, [1-9]\d* failures?/ },
  {
    name: "minitest: a failure",
    weight: 84,
    words: ["failure:", "error:"],
    pattern: /^\s*(?:\d+\) )?(?:Failure|Error):$/,
    opens: 4
  },
  { name: "phpunit: a failed test", weight: 82, words: ["0) "], pattern: /^\d+\) [\w\\]+::\w+/, opens: 4 },
  {
    name: "phpunit: what was asserted",
    weight: 92,
    words: ["failed asserting"],
    pattern: /^Failed asserting that/,
    closes: 1,
    opens: 3
  },
  {
    name: "phpunit: how many failed",
    weight: 72,
    words: ["assertions:"],
    pattern: /^Tests: \d+, Assertions: \d+,.*(?:Failures|Errors): [1-9]/
  }
]
