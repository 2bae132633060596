import { assert, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { focus } from "../../../src/core/focus/focus.js"
import { fuzzFocus } from "../../fuzz/focus.js"
import { focused, many, shown } from "./focused.js"
import { frames } from "./frames.js"
import { broken } from "./rules.js"

it("6.3 one line is the runner's statement, and without one the line that tells most", () => {
  assert.deepStrictEqual(shown(frames.forgejo("Error: boom\n    at a.js:1:2"), 1), ["⚙️ [runner]: RUN exit status 1"])
  assert.deepStrictEqual(
    shown(`${many(90, (i) => `step ${i}`)}TypeError: boom\n    at a (a.js:1:2)\n${many(90, (i) => `bye ${i}`)}`, 1),
    ["TypeError: boom"]
  )
})

it("C32 an error far from the end is found, whole, and the counts are told", () => {
  const trace = ["##[error]TypeError: boom", ...Array.from({ length: 30 }, (_, i) => `    at f${i} (src/a.js:${i}:1)`)]
  const log = `${many(7_400, (i) => `working ${i}`)}${trace.join("\n")}\n${many(4_569, (i) => `uploading ${i}`)}`
  const choice = focused(log, 60)
  assert.include(choice, trace.join("\n"))
  assert.match(choice, /\d+ of 12000 lines; all of them: labctl pr logs 7 --check 'ci \/ unit \(push\)'\n$/u)
})

it("C32 with no marker at all it is the end of the log, and said to be", () => {
  const choice = focused(
    many(500, (i) => `working ${i}`),
    3
  )
  assert.strictEqual(
    choice,
    "… 497 lines left out\nworking 497\nworking 498\nworking 499\n… the last 3 of 500 lines; all of them: labctl pr logs 7 --check 'ci / unit (push)'\n"
  )
})

it("the same error again and again does not crowd out another that was said once", () => {
  const log = `${many(400, (i) => `src/a.c:${i}:2: error: undeclared`)}tar: No space left on device\n${many(400, (i) => `src/b.c:${i}:2: error: undeclared`)}exitcode '1': failure\n`
  assert.include(shown(log, 12), "tar: No space left on device")
})

it("a failure that a test runner tells twice is shown once where there is little room", () => {
  const failure = "✖ adds up\n  AssertionError: 3 is not 4\n      at sum.test.js:6:1\n"
  const log = `${failure}${many(90, (i) => `✔ case ${i}`)}✖ failing tests:\n\n${failure}exitcode '1': failure\n`
  assert.strictEqual(shown(log, 10).filter((line) => line.includes("AssertionError")).length, 1)
})

const empties: ReadonlyArray<readonly [string, string | Uint8Array, string]> = [
  ["an empty log", "", ""],
  ["one empty line", "\n", "\n"],
  ["no line feed at the end", "one", "one\n"],
  ["only escape sequences", "\u001b[0m", "\n"],
  ["only bytes that are no text", Uint8Array.of(0xff, 0xfe), "\ufffd\ufffd\n"],
  ["a log as short as the room", "2026-01-01T00:00:00Z one\r\n\r\n2026-01-01T00:00:00Z two", "one\n\ntwo\n"]
]
for (const [what, log, expected] of empties)
  it(`6.3 whole: ${what}`, () => assert.strictEqual(focused(log, 3), expected))

it("never empty: a log of nothing but what stays out, or of nothing but empty lines", () => {
  assert.isNotEmpty(shown(`Current runner version: '2'\n${many(90, () => "Post job cleanup.")}`, 2))
  assert.strictEqual(
    focused(
      many(90, () => ""),
      2
    ).split("\n").length,
    5
  )
})

it("C31 a line of megabytes is read at its head and costs no room for another's sake", () => {
  const log = `${many(80, (i) => `page ${i}`)}Error: boom\n${"x".repeat(3_145_728)}\n${many(80, (i) => `page ${i}`)}exitcode '1': failure\n`
  const lines = shown(log, 8)
  assert.include(lines, "Error: boom")
  assert.isTrue(lines.every((line) => line.length < 2_000))
})

it("C31 the last state of a line of megabytes is read", () => {
  const log = `${many(80, (i) => `page ${i}`)}${"10%\r".repeat(500_000)}Error: boom\n${many(80, (i) => `page ${i}`)}`
  assert.include(shown(log, 3), "Error: boom")
})

it("colours inside the words of an error hide nothing", () => {
  const log = `${many(80, (i) => `page ${i}`)}a.ts:3:47 - \u001b[91merr\u001b[0mor\u001b[90m TS2345: \u001b[0mbad\n${many(80, (i) => `page ${i}`)}`
  assert.include(shown(log, 1), "a.ts:3:47 - error TS2345: bad")
})

it("6.3 the rules hold for generated logs of every kind", () => {
  assert.isAbove(fuzzFocus(2, 7), 10)
})

it("6.3 the rules hold for any bytes and any room", () => {
  FastCheck.assert(
    FastCheck.property(
      FastCheck.uint8Array({ maxLength: 400 }),
      FastCheck.integer({ min: 1, max: 70 }),
      (bytes, lines) => {
        const log = bytes.map((byte) => (byte % 7 === 0 ? 10 : byte)).filter((byte) => byte !== 0xe2)
        const asked = { lines, pull: 7, check: "unit" }
        assert.isUndefined(broken(log, asked, focus(log, asked)))
      }
    )
  )
})

it("warnings alone mark no failure", () => {
  assert.include(
    focused(
      many(90, (i) => `warning: unused variable a${i}`),
      3
    ),
    "… the last 3 of 90 lines;"
  )
})
