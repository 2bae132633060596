import { hashPair, hashWord, threeBytes } from "./gram.js"
import { type GramIndex, probe } from "./gram-index.js"
import type { Hits } from "./hits.js"

/** Where the first aligned word of the text begins. */
const skewOf = (text: Uint8Array): number => (4 - (text.byteOffset & 3)) & 3

/** One gram every three words: four bytes each, stride 12. */
const everyThird = (index: GramIndex, words: Int32Array, skew: number, text: Uint8Array, hits: Hits, work: number) => {
  const { filter, filterShift } = index
  const count = words.length
  let left = work
  for (let i = 0; i < count; i += 3) {
    const hash = hashWord(words[i] ?? 0)
    const bits = filter[hash >>> filterShift] ?? 0
    if (((bits >>> (hash >>> 5)) & (bits >>> (hash >>> 10)) & 1) === 0) continue
    left = probe(index, hash, skew + 4 * i, text, hits, left)
    if (left < 0) return left
  }
  return left
}

/** One gram every two words: all eight bytes, stride 8. */
const everyPair = (index: GramIndex, words: Int32Array, skew: number, text: Uint8Array, hits: Hits, work: number) => {
  const { filter, filterShift } = index
  const count = words.length - 1
  let left = work
  for (let i = 0; i < count; i += 2) {
    const hash = hashPair(words[i] ?? 0, words[i + 1] ?? 0)
    const bits = filter[hash >>> filterShift] ?? 0
    if (((bits >>> (hash >>> 5)) & (bits >>> (hash >>> 10)) & 1) === 0) continue
    left = probe(index, hash, skew + 4 * i, text, hits, left)
    if (left < 0) return left
  }
  return left
}

/** The last three bytes of the text, where a gram of three may stand that is no whole word. */
const lastGram = (index: GramIndex, at: number, text: Uint8Array, hits: Hits, work: number): number => {
  if (text.length - at !== 3) return work
  const word = new Uint8Array(4)
  word.set(text.subarray(at))
  return probe(index, hashWord(new Int32Array(word.buffer)[0] ?? 0), at, text, hits, work)
}

/** One gram every word: four bytes or three of them, stride 4. */
const everyWord = (index: GramIndex, words: Int32Array, skew: number, text: Uint8Array, hits: Hits, work: number) => {
  const { filter, filterShift } = index
  const keep = index.size === 3 ? threeBytes : -1
  const count = words.length
  let left = work
  for (let i = 0; i < count; i++) {
    const hash = hashWord((words[i] ?? 0) & keep)
    const bits = filter[hash >>> filterShift] ?? 0
    if (((bits >>> (hash >>> 5)) & (bits >>> (hash >>> 10)) & 1) === 0) continue
    left = probe(index, hash, skew + 4 * i, text, hits, left)
    if (left < 0) return left
  }
  return index.size === 3 ? lastGram(index, skew + 4 * count, text, hits, left) : left
}

/**
 * Adds every occurrence of the index's patterns in the text. Returns what is left of the work allowed; below zero, the
 * search was given up and the hits are not all.
 */
export const scanSampled = (index: GramIndex, text: Uint8Array, hits: Hits, work: number): number => {
  const skew = skewOf(text)
  if (text.length < skew) return work
  const words = new Int32Array(text.buffer, text.byteOffset + skew, (text.length - skew) >> 2)
  if (index.stride === 12) return everyThird(index, words, skew, text, hits, work)
  return index.stride === 8
    ? everyPair(index, words, skew, text, hits, work)
    : everyWord(index, words, skew, text, hits, work)
}
