import { type GramSize, hashAt } from "./gram.js"
import type { Patterns } from "./patterns.js"
import { chooseWindows } from "./window-choice.js"

/**
 * Finds patterns by the grams of one window of each. The text is sampled every `stride` bytes, and a window holds a whole
 * gram at every one of `stride` places, so each occurrence shows one gram, and only one, at a sampled place.
 */
export interface GramIndex {
  readonly size: GramSize
  /** In bytes, and no less than `size`: so where a window is cut in two, one part still holds a whole gram. */
  readonly stride: number
  /** Two bits a gram within one word, chosen by its hash: most of the text ends here. */
  readonly filter: Int32Array
  readonly filterShift: number
  readonly keys: Int32Array
  /** First entry of a key, 0 for none. */
  readonly heads: Int32Array
  readonly slotShift: number
  /** Entries of one key are a chain; each is a pattern and where in it the gram lies. */
  readonly next: Int32Array
  readonly entryPattern: Int32Array
  readonly entryOffset: Int32Array
  readonly patterns: Patterns
}

const bitsFor = (count: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, 32 - Math.clz32(count)))

/** The two filter bits of a hash. */
const filterBits = (hash: number): number => (1 << (hash >>> 5)) | (1 << (hash >>> 10))

/** Whether the filter lets a hash through. */
export const passes = ({ filter, filterShift }: GramIndex, hash: number): boolean => {
  const bits = filter[hash >>> filterShift] ?? 0
  return ((bits >>> (hash >>> 5)) & (bits >>> (hash >>> 10)) & 1) !== 0
}

/** The first entry of a hash, 0 for none. */
export const firstEntry = ({ keys, heads, slotShift }: GramIndex, hash: number): number => {
  const mask = heads.length - 1
  let slot = hash >>> slotShift
  while (heads[slot] !== 0 && keys[slot] !== hash) slot = (slot + 1) & mask
  return heads[slot] ?? 0
}

/** Builds the index of `members`, each at least `size + stride - 1` bytes long. */
export const buildGramIndex = (patterns: Patterns, members: Int32Array, size: GramSize, stride: number): GramIndex => {
  const { windows } = chooseWindows(patterns, members, size, stride)
  const entries = members.length * stride
  const filterShift = 32 - bitsFor(2 * entries, 12, 17)
  const slotShift = 32 - bitsFor(2 * entries, 4, 28)
  const filter = new Int32Array(2 ** (32 - filterShift))
  const slots = 2 ** (32 - slotShift)
  const keys = new Int32Array(slots)
  const heads = new Int32Array(slots)
  const next = new Int32Array(entries + 1)
  const entryPattern = new Int32Array(entries + 1)
  const entryOffset = new Int32Array(entries + 1)
  const view = new DataView(patterns.bytes.buffer, patterns.bytes.byteOffset, patterns.bytes.byteLength)
  let entry = 0
  members.forEach((pattern, index) => {
    const start = patterns.starts[pattern] ?? 0
    const window = windows[index] ?? 0
    for (let offset = window; offset < window + stride; offset++) {
      const hash = hashAt(view, start + offset, size)
      const word = hash >>> filterShift
      filter[word] = (filter[word] ?? 0) | filterBits(hash)
      let slot = hash >>> slotShift
      while (heads[slot] !== 0 && keys[slot] !== hash) slot = (slot + 1) & (slots - 1)
      entry++
      keys[slot] = hash
      next[entry] = heads[slot] ?? 0
      heads[slot] = entry
      entryPattern[entry] = pattern
      entryOffset[entry] = offset
    }
  })
  return { size, stride, filter, filterShift, keys, heads, slotShift, next, entryPattern, entryOffset, patterns }
}
