import { choose } from "./choice.js"
import { partsOf } from "./dialect.js"
import { rankEnding } from "./ending.js"
import { type Lines, linesOf } from "./lines.js"
import type { Parts } from "./parts.js"
import { rankSignals } from "./rank.js"
import { render } from "./render.js"
import { scan } from "./scan.js"

export interface FocusOptions {
  /** The most lines of the log that are shown; 1 or more. */
  readonly lines: number
  /** The pull and the name of the check: what the command for the whole log names. */
  readonly pull: number
  readonly check: string
}

/** The least rank of a line that can be said to mark a failure: no warning has it. */
const leastMark = 20

interface Choice {
  readonly chosen: ReadonlyArray<number>
  readonly tail: boolean
}

const out = 0
const inside = 1
const aside = 2

/** What may become of each line: `out` of any choice, `inside`, or `aside`. A log of nothing but set-up or clean-up is open. */
const standing = (parts: Parts, count: number): Uint8Array => {
  const lines = new Uint8Array(count)
  for (const part of parts.parts)
    if (part.share > 0) lines.fill(part.aside === true ? aside : inside, part.start, part.end)
  return lines.some((line) => line !== out) ? lines : lines.fill(inside)
}

const explain = (lines: Lines, room: number): Choice => {
  const { count } = lines
  const found = scan(lines)
  const parts = partsOf(found, count)
  const stands = standing(parts, count)
  const may = (line: number): boolean => (stands[line] ?? out) !== out
  const signals = rankSignals(lines, found, parts, room, may)
  const marked = parts.verdicts.length > 0 || [...signals.values()].some((value) => value >= leastMark)
  if (!marked) return { chosen: Array.from({ length: room }, (_, i) => count - room + i), tail: true }
  const wishes = [...rankEnding(signals, found, parts, lines, room, may)]
    .sort(([one, high], [other, low]) => low - high || other - one)
    .map(([line]) => ({ line, aside: stands[line] === aside }))
  return { chosen: choose(wishes, count, room, may), tail: false }
}

/**
 * What explains the failure of a job, from its whole log: at most `options.lines` of its lines in their order, and 5 more that say what is left out and how to see
 * it (contract 6.3, `--focus`). A log of that many lines or less comes whole, without stamps and escape sequences. A log that is not
 * empty has an answer that is not.
 *
 * Cost: two passes over the bytes and a bounded read of each line; about 10 bytes of memory a line, no copy of the log. The result is to be redacted again: a
 * secret that colour codes or stamps cut becomes whole here.
 */
export const focus = (log: Uint8Array, options: FocusOptions): string => {
  const lines = linesOf(log)
  const total = lines.count
  const whole: Choice = { chosen: Array.from({ length: total }, (_, i) => i), tail: false }
  const { chosen, tail } = total <= options.lines ? whole : explain(lines, options.lines)
  return render({ chosen, total, at: lines.at, tail, pull: options.pull, check: options.check })
}
