import { frames } from "./frames.js"
import { toolLogs } from "./tools.js"

/** A seeded source of choices (mulberry32), so that a failure can be played again. */
export const diceOf = (seed: number) => {
  let state = seed | 0
  const roll = (sides: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * sides)
  }
  const pick = <A>(list: ReadonlyArray<A>, otherwise: A): A => list[roll(list.length)] ?? otherwise
  return { roll, pick }
}

export type Dice = ReturnType<typeof diceOf>

const frameLines = [
  "##[group]Run make",
  "shell: /usr/bin/bash -e {0}",
  "with:",
  "##[endgroup]",
  "##[error]Process completed with exit code 1.",
  "##[error]boom",
  "##[warning]careful",
  "Post job cleanup.",
  "Cleaning up orphan processes",
  "Current runner version: '2.330.0'",
  "⭐ Run Main a",
  "⚙️ [runner]: RUN exit status 1",
  "⚙️ [runner]: Failed to execute step (but continue-on-error is true): RUN exit status 1",
  "⚙️ [runner]: this step has been cancelled: ctx: context canceled, exec: RUN signal: killed",
  "🏁  Job failed",
  "  ❌  Failure - Main a",
  "  ✅  Success - Main a",
  "exitcode '1': failure",
  "Failed but continue next step",
  "context canceled",
  "exit status 2",
  "runner(version:v12.2.0) received task 1 of job a",
  "  ❓  ::group::x"
]

const toolLines = toolLogs.flatMap(({ output }) => output.split("\n"))

const odd = [
  "",
  " ",
  "\t",
  "\r",
  "a\rb",
  "\u001b[31mred\u001b[0m",
  "\u001b]8;;http://a\u001b\\link\u001b]8;;\u001b\\",
  "\u001b[2K\u001b[1Gagain",
  "\u0000",
  "\ufeff",
  "\u009b31m",
  "\u001b]open",
  "\u001b",
  "x".repeat(3_000),
  "error ".repeat(400),
  " ".repeat(700)
]

const lineOf = (dice: Dice): string => {
  const kind = dice.roll(10)
  if (kind < 2) return dice.pick(frameLines, "")
  if (kind < 5) return dice.pick(toolLines, "")
  if (kind < 6) return dice.pick(odd, "")
  if (kind < 7) return Array.from({ length: dice.roll(12) }, () => String.fromCharCode(32 + dice.roll(200))).join("")
  return `step ${dice.roll(50)} is fine`
}

const stamp = "2026-01-01T00:00:00.0000000Z "

/** A log of lines of runners, of tools and of none, in any order; now and then with bytes that are no text. */
export const logOf = (dice: Dice): Uint8Array => {
  if (dice.roll(6) === 0) {
    const framed = dice.pick(Object.values(frames), frames.github)
    return new TextEncoder().encode(
      framed(dice.pick(toolLogs, { tool: "", output: "", tells: [] }).output, dice.roll(150))
    )
  }
  const stamped = dice.roll(2) === 0
  const ending = dice.roll(4) === 0 ? "\r\n" : "\n"
  const text = Array.from(
    { length: dice.roll(dice.roll(8) === 0 ? 900 : 120) },
    () => `${stamped ? stamp : ""}${lineOf(dice)}`
  ).join(ending)
  const bytes = new TextEncoder()
    .encode((dice.roll(5) === 0 ? "\ufeff" : "") + text + (dice.roll(2) === 0 ? ending : ""))
    .map((byte) => (dice.roll(2_000) === 0 ? dice.roll(256) : byte))
  // The sign of a gap is kept out of logs, so that a choice can be read back.
  return new TextEncoder().encode(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).replaceAll("…", "."))
}

export const roomOf = (dice: Dice): number => dice.pick([1, 1 + dice.roll(5), 1 + dice.roll(20), 60, 1_000], 60)
