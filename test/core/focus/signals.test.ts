import { assert, it } from "@effect/vitest"
import { linesOf } from "../../../src/core/focus/lines.js"
import { scan } from "../../../src/core/focus/scan.js"
import { signals } from "../../../src/core/focus/signals/table.js"
import { buildExamples } from "./examples-of-builds.js"
import { systemExamples } from "./examples-of-systems.js"
import { testExamples } from "./examples-of-tests.js"

/** The name of the signal that a log of this one line gives, and the weight that it has there. */
const reading = (line: string) => {
  const { weights, rows } = scan(linesOf(new TextEncoder().encode(line)))
  const weight = weights[0] ?? 0
  return { name: weight === 0 ? undefined : signals[rows[0] ?? 0]?.name, weight }
}

const examples: Record<string, string> = { ...testExamples, ...buildExamples, ...systemExamples }

for (const [name, line] of Object.entries(examples)) {
  it(`${name}: ${line.trim().slice(0, 70)}`, () => assert.strictEqual(reading(line).name, name))
}

it("every signal has its example", () => {
  assert.deepStrictEqual(
    signals.map(({ name }) => name).filter((name) => examples[name] === undefined),
    []
  )
})

const quiet = [
  "✔ handles error strings (1.6ms)",
  "  ✓ throws TypeError: bad (2 ms)",
  "ok 12 - error is reported",
  "ok  \texample.org/errors\t0.01s",
  "--- PASS: TestFatalError (0.00s)",
  "=== RUN   TestFailure",
  "[       OK ] Cart.FailsWell (0 ms)",
  "test_a.py::test_error PASSED [ 12%]",
  "test cart::failure ... ok",
  "0 errors, 0 failures",
  "Found no errors",
  "13 tests, 0 failed",
  "   Compiling thiserror v1.0.63",
  "Collecting exceptiongroup>=1.0",
  "working on the cart"
]
for (const line of quiet) it(`no signal: ${line.trim()}`, () => assert.strictEqual(reading(line).name, undefined))

it("a count of none beside a count of some is a signal", () => {
  assert.strictEqual(reading("Tests run: 4, Failures: 0, Errors: 2, Skipped: 0").name, "Maven, JUnit: how many failed")
})

const warnings = [
  "warning: unused variable: `failed`",
  "src/cart.c:14:9: warning: unused error code",
  "npm warn deprecated glob@7: versions before 9 are no longer supported, memory leak",
  "##[warning]the cart is missing",
  "  1:5   warning  'error' is never reassigned",
  "12:00:00 WARN  connection refused, trying again",
  'level=info msg="error count" failed=1'
]
for (const line of warnings) it(`little weight: ${line.trim()}`, () => assert.isAtMost(reading(line).weight, 9))

const prefixed = [
  "#12 0.345 src/cart.c:14:9: error: use of undeclared identifier 'totl'",
  "web-1  | src/cart.c:14:9: error: use of undeclared identifier 'totl'",
  "shop:build: src/cart.c:14:9: error: use of undeclared identifier 'totl'",
  "[12:00:00] src/cart.c:14:9: error: use of undeclared identifier 'totl'"
]
for (const line of prefixed) {
  it(`what stands before a tool's words is passed over: ${line.slice(0, 12)}`, () =>
    assert.strictEqual(reading(line).name, "compiler: an error and its place"))
}
