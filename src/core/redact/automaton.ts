import { addHit, type Hits } from "./hits.js"
import type { Patterns } from "./patterns.js"
import { buildTrie, childOf, type Trie } from "./trie.js"

/**
 * Aho and Corasick's automaton over all patterns: one step a byte whatever the text, so it takes over where a text defeats
 * the sampled search. Most states are links of a chain and have one child; only where patterns part does a state have a row
 * of 256, which also says where each byte leads that no child has.
 */
export interface Automaton {
  /** By state: its only child times 256 plus that child's byte; or the number of its row, negative; or 0 for a leaf. */
  readonly move: Int32Array
  /** The first row is the root's, as number -1. */
  readonly rows: Int32Array
  readonly fail: Int32Array
  /** The state itself or the nearest on its failure path that ends a pattern; 0 for none. */
  readonly ends: Int32Array
  /** The pattern that ends in this state, plus one. */
  readonly pattern: Int32Array
  readonly patterns: Patterns
}

const movesOf = ({ count, label, child, sibling }: Trie): { readonly move: Int32Array; readonly rows: number } => {
  const move = new Int32Array(count)
  move[0] = -1
  let rows = 1
  for (let state = 1; state < count; state++) {
    const first = child[state] ?? 0
    if (first === 0) continue
    move[state] = sibling[first] === 0 ? 256 * first + (label[first] ?? 0) : -++rows
  }
  return { move, rows }
}

type Links = Pick<Automaton, "move" | "rows" | "fail">

/** Where the automaton goes from `state` on `byte`. */
const step = ({ move, rows, fail }: Links, from: number, byte: number): number => {
  let state = from
  for (;;) {
    const next = move[state] ?? 0
    if (next < 0) return rows[256 * (-next - 1) + byte] ?? 0
    if (next > 0 && (next & 255) === byte) return next >>> 8
    state = fail[state] ?? 0
  }
}

/** Fills the row of a state: its children's bytes lead to them, the others where they lead from where it falls back to. */
const fillRow = (links: Links, trie: Trie, state: number): void => {
  const base = 256 * (-(links.move[state] ?? 0) - 1)
  const fallen = links.fail[state] ?? 0
  for (let byte = 0; byte < 256; byte++) {
    const child = childOf(trie, state, byte)
    links.rows[base + byte] = child !== 0 || state === 0 ? child : step(links, fallen, byte)
  }
}

/** States that `move` can number. */
const most = 2 ** 23 - 1

/** `undefined` where there are more states than it can number. */
export const buildAutomaton = (patterns: Patterns): Automaton | undefined => {
  const trie = buildTrie(patterns)
  if (trie.count > most) return undefined
  const { move, rows } = movesOf(trie)
  const fail = new Int32Array(trie.count)
  const ends = new Int32Array(trie.count)
  const links: Links = { move, rows: new Int32Array(256 * rows), fail }
  const queue = new Int32Array(trie.count)
  fillRow(links, trie, 0)
  let filled = 1
  for (let at = 0; at < filled; at++) {
    const state = queue[at] ?? 0
    ends[state] = trie.pattern[state] !== 0 ? state : (ends[fail[state] ?? 0] ?? 0)
    for (let next = trie.child[state] ?? 0; next !== 0; next = trie.sibling[next] ?? 0) {
      if (state !== 0) fail[next] = step(links, fail[state] ?? 0, trie.label[next] ?? 0)
      queue[filled++] = next
    }
    if (state !== 0 && (move[state] ?? 0) < 0) fillRow(links, trie, state)
  }
  return { ...links, ends, pattern: trie.pattern, patterns }
}

/** Adds every occurrence of every pattern in the text. */
export const scanAutomaton = (automaton: Automaton, text: Uint8Array, hits: Hits): void => {
  const { move, rows, fail, ends, pattern, patterns } = automaton
  const { starts } = patterns
  let state = 0
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] ?? 0
    let next = move[state] ?? 0
    while (next >= 0 && (next === 0 || (next & 255) !== byte)) {
      state = fail[state] ?? 0
      next = move[state] ?? 0
    }
    state = next > 0 ? next >>> 8 : (rows[256 * (-next - 1) + byte] ?? 0)
    for (let end = ends[state] ?? 0; end !== 0; end = ends[fail[end] ?? 0] ?? 0) {
      const found = (pattern[end] ?? 0) - 1
      addHit(hits, found, at + 1 - ((starts[found + 1] ?? 0) - (starts[found] ?? 0)))
    }
  }
}
