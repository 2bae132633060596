import { copyLength, copyPosition, reachesCut, type Sequences, textPosition } from "./escapes.js"
import { hashAt } from "./gram.js"
import { firstEntry, type GramIndex, passes } from "./gram-index.js"
import { addHit } from "./hits.js"
import type { Quest } from "./quest.js"
import { hasPair, type WindowPairs } from "./window-pairs.js"

/**
 * Finds the occurrences in the copy that a cut splits, without making the copy. Where the cut lies outside a pattern's
 * window, the window is whole in the text and its gram has been sampled: a doubt. Where it lies inside, the longer part of
 * the window ends or begins with a whole gram, right before or right after the cut.
 */

/** Whether the pattern stands in the copy at `start`; adds it where it does. */
const compareInCopy = (quest: Quest, index: GramIndex, pattern: number, start: number): void => {
  const { text, sequences } = quest
  const { starts, bytes } = index.patterns
  const from = starts[pattern] ?? 0
  const length = (starts[pattern + 1] ?? 0) - from
  quest.work--
  if (start < 0 || start + length > copyLength(sequences) || !reachesCut(sequences, start, start + length)) return
  let at = textPosition(sequences, start)
  let gap = nextGap(sequences, at)
  for (let i = 0; i < length; i++) {
    while (at === sequences.starts[gap] && gap < sequences.count) at = sequences.ends[gap++] ?? 0
    if (text[at++] !== bytes[from + i]) {
      quest.work -= i >>> 2
      return
    }
  }
  quest.work -= length >>> 2
  addHit(quest.cutHits, pattern, start)
}

/** The first sequence that begins at `at` or later. */
const nextGap = ({ starts, count }: Sequences, at: number): number => {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** Looks again, in the copy, at the entries whose gram the text has. */
export const settleDoubts = (quest: Quest, index: GramIndex): void => {
  const { doubts, sequences } = quest
  for (let i = 0; i < doubts.count && quest.work >= 0; i++) {
    const entry = doubts.pairs[2 * i] ?? 0
    const at = copyPosition(sequences, doubts.pairs[2 * i + 1] ?? 0)
    if (at >= 0) compareInCopy(quest, index, index.entryPattern[entry] ?? 0, at - (index.entryOffset[entry] ?? 0))
  }
  doubts.count = 0
}

const around = new Uint8Array(24)
const view = new DataView(around.buffer)
const middle = 8

/** Fills `around` up to its middle with the bytes of the copy before sequence `index`; returns how many there are. */
const gatherBefore = ({ starts, ends }: Sequences, text: Uint8Array, index: number): number => {
  let previous = index - 1
  let at = (starts[index] ?? 0) - 1
  let count = 0
  while (count < middle) {
    while (previous >= 0 && at === (ends[previous] ?? 0) - 1) at = (starts[previous--] ?? 0) - 1
    if (at < 0) break
    around[middle - ++count] = text[at--] ?? 0
  }
  return count
}

/** The same from its middle on with the bytes after it. */
const gatherAfter = (sequences: Sequences, text: Uint8Array, index: number): number => {
  const { starts, ends, whole } = sequences
  let following = index + 1
  let at = ends[index] ?? 0
  let count = 0
  while (count < middle) {
    while (following < sequences.count && at === starts[following]) at = ends[following++] ?? 0
    if (at >= whole) break
    around[middle + count++] = text[at++] ?? 0
  }
  return count
}

const lookUp = (quest: Quest, index: GramIndex, hash: number, at: number): void => {
  if (!passes(index, hash)) return
  for (let entry = firstEntry(index, hash); entry !== 0 && quest.work >= 0; entry = index.next[entry] ?? 0) {
    compareInCopy(quest, index, index.entryPattern[entry] ?? 0, at - (index.entryOffset[entry] ?? 0))
  }
}

/** Whether the bytes next to sequence `index` are next to it in the text, too, so that they need no gathering. */
const standsAlone = ({ starts, ends, count, whole }: Sequences, index: number): boolean =>
  (starts[index] ?? 0) - (index === 0 ? 0 : (ends[index - 1] ?? 0)) >= middle &&
  (index + 1 < count ? (starts[index + 1] ?? 0) : whole) - (ends[index] ?? 0) >= middle

/** Looks up, in each index, the grams right before and right after each cut that parts a pair of some window. */
export const scanCuts = (quest: Quest, indexes: ReadonlyArray<GramIndex>, pairs: WindowPairs): void => {
  const { text, sequences } = quest
  const { count, starts, ends, cuts, whole } = sequences
  const textView = new DataView(text.buffer, text.byteOffset, text.byteLength)
  for (let i = 0, next = 0; i < count && quest.work >= 0; i = next) {
    const start = starts[i] ?? 0
    // Sequences side by side cut at one place: looking at it once for each would cost their square.
    for (next = i + 1; next < count && ends[next - 1] === starts[next]; ) next++
    const end = ends[next - 1] ?? 0
    if (start === 0 || end === whole || !hasPair(pairs, text[start - 1] ?? 0, text[end] ?? 0)) continue
    const cut = cuts[i] ?? 0
    if (standsAlone(sequences, i)) {
      for (const index of indexes) {
        const { size } = index
        lookUp(quest, index, hashAt(textView, start - size, size), cut - size)
        lookUp(quest, index, hashAt(textView, end, size), cut)
      }
      continue
    }
    const before = gatherBefore(sequences, text, i)
    const after = gatherAfter(sequences, text, i)
    for (const index of indexes) {
      const { size } = index
      if (before >= size) lookUp(quest, index, hashAt(view, middle - size, size), cut - size)
      if (after >= size) lookUp(quest, index, hashAt(view, middle, size), cut)
    }
  }
}
