import { assert, it } from "@effect/vitest"
import { shown } from "./focused.js"
import { frames } from "./frames.js"
import { toolLogs } from "./tools.js"

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
