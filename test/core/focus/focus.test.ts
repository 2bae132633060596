import { assert, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { focus } from "../../../src/core/focus/focus.js"
import { fuzzFocus } from "../../fuzz/focus.js"
import { frames } from "./frames.js"
import { broken } from "./rules.js"
import { toolLogs } from "./tools.js"

const encoder = new TextEncoder()

const focused = (log: string | Uint8Array, lines: number): string =>
  focus(typeof log === "string" ? encoder.encode(log) : log, { lines, pull: 7, check: "ci / unit (push)" })

/** The lines of the log in a choice, without what says what is left out. */
const shown = (log: string | Uint8Array, lines: number): ReadonlyArray<string> =>
  focused(log, lines)
    .split("\n")
    .slice(0, -1)
    .filter((line) => !line.startsWith("… "))

const many = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join("")

const verdicts = [
  ["github", "##[error]Process completed with exit code 1."],
  ["forgejo", "⚙️ [runner]: RUN exit status 1"],
  ["old runner", "exitcode '1': failure"]
] as const

for (const { tool, output, tells } of toolLogs) {
  for (const [frame, verdict] of verdicts) {
    it(`${tool} in the frame of ${frame}: what tells the failure is among 12 lines, with the runner's statement`, () => {
      const lines = shown(frames[frame](output), 12)
      for (const tell of [...tells, verdict]) assert.include(lines, tell)
    })
  }

  it(`${tool}: every frame leads to the same choice of its lines, save for two that lines of the frame take`, () => {
    const printed = new Set(output.split("\n"))
    const [one, ...others] = verdicts.map(([frame]) =>
      shown(frames[frame](output), 12).filter((line) => line.trim() !== "" && printed.has(line))
    )
    for (const other of others) {
      assert.isAtMost((one ?? []).filter((line) => !other.includes(line)).length, 2)
      assert.isAtMost(other.filter((line) => !one?.includes(line)).length, 2)
    }
  })

  it(`${tool}: with two lines, one is the runner's statement and the other one of the tool's`, () => {
    const [first, second] = shown(frames.github(output), 2)
    assert.include(output.split("\n"), first)
    assert.strictEqual(second, "##[error]Process completed with exit code 1.")
  })
}

it("6.3 one line is the runner's statement, and without one the line that tells most", () => {
  assert.deepStrictEqual(shown(frames.forgejo("Error: boom\n    at a.js:1:2"), 1), ["⚙️ [runner]: RUN exit status 1"])
  assert.deepStrictEqual(
    shown(`${many(90, (i) => `step ${i}`)}TypeError: boom\n    at a (a.js:1:2)\n${many(90, (i) => `bye ${i}`)}`, 1),
    ["TypeError: boom"]
  )
})

it("6.3 GitHub's set-up and clean-up stay out, however much they speak of errors", () => {
  for (const lines of [5, 12, 60]) {
    const choice = focused(frames.github("boom", 200), lines)
    for (const word of ["this is set-up", "git version", "could not lock", "Post job cleanup."])
      assert.notInclude(choice, word)
  }
})

it("6.3 a step of GitHub that passed explains nothing", () => {
  const log = `##[group]Run one\nshell: sh\n##[endgroup]\n${many(40, () => "src/a.c:1:2: error: passed")}##[group]Run two\nshell: sh\n##[endgroup]\n${many(90, (i) => `page ${i}`)}boom\n##[error]Process completed with exit code 2.\n`
  assert.notInclude(focused(log, 60), "passed")
  assert.include(focused(log, 60), "boom")
})

it("6.3 an earlier failure in GitHub's log, tolerated perhaps, does not crowd out the last one", () => {
  const log = `##[group]Run lint\nshell: sh\n##[endgroup]\n${many(40, (i) => `src/a${i}.c:1:2: error: tolerated`)}##[error]Process completed with exit code 1.\n##[group]Run make\nshell: sh\n##[endgroup]\n${many(40, (i) => `src/b${i}.c:1:2: error: real`)}##[error]Process completed with exit code 2.\nPost job cleanup.\n`
  const lines = shown(log, 20)
  assert.isAtMost(lines.filter((line) => line.includes("tolerated")).length, 6)
  assert.isAtLeast(lines.filter((line) => line.includes("real")).length, 12)
  assert.include(lines, "##[error]Process completed with exit code 2.")
})

it("6.3 a group that a program calls `Run …` is no step of GitHub's", () => {
  const log = `##[group]Run tests\nshell: sh\n##[endgroup]\n##[group]Run unit tests\n##[group]deeper\nTypeError: boom\n##[endgroup]\n${many(90, (i) => `page ${i}`)}##[error]Process completed with exit code 2.\n`
  assert.include(shown(log, 8), "TypeError: boom")
})

it("6.3 an action that fails by its own words has them as the statement", () => {
  const log = `${many(70, (i) => `set-up ${i}`)}##[group]Run actions/checkout@v9\nwith:\n##[endgroup]\n${many(70, (i) => `page ${i}`)}##[error]The ref was never pushed\nPost job cleanup.\n`
  assert.include(shown(log, 3), "##[error]The ref was never pushed")
})

it("6.3 a job of GitHub that fails before its first step shows why", () => {
  const log = `Current runner version: '2.330.0'\n${many(70, (i) => `Download action ${i}`)}##[error]Unable to resolve action acme/nothing, repository not found\n`
  assert.include(shown(log, 5), "##[error]Unable to resolve action acme/nothing, repository not found")
})

const tolerations = [
  "⚙️ [runner]: Failed to execute step (but continue-on-error is true): RUN exit status 1\n",
  "Failed but continue next step\n  ❌  Failure - Main lint\n"
]
for (const toleration of tolerations) {
  it(`6.3 what the workflow tolerates stays out: ${toleration.trim().split("\n")[0]}`, () => {
    const log = `⭐ Run Main lint\n${many(40, (i) => `ERROR: line ${i}: tolerated`)}${toleration}⭐ Run Main build\nlinking\ncannot find -lfoo\nERROR: line 77: tolerated\n${many(40, (i) => `page ${i}`)}exitcode '2': failure\n🏁  Job failed\n`
    const lines = shown(log, 20)
    assert.include(lines, "cannot find -lfoo")
    assert.include(lines, "exitcode '2': failure")
    assert.isAtMost(lines.filter((line) => line.includes("tolerated")).length, 1)
  })
}

it("5.7 output that arrives after the runner's statement counts as the step's own", () => {
  const log = `⭐ Run Main a\n${many(90, (i) => `page ${i}`)}⚙️ [runner]: RUN exit status 1\n🏁  Job failed\nsrc/a.c:1:2: error: late\n${many(90, (i) => `page ${i}`)}Job 'a' failed\n`
  assert.includeMembers([...shown(log, 4)], ["src/a.c:1:2: error: late", "⚙️ [runner]: RUN exit status 1"])
})

const statements = [
  "⚙️ [runner]: this step has been cancelled: ctx: context deadline exceeded, exec: RUN signal: killed",
  "⚙️ [runner]: this step has been cancelled: ctx: context canceled, exec: RUN signal: killed",
  "##[error]The operation was canceled.",
  "##[error]The action 'Run tests' has timed out after 10 minutes.",
  "##[error]The job running on runner a has exceeded the maximum execution time of 360 minutes.",
  "##[error]The runner has received a shutdown signal.",
  "exitcode '137': failure",
  "context deadline exceeded",
  "exit status 3"
]
for (const statement of statements) {
  it(`6.3 always shown, with what came last before it: ${statement}`, () => {
    const lines = shown(`${many(200, (i) => `waiting ${i}`)}${statement}\n`, 5)
    assert.deepStrictEqual(lines, ["waiting 196", "waiting 197", "waiting 198", "waiting 199", statement])
  })
}

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
