import type { Parts } from "./parts.js"
import { leastRank, type Ranks } from "./rank.js"
import type { Scan } from "./scan.js"

/** The runner's statement is always shown (contract 6.3); those of other steps that failed come after what explains them. */
const verdictRank = 1_000
const otherVerdictRank = 60

/** The line that names the step that failed. */
const titleRank = 30

/** Below this the best signal is a vague word, and what came last may tell more. */
const vague = 45

/** The lines next to the runner's statement: some of them where signals explain the failure, else as many as there is room for. */
const shortTail = 8
const shortTailRank = 30
const wideTailRank = 44

/** The runner's line that a step or the job failed, and no word why. */
const closingRank = 9

const strengthOf = (signals: Ranks, start: number, end: number): number => {
  let most = 0
  for (const [line, value] of signals) if (line >= start && line < end && value > most) most = value
  return most
}

/**
 * Adds to the ranks of signals what comes from the runner's frame: its statement of the failure, the name of the step, the lines next to the statement, and a
 * step that fits into the room whole. A statement may stand before the last output of its step, so both sides of it count (forgejo-wire
 * 5.7). `room` is the most lines that will be shown, `may` tells those that a choice may hold.
 */
export const rankEnding = (
  signals: Ranks,
  scan: Scan,
  { main, verdicts }: Parts,
  count: number,
  room: number,
  may: (line: number) => boolean
): Ranks => {
  const ranks = new Map(signals)
  const raise = (line: number, value: number): void => {
    if (may(line) && value >= leastRank && value > (ranks.get(line) ?? 0)) ranks.set(line, value)
  }
  const [verdict, ...others] = verdicts
  const { start, end } = main ?? { start: 0, end: count }
  const anchor = verdict ?? end
  const spoken = new Set(scan.marks.map(({ line }) => line))
  const before = strengthOf(signals, start, anchor)
  const after = strengthOf(signals, anchor + 1, end)
  const explained = Math.max(before, after) >= vague
  const step = (wideTailRank - leastRank) / (room + 1)
  for (let d = 1; d <= (explained ? shortTail : room); d++) {
    const value = explained ? shortTailRank * 0.8 ** d : wideTailRank - step * d
    for (const line of [anchor - d, anchor + d])
      if (line >= start && line < end && !spoken.has(line)) raise(line, value)
  }
  for (const { mark, line } of scan.marks)
    if (mark.kind === "closing" && line >= start && line < end) raise(line, closingRank)
  if (main?.title !== undefined) raise(main.title, titleRank)
  if (end - start <= room) for (let line = start; line < end; line++) raise(line, leastRank)
  for (const [index, line] of others.entries()) raise(line, index < 2 ? verdictRank - 1 - index : otherVerdictRank)
  if (verdict !== undefined) raise(verdict, verdictRank)
  return ranks
}
