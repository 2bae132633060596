import { hashPair, littleEndian, threeBytes } from "./gram.js"

// A sieve goes over the text and lists the blocks that hold a gram which the filter lets through. It does nothing else, so
// that all it needs stays in registers, and takes four samples at once: independent loads keep the machine busy while each
// waits for its table.

const factor = 0x9e3779b1

/**
 * Lists where in `words` each block of four samples begins that the filter lets through, and last of all where the rest
 * begins that is too short for a block. Returns how many these are.
 */
export type Sieve = (words: Int32Array, filter: Int32Array, shift: number, blocks: Int32Array) => number

/** One gram of four bytes every three words. */
const everyThird: Sieve = (words, filter, shift, blocks) => {
  const unrolled = words.length - 9
  let found = 0
  let i = 0
  for (; i < unrolled; i += 12) {
    const a = Math.imul(words[i] ?? 0, factor)
    const b = Math.imul(words[i + 3] ?? 0, factor)
    const c = Math.imul(words[i + 6] ?? 0, factor)
    const d = Math.imul(words[i + 9] ?? 0, factor)
    const inA = filter[a >>> shift] ?? 0
    const inB = filter[b >>> shift] ?? 0
    const inC = filter[c >>> shift] ?? 0
    const inD = filter[d >>> shift] ?? 0
    const either = ((inA >>> (a >>> 5)) & (inA >>> (a >>> 10))) | ((inB >>> (b >>> 5)) & (inB >>> (b >>> 10)))
    const other = ((inC >>> (c >>> 5)) & (inC >>> (c >>> 10))) | ((inD >>> (d >>> 5)) & (inD >>> (d >>> 10)))
    if (((either | other) & 1) !== 0) blocks[found++] = i
  }
  blocks[found++] = i
  return found
}

/** One gram of eight bytes every two words. */
const everyPair: Sieve = (words, filter, shift, blocks) => {
  const unrolled = words.length - 7
  let found = 0
  let i = 0
  for (; i < unrolled; i += 8) {
    const a = hashPair(words[i] ?? 0, words[i + 1] ?? 0)
    const b = hashPair(words[i + 2] ?? 0, words[i + 3] ?? 0)
    const c = hashPair(words[i + 4] ?? 0, words[i + 5] ?? 0)
    const d = hashPair(words[i + 6] ?? 0, words[i + 7] ?? 0)
    const inA = filter[a >>> shift] ?? 0
    const inB = filter[b >>> shift] ?? 0
    const inC = filter[c >>> shift] ?? 0
    const inD = filter[d >>> shift] ?? 0
    const either = ((inA >>> (a >>> 5)) & (inA >>> (a >>> 10))) | ((inB >>> (b >>> 5)) & (inB >>> (b >>> 10)))
    const other = ((inC >>> (c >>> 5)) & (inC >>> (c >>> 10))) | ((inD >>> (d >>> 5)) & (inD >>> (d >>> 10)))
    if (((either | other) & 1) !== 0) blocks[found++] = i
  }
  blocks[found++] = i
  return found
}

/** The three bytes that begin in the middle of the first word and end in the second. */
const across = (first: number, second: number): number =>
  (littleEndian ? (first >>> 16) | (second << 16) : (first << 16) | (second >>> 16)) & threeBytes

// Few patterns are so short that they need grams of three bytes: one of the two bits is enough for the sieve.

/** One gram of three bytes every six bytes, which is two every three words. */
const everySix: Sieve = (words, filter, shift, blocks) => {
  const unrolled = words.length - 5
  let found = 0
  let i = 0
  for (; i < unrolled; i += 6) {
    const a = Math.imul((words[i] ?? 0) & threeBytes, factor)
    const b = Math.imul(across(words[i + 1] ?? 0, words[i + 2] ?? 0), factor)
    const c = Math.imul((words[i + 3] ?? 0) & threeBytes, factor)
    const d = Math.imul(across(words[i + 4] ?? 0, words[i + 5] ?? 0), factor)
    const inA = filter[a >>> shift] ?? 0
    const inB = filter[b >>> shift] ?? 0
    const inC = filter[c >>> shift] ?? 0
    const inD = filter[d >>> shift] ?? 0
    const bits = (inA >>> (a >>> 5)) | (inB >>> (b >>> 5)) | (inC >>> (c >>> 5)) | (inD >>> (d >>> 5))
    if ((bits & 1) !== 0) blocks[found++] = i
  }
  blocks[found++] = i
  return found
}

/** One gram of three bytes every word. */
const everyWord: Sieve = (words, filter, shift, blocks) => {
  const unrolled = words.length - 3
  let found = 0
  let i = 0
  for (; i < unrolled; i += 4) {
    const a = Math.imul((words[i] ?? 0) & threeBytes, factor)
    const b = Math.imul((words[i + 1] ?? 0) & threeBytes, factor)
    const c = Math.imul((words[i + 2] ?? 0) & threeBytes, factor)
    const d = Math.imul((words[i + 3] ?? 0) & threeBytes, factor)
    const inA = filter[a >>> shift] ?? 0
    const inB = filter[b >>> shift] ?? 0
    const inC = filter[c >>> shift] ?? 0
    const inD = filter[d >>> shift] ?? 0
    const bits = (inA >>> (a >>> 5)) | (inB >>> (b >>> 5)) | (inC >>> (c >>> 5)) | (inD >>> (d >>> 5))
    if ((bits & 1) !== 0) blocks[found++] = i
  }
  blocks[found++] = i
  return found
}

/** The sieve of an index; its grams are of four bytes at stride 12, of eight at 8, and of three at 6 and 4. */
export const sieveOf = (stride: number): Sieve =>
  stride === 12 ? everyThird : stride === 8 ? everyPair : stride === 6 ? everySix : everyWord
