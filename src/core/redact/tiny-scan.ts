import { addHit, type Hits } from "./hits.js"
import type { Patterns } from "./patterns.js"

/** Patterns too short to hold a gram at a sampled place: values stored by force. Looked up by their first byte. */
export type TinyIndex = ReadonlyArray<ReadonlyArray<number> | undefined>

export const buildTinyIndex = (patterns: Patterns, members: Int32Array): TinyIndex => {
  const byFirst: Array<Array<number> | undefined> = Array.from({ length: 256 }, () => undefined)
  for (const pattern of members) {
    const first = patterns.bytes[patterns.starts[pattern] ?? 0] ?? 0
    byFirst[first] = [...(byFirst[first] ?? []), pattern]
  }
  return byFirst
}

/** Adds every occurrence of the index's patterns in the text. */
export const scanTiny = (patterns: Patterns, index: TinyIndex, text: Uint8Array, hits: Hits): void => {
  const { bytes, starts } = patterns
  for (let at = 0; at < text.length; at++) {
    const here = index[text[at] ?? 0]
    if (here === undefined) continue
    for (const pattern of here) {
      const from = starts[pattern] ?? 0
      const length = (starts[pattern + 1] ?? 0) - from
      let i = 1
      while (i < length && text[at + i] === bytes[from + i]) i++
      if (i === length) addHit(hits, pattern, at)
    }
  }
}
