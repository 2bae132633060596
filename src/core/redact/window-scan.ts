import { type AllGrams, buildAllGrams } from "./all-grams.js"
import { copyLength, countUpTo, type Sequences, sequencesOf, textPosition } from "./escapes.js"
import { type Hits, makeHits } from "./hits.js"
import { endWithNeighbours, mostAfter, startWithNeighbours } from "./neighbours.js"
import type { Mark, Patterns } from "./patterns.js"
import type { Scanner } from "./scan.js"
import { leastForGrams, type Stretch, suspectStretches } from "./suspects.js"

/** Is told each match of a form, with what it takes of its neighbours. */
export type Found = (mark: Mark, start: number, end: number) => void

/** Finds every match in a window of a text, also those that escape sequences cut (redaction.md 2.4 and 2.5). */
export interface WindowScan {
  /** Bytes that must follow a place, not counting escape sequences, before all is known of what begins there. */
  readonly reach: number
  /**
   * Tells `found` every match in the text, which begins outside an escape sequence. Returns up to where nothing that follows
   * the text can change what begins there: all of it when it is the `last`. A match that begins after that place will be
   * told again, when the next window begins there.
   */
  readonly scan: (text: Uint8Array, last: boolean, found: Found) => number
}

/** The stretch of the copy, as bytes. */
const copyOf = (text: Uint8Array, sequences: Sequences, { start, end }: Stretch): Uint8Array => {
  const { starts, ends, cuts } = sequences
  const out = new Uint8Array(end - start)
  let next = countUpTo(cuts, start)
  let at = textPosition(sequences, start)
  let filled = 0
  while (filled < out.length) {
    const stop = Math.min(starts[next] ?? sequences.whole, at + out.length - filled)
    out.set(text.subarray(at, stop), filled)
    filled += stop - at
    at = ends[next++] ?? sequences.whole
  }
  return out
}

const lengthOf = ({ starts }: Patterns, pattern: number): number => (starts[pattern + 1] ?? 0) - (starts[pattern] ?? 0)

const each = (
  hits: Hits,
  patterns: Patterns,
  tell: (marks: ReadonlyArray<Mark>, start: number, end: number) => void
) => {
  for (let i = 0; i < hits.count; i++) {
    const pattern = hits.pairs[2 * i] ?? 0
    const start = hits.pairs[2 * i + 1] ?? 0
    tell(patterns.marks[pattern] ?? [], start, start + lengthOf(patterns, pattern))
  }
}

/** Matches in the text as it is; what they take of their neighbours ends where an escape sequence does. */
const tellText = (text: Uint8Array, sequences: Sequences | undefined, hits: Hits, patterns: Patterns, found: Found) =>
  each(hits, patterns, (marks, start, end) => {
    const afterSequence = sequences !== undefined && sequences.ends[countUpTo(sequences.ends, start) - 1] === start
    for (const mark of marks) {
      const from = afterSequence ? start : startWithNeighbours(text, start, mark.edge)
      found(mark, from, endWithNeighbours(text, end, mark.edge))
    }
  })

/** Matches in a stretch of the copy that reach a cut; the others are matches of the text as it is. */
const tellCopy = (
  copy: Uint8Array,
  offset: number,
  sequences: Sequences,
  hits: Hits,
  patterns: Patterns,
  found: Found
) =>
  each(hits, patterns, (marks, start, end) => {
    if (countUpTo(sequences.cuts, offset + end) === countUpTo(sequences.cuts, offset + start - 1)) return
    for (const mark of marks) {
      const from = startWithNeighbours(copy, start, mark.edge)
      const to = endWithNeighbours(copy, end, mark.edge)
      found(mark, textPosition(sequences, offset + from), textPosition(sequences, offset + to - 1) + 1)
    }
  })

export const makeWindowScan = (scanner: Scanner): WindowScan => {
  const { patterns } = scanner
  const reach = patterns.longest + 1 + mostAfter
  const hits = makeHits()
  let grams: AllGrams | undefined
  const scanCopy = (text: Uint8Array, sequences: Sequences, found: Found): void => {
    if (patterns.shortest >= leastForGrams) grams ??= buildAllGrams(patterns)
    for (const stretch of suspectStretches(text, sequences, grams, reach)) {
      const copy = copyOf(text, sequences, stretch)
      scanner.find(copy, hits)
      tellCopy(copy, stretch.start, sequences, hits, patterns, found)
    }
  }
  return {
    reach,
    scan: (text, last, found) => {
      const sequences = sequencesOf(text, last)
      scanner.find(text, hits)
      tellText(text, sequences, hits, patterns, found)
      if (sequences !== undefined) scanCopy(text, sequences, found)
      if (last) return text.length
      if (sequences === undefined) return Math.max(0, text.length - reach)
      const decided = copyLength(sequences) - reach
      return decided <= 0 ? 0 : textPosition(sequences, decided)
    }
  }
}
