import { isLetterOrPadding } from "./neighbours.js"
import { type Patterns, patternBytes } from "./patterns.js"

/** Tells how much of the end of a text may be the beginning of a match, so that the rest need not wait for more text. */
export interface HoldBack {
  /**
   * Up to where nothing that follows the text can change what begins at `from` or later: `from` itself or a later place.
   * Escape sequences are bytes like others here, so a text that has some is asked about twice, with them and without.
   */
  readonly settledFrom: (text: Uint8Array, from: number) => number
}

/** Looking at every place of a longer end, chunk after chunk, would cost more than to wait. */
const longestEnd = 4096

/** Below zero where the pattern comes before what stands from `from` up to `to`; zero where it begins with that. */
const compare = (pattern: Uint8Array, text: Uint8Array, from: number, to: number): number => {
  for (let i = 0; from + i < to; i++) {
    if (i === pattern.length) return -1
    const difference = (pattern[i] ?? 0) - (text[from + i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

export const makeHoldBack = (patterns: Patterns): HoldBack => {
  const sorted = Array.from({ length: patterns.count }, (_, pattern) => patternBytes(patterns, pattern)).sort(
    (a, b) => compare(a, b, 0, b.length) || a.length - b.length
  )
  const firsts = new Uint8Array(256)
  for (const pattern of sorted) firsts[pattern[0] ?? 0] = 1

  /** Whether some pattern begins with what stands from `from` up to `to`. */
  const begins = (text: Uint8Array, from: number, to: number): boolean => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (compare(sorted[middle] ?? text, text, from, to) < 0) low = middle + 1
      else high = middle
    }
    const found = sorted[low]
    return found !== undefined && compare(found, text, from, to) === 0
  }

  return {
    settledFrom: (text, from) => {
      // What a match takes of its neighbours ends, and begins, at a byte that is neither letter nor padding.
      let to = text.length
      while (to > from && isLetterOrPadding(text[to - 1])) to--
      if (to - from > longestEnd) return from
      for (let at = from; at < to; at++) {
        // A match that begins here may take the letter before it.
        if (firsts[text[at] ?? 0] === 1 && begins(text, at, to)) return Math.max(from, at - 1)
      }
      return to
    }
  }
}
