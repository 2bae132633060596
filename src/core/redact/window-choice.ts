import { type GramSize, hashAt } from "./gram.js"
import type { Patterns } from "./patterns.js"

/** The window of each pattern whose grams are looked for: `windows[i]` is the offset of it in pattern `members[i]`. */
export interface Windows {
  readonly members: Int32Array
  readonly windows: Int32Array
}

const tableBits = (grams: number): number => Math.min(20, Math.max(10, 32 - Math.clz32(2 * grams)))

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * Picks for each pattern the window whose grams the others share least: a prefix that a hundred tokens begin with would
 * make a hundred candidates of each place in the text that has it.
 */
export const chooseWindows = (patterns: Patterns, members: Int32Array, size: GramSize, stride: number): Windows => {
  const view = viewOf(patterns.bytes)
  const { starts } = patterns
  let grams = 0
  for (const pattern of members) grams += (starts[pattern + 1] ?? 0) - (starts[pattern] ?? 0) - size + 1
  const shift = 32 - tableBits(grams)
  const shared = new Int32Array(2 ** (32 - shift))
  const hashes = new Int32Array(grams)
  let at = 0
  for (const pattern of members) {
    const last = (starts[pattern + 1] ?? 0) - size
    for (let i = starts[pattern] ?? 0; i <= last; i++) {
      const slot = hashAt(view, i, size) >>> shift
      hashes[at++] = slot
      shared[slot] = (shared[slot] ?? 0) + 1
    }
  }
  const windows = new Int32Array(members.length)
  at = 0
  members.forEach((pattern, index) => {
    const count = (starts[pattern + 1] ?? 0) - (starts[pattern] ?? 0) - size + 1
    let load = 0
    let least = 0
    for (let i = 0; i < count; i++) {
      load += shared[hashes[at + i] ?? 0] ?? 0
      if (i >= stride) load -= shared[hashes[at + i - stride] ?? 0] ?? 0
      if (i === stride - 1 || (i >= stride && load < least)) {
        least = load
        windows[index] = i - stride + 1
      }
    }
    at += count
  })
  return { members, windows }
}
