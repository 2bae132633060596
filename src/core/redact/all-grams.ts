import { hashWord } from "./gram.js"
import type { Patterns } from "./patterns.js"

/** Every gram of four bytes of every pattern, as a set that may hold a few more. */
export interface AllGrams {
  readonly bits: Int32Array
  readonly shift: number
}

export const buildAllGrams = ({ bytes, count, starts }: Patterns): AllGrams => {
  const grams = starts[count] ?? 0
  const bitCount = Math.min(23, Math.max(12, 32 - Math.clz32(16 * grams)))
  const shift = 32 - bitCount
  const bits = new Int32Array(2 ** (bitCount - 5))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let pattern = 0; pattern < count; pattern++) {
    const last = (starts[pattern + 1] ?? 0) - 4
    for (let at = starts[pattern] ?? 0; at <= last; at++) {
      const slot = hashWord(view.getInt32(at, true)) >>> shift
      bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << slot)
    }
  }
  return { bits, shift }
}

/** Whether a pattern may have this gram, given with its first byte lowest. */
export const mayHold = ({ bits, shift }: AllGrams, gram: number): boolean => {
  const slot = hashWord(gram) >>> shift
  return (((bits[slot >>> 5] ?? 0) >>> slot) & 1) !== 0
}
