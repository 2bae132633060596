import { assert, it } from "@effect/vitest"
import { focused, many, shown } from "./focused.js"
import { frames } from "./frames.js"

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
  "Error: exit with `FAILURE`: 1",
  "context deadline exceeded",
  "exit status 3"
]
for (const statement of statements) {
  it(`6.3 always shown, with what came last before it: ${statement}`, () => {
    const lines = shown(`${many(200, (i) => `waiting ${i}`)}${statement}\n`, 5)
    assert.deepStrictEqual(lines, ["waiting 196", "waiting 197", "waiting 198", "waiting 199", statement])
  })
}

it("6.3 an action that fails after a step that was tolerated is the failure", () => {
  const log = `##[group]Run lint\nshell: sh\n##[endgroup]\n${many(40, (i) => `src/a${i}.c:1:2: error: tolerated`)}##[error]Process completed with exit code 1.\n##[group]Run acme/deploy@v1\nwith:\n##[endgroup]\n${many(40, (i) => `page ${i}`)}the target is locked\n##[error]Deploy refused\nPost job cleanup.\n`
  const lines = shown(log, 12)
  assert.includeMembers([...lines], ["the target is locked", "##[error]Deploy refused"])
  assert.isAtMost(lines.filter((line) => line.includes("tolerated")).length, 4)
})

it("6.3 what a step did last is shown when time ran out, though it spoke of errors all the while", () => {
  const log = `${many(200, (i) => `connection refused, attempt ${i}`)}asking once more\n${statements[0]}\n`
  assert.includeMembers(
    [...shown(log, 6)],
    ["asking once more", "connection refused, attempt 199", ...statements.slice(0, 1)]
  )
})
