import { type AllGrams, mayHold } from "./all-grams.js"
import { copyLength, type Sequences } from "./escapes.js"

/** A stretch of the copy, from `start` up to `end`. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** A pattern that reaches a cut and has this many bytes has a whole gram within four bytes of it on each side. */
export const leastForGrams = 6

const around = new Uint8Array(8)

/** Fills `around` with the four bytes of the copy before sequence `index`; returns how many there are. */
const gatherBefore = (text: Uint8Array, { starts, ends }: Sequences, index: number): number => {
  let previous = index - 1
  let at = (starts[index] ?? 0) - 1
  let count = 0
  while (count < 4) {
    while (previous >= 0 && at === (ends[previous] ?? 0) - 1) at = (starts[previous--] ?? 0) - 1
    if (at < 0) break
    around[3 - count++] = text[at--] ?? 0
  }
  return count
}

/** The same for the four bytes after it. */
const gatherAfter = (text: Uint8Array, { starts, ends, whole }: Sequences, index: number): number => {
  let following = index + 1
  let at = ends[index] ?? 0
  let count = 0
  while (count < 4) {
    while (at === starts[following]) at = ends[following++] ?? 0
    if (at >= whole) break
    around[4 + count++] = text[at++] ?? 0
  }
  return count
}

/** Whether a pattern may lie across sequence `index` or end or begin at it. */
const isSuspect = (grams: AllGrams, text: Uint8Array, sequences: Sequences, index: number): boolean => {
  const before = gatherBefore(text, sequences, index)
  const after = gatherAfter(text, sequences, index)
  for (let at = 4 - before; at <= after; at++) {
    const low = (around[at] ?? 0) | ((around[at + 1] ?? 0) << 8)
    const gram = low | ((around[at + 2] ?? 0) << 16) | ((around[at + 3] ?? 0) << 24)
    if (mayHold(grams, gram)) return true
  }
  return false
}

/**
 * The stretches of the copy where a pattern may lie across a cut, each with `reach` bytes on both sides of it: nearly all
 * colour in a log stands where no secret does, and costs five look-ups instead of a second scan. Without `grams`, for
 * patterns too short for them, every cut is suspect.
 */
export const suspectStretches = (
  text: Uint8Array,
  sequences: Sequences,
  grams: AllGrams | undefined,
  reach: number
): ReadonlyArray<Stretch> => {
  const length = copyLength(sequences)
  const out: Array<Stretch> = []
  let open: Stretch | undefined
  sequences.cuts.forEach((cut, index) => {
    // Sequences side by side cut at one place: looking at it once for each would cost their square.
    if (cut === sequences.cuts[index - 1]) return
    if (grams !== undefined && !isSuspect(grams, text, sequences, index)) return
    const start = Math.max(0, cut - reach)
    const end = Math.min(length, cut + reach)
    if (open !== undefined && start <= open.end) open = { start: open.start, end }
    else {
      if (open !== undefined) out.push(open)
      open = { start, end }
    }
  })
  return open === undefined ? out : [...out, open]
}
