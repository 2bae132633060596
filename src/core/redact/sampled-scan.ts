import { hashPair, hashWord, threeBytes } from "./gram.js"
import { type GramIndex, passes } from "./gram-index.js"
import { probe, type Quest } from "./quest.js"

// The loops are unrolled: four independent loads and look-ups keep the machine busy while each waits for its table.

const factor = 0x9e3779b1

/** Probes one sample where it passes, as the loops do four at a time. */
const single = (quest: Quest, index: GramIndex, hash: number, at: number): void => {
  if (quest.work >= 0 && passes(index, hash)) probe(quest, index, hash, at)
}

/** One gram of four bytes every three words. */
const everyThird = (quest: Quest, index: GramIndex, words: Int32Array, skew: number): void => {
  const { filter, filterShift } = index
  const unrolled = words.length - 9
  let i = 0
  for (; i < unrolled; i += 12) {
    const a = Math.imul(words[i] ?? 0, factor)
    const b = Math.imul(words[i + 3] ?? 0, factor)
    const c = Math.imul(words[i + 6] ?? 0, factor)
    const d = Math.imul(words[i + 9] ?? 0, factor)
    const inA = filter[a >>> filterShift] ?? 0
    const inB = filter[b >>> filterShift] ?? 0
    const inC = filter[c >>> filterShift] ?? 0
    const inD = filter[d >>> filterShift] ?? 0
    const either = ((inA >>> (a >>> 5)) & (inA >>> (a >>> 10))) | ((inB >>> (b >>> 5)) & (inB >>> (b >>> 10)))
    const other = ((inC >>> (c >>> 5)) & (inC >>> (c >>> 10))) | ((inD >>> (d >>> 5)) & (inD >>> (d >>> 10)))
    if (((either | other) & 1) === 0) continue
    const at = skew + 4 * i
    single(quest, index, a, at)
    single(quest, index, b, at + 12)
    single(quest, index, c, at + 24)
    single(quest, index, d, at + 36)
    if (quest.work < 0) return
  }
  for (; i < words.length; i += 3) single(quest, index, hashWord(words[i] ?? 0), skew + 4 * i)
}

/** One gram of eight bytes every two words. */
const everyPair = (quest: Quest, index: GramIndex, words: Int32Array, skew: number): void => {
  const { filter, filterShift } = index
  const unrolled = words.length - 7
  let i = 0
  for (; i < unrolled; i += 8) {
    const a = hashPair(words[i] ?? 0, words[i + 1] ?? 0)
    const b = hashPair(words[i + 2] ?? 0, words[i + 3] ?? 0)
    const c = hashPair(words[i + 4] ?? 0, words[i + 5] ?? 0)
    const d = hashPair(words[i + 6] ?? 0, words[i + 7] ?? 0)
    const inA = filter[a >>> filterShift] ?? 0
    const inB = filter[b >>> filterShift] ?? 0
    const inC = filter[c >>> filterShift] ?? 0
    const inD = filter[d >>> filterShift] ?? 0
    const either = ((inA >>> (a >>> 5)) & (inA >>> (a >>> 10))) | ((inB >>> (b >>> 5)) & (inB >>> (b >>> 10)))
    const other = ((inC >>> (c >>> 5)) & (inC >>> (c >>> 10))) | ((inD >>> (d >>> 5)) & (inD >>> (d >>> 10)))
    if (((either | other) & 1) === 0) continue
    const at = skew + 4 * i
    single(quest, index, a, at)
    single(quest, index, b, at + 8)
    single(quest, index, c, at + 16)
    single(quest, index, d, at + 24)
    if (quest.work < 0) return
  }
  for (; i < words.length - 1; i += 2) {
    single(quest, index, hashPair(words[i] ?? 0, words[i + 1] ?? 0), skew + 4 * i)
  }
}

/** One gram every word: its four bytes, or three of them. */
const everyWord = (quest: Quest, index: GramIndex, words: Int32Array, skew: number): void => {
  const { filter, filterShift } = index
  const keep = index.size === 3 ? threeBytes : -1
  const unrolled = words.length - 3
  let i = 0
  for (; i < unrolled; i += 4) {
    const a = Math.imul((words[i] ?? 0) & keep, factor)
    const b = Math.imul((words[i + 1] ?? 0) & keep, factor)
    const c = Math.imul((words[i + 2] ?? 0) & keep, factor)
    const d = Math.imul((words[i + 3] ?? 0) & keep, factor)
    const inA = filter[a >>> filterShift] ?? 0
    const inB = filter[b >>> filterShift] ?? 0
    const inC = filter[c >>> filterShift] ?? 0
    const inD = filter[d >>> filterShift] ?? 0
    const either = ((inA >>> (a >>> 5)) & (inA >>> (a >>> 10))) | ((inB >>> (b >>> 5)) & (inB >>> (b >>> 10)))
    const other = ((inC >>> (c >>> 5)) & (inC >>> (c >>> 10))) | ((inD >>> (d >>> 5)) & (inD >>> (d >>> 10)))
    if (((either | other) & 1) === 0) continue
    const at = skew + 4 * i
    single(quest, index, a, at)
    single(quest, index, b, at + 4)
    single(quest, index, c, at + 8)
    single(quest, index, d, at + 12)
    if (quest.work < 0) return
  }
  for (; i < words.length; i++) single(quest, index, hashWord((words[i] ?? 0) & keep), skew + 4 * i)
}

/** The last three bytes of the text, where a gram of three may stand that is no whole word. */
const lastGram = (quest: Quest, index: GramIndex, at: number): void => {
  if (quest.text.length - at !== 3) return
  const word = new Uint8Array(4)
  word.set(quest.text.subarray(at))
  single(quest, index, hashWord(new Int32Array(word.buffer)[0] ?? 0), at)
}

/** Adds every occurrence of the index's patterns in the quest's text, as far as the work allowed goes. */
export const scanSampled = (quest: Quest, index: GramIndex): void => {
  const { text } = quest
  const skew = (4 - (text.byteOffset & 3)) & 3
  if (text.length < skew) return
  const words = new Int32Array(text.buffer, text.byteOffset + skew, (text.length - skew) >> 2)
  if (index.stride === 12) everyThird(quest, index, words, skew)
  else if (index.stride === 8) everyPair(quest, index, words, skew)
  else everyWord(quest, index, words, skew)
  if (index.size === 3) lastGram(quest, index, skew + 4 * words.length)
}
