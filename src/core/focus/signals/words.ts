/** Says which groups of words occur in a line, by one walk over its bytes. */
export interface WordFinder {
  /** Groups of 32, one bit each. */
  readonly width: number
  /**
   * Adds to `found` the groups with a word in bytes `start` to `end`; false where there is none. Letters of either case are the same, so are all
   * digits, and colour codes between letters are passed over.
   */
  readonly find: (bytes: Uint8Array, start: number, end: number, found: Uint32Array) => boolean
}

const escapeByte = 27
const bracket = 91

const folded = (byte: number): number => {
  if (byte >= 65 && byte <= 90) return byte + 32
  return byte >= 48 && byte <= 57 ? 48 : byte
}

interface Node {
  readonly next: Map<number, number>
  readonly groups: Set<number>
  fail: number
}

const trie = (groups: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<Node> => {
  const encoder = new TextEncoder()
  const nodes: Array<Node> = [{ next: new Map(), groups: new Set(), fail: 0 }]
  for (const [group, words] of groups.entries()) {
    for (const word of words) {
      let node = nodes[0]
      for (const byte of encoder.encode(word)) {
        const key = folded(byte)
        let to = node?.next.get(key)
        if (to === undefined) {
          to = nodes.push({ next: new Map(), groups: new Set(), fail: 0 }) - 1
          node?.next.set(key, to)
        }
        node = nodes[to]
      }
      node?.groups.add(group)
    }
  }
  return nodes
}

/**
 * The automaton of Aho and Corasick, as one table: state by class of byte. Words hold whole letters, so classes are the bytes that occur in them and one for
 * all others.
 */
export const wordFinder = (groups: ReadonlyArray<ReadonlyArray<string>>): WordFinder => {
  const nodes = trie(groups)
  const width = Math.ceil(groups.length / 32)
  const classOf = new Uint8Array(256)
  const used = [...new Set(nodes.flatMap(({ next }) => [...next.keys()]))]
  for (let byte = 0; byte < 256; byte++) classOf[byte] = used.indexOf(folded(byte)) + 1
  const classes = used.length + 1
  const table = new Uint16Array(nodes.length * classes)
  const says = new Uint8Array(nodes.length)
  const sets = new Uint32Array(nodes.length * width)
  const queue = [0]
  for (const state of queue) {
    const node = nodes[state]
    if (node === undefined) break
    const fail = nodes[node.fail]
    for (const group of fail?.groups ?? []) node.groups.add(group)
    for (const group of node.groups) {
      says[state] = 1
      const at = state * width + (group >>> 5)
      sets[at] = (sets[at] ?? 0) | (1 << (group & 31))
    }
    for (const [index, byte] of used.entries()) {
      const to = node.next.get(byte)
      const back = state === 0 ? 0 : (table[node.fail * classes + index + 1] ?? 0)
      table[state * classes + index + 1] = to ?? back
      if (to === undefined) continue
      const child = nodes[to]
      if (child !== undefined) child.fail = back
      queue.push(to)
    }
  }
  const find = (bytes: Uint8Array, start: number, end: number, found: Uint32Array): boolean => {
    let state = 0
    let any = false
    for (let i = start; i < end; i++) {
      const byte = bytes[i] ?? 0
      if (byte === escapeByte && bytes[i + 1] === bracket) {
        i += 2
        while (i < end && (bytes[i] ?? 64) < 64) i++
        continue
      }
      state = table[state * classes + (classOf[byte] ?? 0)] ?? 0
      if (says[state] === 1) {
        any = true
        for (let k = 0; k < width; k++) found[k] = (found[k] ?? 0) | (sets[state * width + k] ?? 0)
      }
    }
    return any
  }
  return { width, find }
}
