import type { Signal } from "./signal.js"

/** What test runners of compiled languages say. */
export const compiledTests: ReadonlyArray<Signal> = [
  { name: "go test: a failed test", weight: 88, words: ["--- fail"], pattern: /^\s*--- FAIL: / },
  { name: "go test: a message and its place", weight: 92, words: ["_test.go:"], pattern: /^\s+\S+_test\.go:\d+: / },
  {
    name: "go test: a failed package",
    weight: 60,
    narrow: true,
    words: ["fail"],
    pattern: /^FAIL\s+\S+\s+(?:[\d.]+s|\[.*\])/
  },
  { name: "go test: the end", weight: 20, narrow: true, words: ["fail"], pattern: /^FAIL$/ },
  { name: "cargo test: a failed test", weight: 84, words: ["failed"], pattern: /^test \S.* \.\.\. FAILED/ },
  {
    name: "cargo test: the output of a failed test",
    weight: 72,
    words: ["stdout ----"],
    pattern: /^---- .+ stdout ----$/,
    opens: 6
  },
  { name: "cargo test: how many failed", weight: 66, words: ["failed"], pattern: /^test result: FAILED/ },
  { name: "Maven, JUnit: a failed test", weight: 90, words: ["<<< "], pattern: /<<< (?:FAILURE|ERROR)!/, opens: 3 },
  {
    name: "Maven, JUnit: a failed test in the summary",
    weight: 90,
    words: ["[error]"],
    pattern: /^\[ERROR\]\s+\S+(?:\.\S+)?:\d+ \S/
  },
  {
    name: "Maven, JUnit: how many failed",
    weight: 74,
    words: ["tests run:"],
    pattern: /Tests run: \d+, (?:Failures: [1-9]|Failures: 0, Errors: [1-9])/
  },
  { name: "Gradle: a failed test", weight: 88, words: [" failed"], pattern: /^\S.* > .* FAILED$/, opens: 3 },
  {
    name: "Gradle, swift: how many failed",
    weight: 72,
    words: [" fail"],
    pattern: /^\s*(?:\d+ tests? completed|Executed \d+ tests?),? .*[1-9]\d* fail/
  },
  { name: "ctest: a failed test", weight: 86, words: ["***"], pattern: /\*{3}(?:Failed|Exception|Timeout|Not Run)/ },
  {
    name: "ctest: a failed test in the summary",
    weight: 80,
    words: ["0 - "],
    pattern: /^\s*\d+ - .+ \((?:Failed|Timeout|SEGFAULT|ILLEGAL|INTERRUPT|OTHER_FAULT|Subprocess aborted|Not Run)\)/
  },
  {
    name: "ctest: how many failed",
    weight: 66,
    words: ["tests passed, "],
    pattern: /\d+% tests passed, [1-9]\d* tests? failed/
  },
  {
    name: "googletest: a failed expectation",
    weight: 92,
    words: [": failure"],
    pattern: /^\S+:\d+: Failure$/,
    opens: 6
  },
  { name: "googletest: a failed test", weight: 80, words: ["[  failed"], pattern: /^\[ {2}FAILED {2}\] \S/ },
  { name: "dotnet test: a failed test", weight: 84, words: ["failed "], pattern: /^\s*Failed \S.* \[.*s\]$/, opens: 4 },
  { name: "dotnet test: how many failed", weight: 72, words: ["failed!"], pattern: /^\s*Failed!\s+- Failed:\s+[1-9]/ },
  { name: "ExUnit: a failed test", weight: 84, words: ["0) test "], pattern: /^\s+\d+\) test \S/, opens: 4 },
  { name: "XCTest: a failed test", weight: 82, words: ["test case '"], pattern: /^Test Case '.*' failed/ }
]
