import type { Sequences } from "./escapes.js"
import { firstEntry, type GramIndex } from "./gram-index.js"
import { addHit, type Hits, makeHits } from "./hits.js"

/** One search of one text, and what it has found; used again text after text. */
export interface Quest {
  text: Uint8Array
  /** Without one, the copy is the text. */
  readonly sequences: Sequences
  /** Occurrences in the text. */
  readonly hits: Hits
  /** Occurrences in the copy that reach a cut, by their place in it. */
  readonly cutHits: Hits
  /** Entries of an index whose gram is in the text, with where it is: a cut may keep their pattern from standing there. */
  readonly doubts: Hits
  /** Where the sieve leaves what it finds. */
  blocks: Int32Array
  /** What is left of the work allowed; below zero the search is given up. */
  work: number
}

export const makeQuest = (sequences: Sequences): Quest => ({
  text: new Uint8Array(0),
  sequences,
  hits: makeHits(),
  cutHits: makeHits(),
  doubts: makeHits(),
  blocks: new Int32Array(64),
  work: 0
})

/** Compares every pattern that has a gram of this hash with the text around the gram at `at`. */
export const probe = (quest: Quest, index: GramIndex, hash: number, at: number): void => {
  const { text, hits, doubts, sequences } = quest
  const { next, entryPattern, entryOffset } = index
  const { bytes, starts } = index.patterns
  quest.work--
  for (let entry = firstEntry(index, hash); entry !== 0; entry = next[entry] ?? 0) {
    const pattern = entryPattern[entry] ?? 0
    const start = at - (entryOffset[entry] ?? 0)
    const from = starts[pattern] ?? 0
    const length = (starts[pattern + 1] ?? 0) - from
    quest.work--
    if (start < 0 || start + length > text.length) continue
    let i = 0
    while (i < length && text[start + i] === bytes[from + i]) i++
    quest.work -= i >>> 2
    if (i === length) addHit(hits, pattern, start)
    // Also where it stands in the text: it may begin or end in a sequence, and in the copy stand with another beginning or end.
    if (sequences.count > 0) addHit(doubts, entry, at)
    if (quest.work < 0) return
  }
}
