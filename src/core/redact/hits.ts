/** Occurrences of patterns, in no order: pairs of a pattern and where it begins. Grows, and is used again piece after piece. */
export interface Hits {
  pairs: Int32Array
  count: number
}

export const makeHits = (): Hits => ({ pairs: new Int32Array(128), count: 0 })

/** Adds one occurrence. */
export const addHit = (hits: Hits, pattern: number, start: number): void => {
  const at = 2 * hits.count
  if (at === hits.pairs.length) {
    const wider = new Int32Array(2 * at)
    wider.set(hits.pairs)
    hits.pairs = wider
  }
  hits.pairs[at] = pattern
  hits.pairs[at + 1] = start
  hits.count++
}
