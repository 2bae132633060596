import { bothEnds } from "./both-ends.js"
import { frameWords, type Mark, readFrame } from "./frame.js"
import type { Lines } from "./lines.js"
import { readLength } from "./signals/quiet.js"
import { readSignal, signals } from "./signals/table.js"
import { type WordFinder, wordFinder } from "./signals/words.js"

export interface Placed {
  readonly line: number
  readonly mark: Mark
}

/** What one pass over a log finds. */
export interface Scan {
  /** Of each line, what it explains by itself; 0 to 100. */
  readonly weights: Uint8Array
  /** Of each line with a weight, its row in `signals`. */
  readonly rows: Uint8Array
  /** The runner's own lines, in order. */
  readonly marks: ReadonlyArray<Placed>
}

/** How long the head of a step may be: GitHub prints the whole script there. */
const headLines = 500

// GitHub ends the head of a step with its shell, inputs or variables; a group that a program opened and called "Run …" has none of them.
const headEntry = /^(?:shell: |with:$|env:$)/

/** The longest stamp, in bytes. */
const stampLength = 40

/** Lines of the runner that are kept from either end of a log: no job has as many, but a program can print them. */
const mostMarks = 10_000

const frameRow = signals.length

/** One group of words a signal, in its order, and one for the runner's lines. Made once: it takes milliseconds. */
const finder = ((): (() => WordFinder) => {
  let made: WordFinder | undefined
  return () => {
    made ??= wordFinder([...signals.map(({ words }) => words), frameWords])
    return made
  }
})()

/** Where a line's text starts, so that the digits of a stamp are not taken for words. */
const afterStamp = (bytes: Uint8Array, start: number, end: number): number => {
  if (bytes[start + 4] !== 45 || bytes[start + 10] !== 84) return start
  const stop = Math.min(end, start + stampLength)
  for (let i = start + 20; i < stop; i++) if (bytes[i] === 32) return i + 1
  return start
}

/** Words in the read part of a line, and of a long one that overwrites itself in the read part of its last state. */
const findWords = (
  { find }: WordFinder,
  bytes: Uint8Array,
  start: number,
  end: number,
  found: Uint32Array
): boolean => {
  const from = afterStamp(bytes, start, end)
  const any = find(bytes, from, Math.min(end, from + readLength), found)
  if (end - from <= readLength) return any
  const last = from + bytes.subarray(from, end - 1).lastIndexOf(13) + 1
  return find(bytes, last, Math.min(end, last + readLength), found) || any
}

/**
 * Reads every line once. The head of a GitHub step (its script, not its output) has no signals, and what only looks like one is no step. Cost: linear in the
 * bytes of the log; only lines with a word of a signal or of a runner are decoded; two bytes of memory a line.
 */
export const scan = (lines: Lines): Scan => {
  const words = finder()
  const found = new Uint32Array(words.width)
  const weights = new Uint8Array(lines.count)
  const rows = new Uint8Array(lines.count)
  const marks = bothEnds<Placed>(mostMarks)
  let head: { readonly line: number; readonly mark: Mark; entry: boolean } | undefined
  for (let line = 0; line < lines.count; line++) {
    if (head !== undefined && line - head.line > headLines) head = undefined
    const any = findWords(words, lines.bytes, lines.start(line), lines.end(line), found)
    if (!any && head === undefined) continue
    const text = lines.at(line)
    if (head !== undefined && headEntry.test(text)) head.entry = true
    const framed = ((found[frameRow >>> 5] ?? 0) & (1 << (frameRow & 31))) !== 0
    const mark = framed ? readFrame(text) : undefined
    if (any && (mark === undefined || mark.kind === "annotation")) {
      found[frameRow >>> 5] = (found[frameRow >>> 5] ?? 0) & ~(1 << (frameRow & 31))
      const reading = readSignal(text, found)
      weights[line] = reading?.weight ?? 0
      rows[line] = reading?.row ?? 0
    }
    found.fill(0)
    if (mark === undefined) continue
    if (mark.kind === "step" && mark.forge === "github") {
      head = { line, mark, entry: false }
    } else if (mark.kind !== "plain") {
      marks.add({ line, mark })
    } else if (head !== undefined && text.startsWith("##[endgroup]")) {
      if (head.entry || line === head.line + 1) {
        weights.fill(0, head.line, line)
        marks.add({ line: head.line, mark: head.mark })
      }
      head = undefined
    }
  }
  return { weights, rows, marks: marks.entries() }
}

/** The runner's verdicts in the strongest wording that the log has: a weaker one may be a program's own. */
export const strongestVerdicts = (scan: Scan): ReadonlyArray<number> => {
  const found: Record<1 | 2 | 3, Array<number>> = { 1: [], 2: [], 3: [] }
  for (const { mark, line } of scan.marks) if (mark.kind === "verdict") found[mark.strength].push(line)
  return [found[3], found[2], found[1]].find((lines) => lines.length > 0) ?? []
}
