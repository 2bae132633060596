import type { GramIndex } from "./gram-index.js"

/**
 * Which two bytes stand side by side in some window of some index: a bit for each of the 65,536 pairs. Where a cut parts two
 * bytes that no window has side by side, it cuts no window.
 */
export type WindowPairs = Int32Array

/** Whether some window has `first` and right after it `second`. */
export const hasPair = (pairs: WindowPairs, first: number, second: number): boolean =>
  (((pairs[(first << 3) | (second >>> 5)] ?? 0) >>> second) & 1) !== 0

/** The pairs of all windows of these indexes. */
export const pairsOf = (indexes: ReadonlyArray<GramIndex>): WindowPairs => {
  const pairs = new Int32Array(2048)
  for (const { entryPattern, entryOffset, patterns, size } of indexes) {
    // Entry 0 is none. The grams of a window overlap, so together they show all its pairs.
    for (let entry = 1; entry < entryPattern.length; entry++) {
      const from = (patterns.starts[entryPattern[entry] ?? 0] ?? 0) + (entryOffset[entry] ?? 0)
      for (let at = from; at < from + size - 1; at++) {
        const first = patterns.bytes[at] ?? 0
        const second = patterns.bytes[at + 1] ?? 0
        const word = (first << 3) | (second >>> 5)
        pairs[word] = (pairs[word] ?? 0) | (1 << second)
      }
    }
  }
  return pairs
}
