import { addHit, type Hits } from "./hits.js"
import type { Patterns } from "./patterns.js"

/**
 * Aho and Corasick's automaton over all patterns: one step a byte whatever the text, so it takes over where a text defeats
 * the sampled search. Children are sibling lists, not rows of 256: a pattern's tail is a chain of only children, whose
 * states lie side by side.
 */
export interface Automaton {
  /** State after the first byte; 0 is the root. */
  readonly root: Int32Array
  readonly label: Uint8Array
  readonly child: Int32Array
  readonly sibling: Int32Array
  readonly fail: Int32Array
  /** The state itself or the nearest on its failure path that ends a pattern; 0 for none. */
  readonly ends: Int32Array
  /** The pattern that ends in this state, plus one. */
  readonly pattern: Int32Array
  readonly patterns: Patterns
}

interface Trie {
  readonly label: Uint8Array
  readonly child: Int32Array
  readonly sibling: Int32Array
  readonly pattern: Int32Array
  readonly root: Int32Array
  readonly count: number
}

const childOf = (trie: Pick<Trie, "label" | "child" | "sibling">, state: number, byte: number): number => {
  let at = trie.child[state] ?? 0
  while (at !== 0 && trie.label[at] !== byte) at = trie.sibling[at] ?? 0
  return at
}

const buildTrie = (patterns: Patterns): Trie => {
  const { bytes, starts } = patterns
  const most = (starts[patterns.count] ?? 0) + 1
  const trie = {
    label: new Uint8Array(most),
    child: new Int32Array(most),
    sibling: new Int32Array(most),
    pattern: new Int32Array(most),
    root: new Int32Array(256)
  }
  let count = 1
  for (let pattern = 0; pattern < patterns.count; pattern++) {
    let state = 0
    for (let i = starts[pattern] ?? 0; i < (starts[pattern + 1] ?? 0); i++) {
      const byte = bytes[i] ?? 0
      let next = state === 0 ? (trie.root[byte] ?? 0) : childOf(trie, state, byte)
      if (next === 0) {
        next = count++
        trie.label[next] = byte
        if (state === 0) trie.root[byte] = next
        else {
          trie.sibling[next] = trie.child[state] ?? 0
          trie.child[state] = next
        }
      }
      state = next
    }
    trie.pattern[state] = pattern + 1
  }
  return { ...trie, count }
}

/** Where the automaton goes from `state` on `byte`. */
const step = (automaton: Omit<Automaton, "ends" | "pattern" | "patterns">, from: number, byte: number): number => {
  let state = from
  while (state !== 0) {
    const next = childOf(automaton, state, byte)
    if (next !== 0) return next
    state = automaton.fail[state] ?? 0
  }
  return automaton.root[byte] ?? 0
}

export const buildAutomaton = (patterns: Patterns): Automaton => {
  const trie = buildTrie(patterns)
  const fail = new Int32Array(trie.count)
  const ends = new Int32Array(trie.count)
  const linked = { ...trie, fail }
  const queue = new Int32Array(trie.count)
  let filled = 0
  for (const state of trie.root) if (state !== 0) queue[filled++] = state
  for (let at = 0; at < filled; at++) {
    const state = queue[at] ?? 0
    ends[state] = trie.pattern[state] !== 0 ? state : (ends[fail[state] ?? 0] ?? 0)
    for (let next = trie.child[state] ?? 0; next !== 0; next = trie.sibling[next] ?? 0) {
      fail[next] = step(linked, fail[state] ?? 0, trie.label[next] ?? 0)
      queue[filled++] = next
    }
  }
  return { ...linked, ends, patterns }
}

/** Adds every occurrence of every pattern in the text. */
export const scanAutomaton = (automaton: Automaton, text: Uint8Array, hits: Hits): void => {
  const { root, label, child, sibling, fail, ends, pattern, patterns } = automaton
  const { starts } = patterns
  let state = 0
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] ?? 0
    let next = 0
    while (state !== 0) {
      next = child[state] ?? 0
      while (next !== 0 && label[next] !== byte) next = sibling[next] ?? 0
      if (next !== 0) break
      state = fail[state] ?? 0
    }
    state = state === 0 ? (root[byte] ?? 0) : next
    for (let end = ends[state] ?? 0; end !== 0; end = ends[fail[end] ?? 0] ?? 0) {
      const found = (pattern[end] ?? 0) - 1
      addHit(hits, found, at + 1 - ((starts[found + 1] ?? 0) - (starts[found] ?? 0)))
    }
  }
}
