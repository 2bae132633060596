import {
  copyBytes,
  copyLength,
  copyPosition,
  countUpTo,
  findSequences,
  makeSequences,
  reachesCut,
  type Sequences,
  textPosition
} from "./escapes.js"
import type { Hits } from "./hits.js"
import { type HoldBack, makeHoldBack } from "./hold-back.js"
import { endWithNeighbours, mostAfter, startWithNeighbours } from "./neighbours.js"
import { lengthOf, type Mark, type Patterns } from "./patterns.js"
import { makeQuest, type Quest } from "./quest.js"
import type { Scanner } from "./scan.js"

/** Is told each match of a form, with what it takes of its neighbours. */
export type Found = (mark: Mark, start: number, end: number) => void

/** Finds every match in a window of a text, also those that escape sequences cut (redaction.md 2.4 and 2.5). */
export interface WindowScan {
  /** Bytes that must follow a place, not counting escape sequences, before all is known of what begins there. */
  readonly reach: number
  /**
   * Tells `found` every match in the text, which begins outside an escape sequence; some twice. Returns up to where nothing
   * that follows the text can change what begins there: all of it when it is the `last`. A match that begins after that
   * place will be told again, when the next window begins there.
   */
  readonly scan: (text: Uint8Array, last: boolean, found: Found) => number
  /** The same place or a later one, after a closer look at the text last searched, of which `settled` is what `scan` said. */
  readonly release: (text: Uint8Array, settled: number) => number
}

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

/** A match in the copy, whose neighbours may be on the other side of a cut. */
const tellInCopy = (quest: Quest, marks: ReadonlyArray<Mark>, start: number, end: number, found: Found): void => {
  const { text, sequences } = quest
  const first = Math.max(0, start - 1)
  const copy = copyBytes(sequences, text, first, Math.min(copyLength(sequences), end + mostAfter))
  for (const mark of marks) {
    const from = first + startWithNeighbours(copy, start - first, mark.edge)
    const to = first + endWithNeighbours(copy, end - first, mark.edge)
    found(mark, textPosition(sequences, from), textPosition(sequences, to - 1) + 1)
  }
}

const endsAt = ({ ends, count }: Sequences, place: number): boolean =>
  count > 0 && ends[countUpTo(ends, count, place) - 1] === place

/** A match in the text as it is; what it takes of its neighbours ends where an escape sequence does. */
const tellInText = (quest: Quest, marks: ReadonlyArray<Mark>, start: number, end: number, found: Found): void => {
  const { text, sequences } = quest
  const behindSequence = endsAt(sequences, start)
  for (const mark of marks) {
    const from = behindSequence ? start : startWithNeighbours(text, start, mark.edge)
    found(mark, from, endWithNeighbours(text, end, mark.edge))
  }
  if (sequences.count === 0) return
  const copied = copyPosition(sequences, start)
  const isWhole = copied >= 0 && copyPosition(sequences, end - 1) === copied + end - start - 1
  if (isWhole && reachesCut(sequences, copied, copied + end - start)) {
    tellInCopy(quest, marks, copied, copied + end - start, found)
  }
}

export const makeWindowScan = (scanner: Scanner): WindowScan => {
  const { patterns } = scanner
  const reach = patterns.longest + 1 + mostAfter
  const sequences = makeSequences()
  const quest = makeQuest(sequences)
  let holdBack: HoldBack | undefined
  return {
    reach,
    scan: (text, last, found) => {
      quest.text = text
      findSequences(sequences, text, last)
      scanner.find(quest)
      each(quest.hits, patterns, (marks, start, end) => tellInText(quest, marks, start, end, found))
      each(quest.cutHits, patterns, (marks, start, end) => tellInCopy(quest, marks, start, end, found))
      if (last) return text.length
      const decided = copyLength(sequences) - reach
      // Before a sequence, not behind it: a window that began at the end of one would know of no cut there.
      return decided <= 0 ? 0 : textPosition(sequences, decided - 1) + 1
    },
    release: (text, settled) => {
      const { count, ends, whole } = sequences
      if (whole < text.length) return settled
      holdBack ??= makeHoldBack(patterns)
      const place = holdBack.settledFrom(text, settled)
      const lastEnd = count === 0 ? 0 : (ends[count - 1] ?? 0)
      if (lastEnd <= settled) return place
      const length = copyLength(sequences)
      const copy = copyBytes(sequences, text, Math.max(0, length - reach), length)
      const least = Math.min(place, text.length - copy.length + holdBack.settledFrom(copy, 0))
      return least > lastEnd ? least : settled
    }
  }
}
