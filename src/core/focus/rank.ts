import { context, indentOf } from "./context.js"
import type { Lines } from "./lines.js"
import type { Parts } from "./parts.js"
import type { Scan } from "./scan.js"
import { isWell } from "./signals/quiet.js"
import type { Signal } from "./signals/signal.js"
import { ofTestRunners, signals } from "./signals/table.js"

/** The least rank that a line must have to be shown. */
export const leastRank = 8

/** Signals that are looked at with their surroundings: in all and of one row, at least and for each line of room. */
const leastCandidates = 400
const candidatesPerLine = 3
const leastOfRow = 64
const ofRowPerLine = 2

/** A line this long is shown where it is itself a signal, and never for the sake of another. */
const longestContext = 2_000

/** What a line counts that a tolerated step says too: its last output may arrive after its end. */
const excusedShare = 0.05

/** The first and the last lines of each row of signals, so that a tool with a thousand findings hides no other. */
const ofEachRow = (scan: Scan, parts: Parts, most: number): ReadonlyArray<readonly [line: number, weight: number]> => {
  const total = new Uint32Array(256)
  const seen = new Uint32Array(256)
  const visit = (use: (line: number, row: number, weight: number) => void): void => {
    for (const part of parts.parts) {
      for (let line = part.start; line < part.end; line++) {
        const weight = Math.floor((scan.weights[line] ?? 0) * part.share)
        if (weight >= leastRank) use(line, scan.rows[line] ?? 0, weight)
      }
    }
  }
  const found: Array<readonly [number, number]> = []
  visit((_, row) => {
    total[row] = (total[row] ?? 0) + 1
  })
  visit((line, row, weight) => {
    const before = seen[row] ?? 0
    seen[row] = before + 1
    if (before < most / 2 || before >= (total[row] ?? 0) - most / 2) found.push([line, weight])
  })
  return found
}

/** The lines with the most telling signals, in order. */
const candidates = (scan: Scan, parts: Parts, room: number): ReadonlyArray<number> => {
  const found = ofEachRow(scan, parts, Math.max(leastOfRow, ofRowPerLine * room))
  return [...found]
    .sort(([, one], [, other]) => other - one)
    .slice(0, Math.max(leastCandidates, candidatesPerLine * room))
    .map(([line]) => line)
    .sort((one, other) => one - other)
}

/** A line with its numbers taken out: what one tool says of many places. */
const shape = (text: string): string => text.slice(0, 300).replace(/\d+/g, "0")

const tolerated = (lines: Lines, scan: Scan, parts: Parts): ReadonlySet<string> => {
  const shapes = new Set<string>()
  for (const part of parts.parts) {
    if (part.tolerated !== true) continue
    for (let i = part.start; i < part.end && shapes.size < leastCandidates; i++)
      if ((scan.weights[i] ?? 0) > 0) shapes.add(shape(lines.at(i)))
  }
  return shapes
}

/** Ranks of lines: what is not in it is not worth showing. */
export type Ranks = ReadonlyMap<number, number>

/** How much less the findings of one tool count, each after the other, and the least that they come to. */
const repeatShare = 0.93
const leastRepeatShare = 0.4

/** How much less a line counts that is said again further on: with what follows it, or in other surroundings. */
const echoShare = 0.05
const sameWordsShare = 0.6

/** How many lines under a line tell an echo from the same words about something else. */
const echoLines = 6

/** What a line counts that a test printed which then passed. */
const passedShare = 0.4

/**
 * How much each line of a log explains its failure by the signals in it. A signal gives rank to its line and, less, to what surrounds it; the same said again,
 * and the many findings of one tool, count less and less, so that nothing crowds out what was said once. `may` tells the lines that a choice may
 * hold, `room` the most that will be shown.
 */
export const rankSignals = (
  lines: Lines,
  scan: Scan,
  parts: Parts,
  room: number,
  may: (line: number) => boolean
): Ranks => {
  const ranks = new Map<number, number>()
  const raise = (line: number, value: number): void => {
    if (value >= leastRank && value > (ranks.get(line) ?? 0)) ranks.set(line, value)
  }
  const spoken = new Set(scan.marks.flatMap(({ mark, line }) => (mark.kind === "annotation" ? [] : [line])))
  const at = (line: number): string | undefined => (may(line) && !spoken.has(line) ? lines.at(line) : undefined)
  const excused = tolerated(lines, scan, parts)
  const found = candidates(scan, parts, room).flatMap((line) => {
    const signal = signals[scan.rows[line] ?? 0]
    return signal === undefined ? [] : [{ line, text: lines.at(line), signal, weight: scan.weights[line] ?? 0 }]
  })
  const echo = (line: number): string => {
    const words = [at(line) ?? ""]
    const indent = indentOf(words[0] ?? "")
    for (let i = line + 1; i <= line + echoLines; i++) {
      const text = at(i) ?? ""
      if (text.trim() === "" || indentOf(text) < indent || isWell(text)) break
      words.push(text)
    }
    return words.join("\n")
  }
  const lastWords = new Map(found.map(({ text, line }) => [text, line]))
  const lastEchoes = new Map(found.map(({ line }) => [echo(line), line]))
  const repeated = (line: number, text: string): number => {
    if (lastWords.get(text) === line) return 1
    return lastEchoes.get(echo(line)) === line ? sameWordsShare : echoShare
  }
  const passed = (line: number, signal: Signal): boolean => !ofTestRunners.has(signal) && isWell(at(line + 1) ?? "")
  const seen = new Map<string, number>()
  let index = 0
  for (const { line, text, signal, weight } of found) {
    while (line >= (parts.parts[index]?.end ?? Number.POSITIVE_INFINITY)) index++
    const part = parts.parts[index]
    if (part === undefined) break
    const before = seen.get(signal.name) ?? 0
    seen.set(signal.name, before + 1)
    const share =
      part.share *
      Math.max(leastRepeatShare, repeatShare ** before) *
      repeated(line, text) *
      (passed(line, signal) ? passedShare : 1) *
      (excused.has(shape(text)) ? excusedShare : 1)
    raise(line, weight * share)
    for (const near of context(at, line, signal))
      if (lines.at(near.line).length <= longestContext) raise(near.line, weight * share * near.share)
  }
  return ranks
}
