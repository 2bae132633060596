import type { Patterns } from "./patterns.js"

/** The tree of all patterns; children of a state are a list of siblings. State 0 is the root. */
export interface Trie {
  readonly count: number
  readonly label: Uint8Array
  /** The first child, 0 for none. */
  readonly child: Int32Array
  readonly sibling: Int32Array
  /** The pattern that ends in a state, plus one. */
  readonly pattern: Int32Array
}

/** The child of `state` on `byte`, 0 for none. */
export const childOf = ({ label, child, sibling }: Trie, state: number, byte: number): number => {
  let at = child[state] ?? 0
  while (at !== 0 && label[at] !== byte) at = sibling[at] ?? 0
  return at
}

export const buildTrie = (patterns: Patterns): Trie => {
  const { bytes, starts } = patterns
  const most = (starts[patterns.count] ?? 0) + 1
  const label = new Uint8Array(most)
  const child = new Int32Array(most)
  const sibling = new Int32Array(most)
  const pattern = new Int32Array(most)
  const trie = { label, child, sibling, pattern, count: 1 }
  for (let index = 0; index < patterns.count; index++) {
    let state = 0
    for (let i = starts[index] ?? 0; i < (starts[index + 1] ?? 0); i++) {
      const byte = bytes[i] ?? 0
      let next = childOf(trie, state, byte)
      if (next === 0) {
        next = trie.count++
        label[next] = byte
        sibling[next] = child[state] ?? 0
        child[state] = next
      }
      state = next
    }
    pattern[state] = index + 1
  }
  return trie
}
