/** Is given the output in order: stretches of the text that stay, and names whose token stands for a run. */
export interface Output {
  readonly keep: (start: number, end: number) => void
  readonly token: (name: number) => void
}

/**
 * Merges matches into runs (redaction.md 2.4): a match that starts inside the current run joins and may extend it, one that
 * starts at its end or later begins another. A run is named by its first match: leftmost, then longest, then smallest name.
 */
export interface Runs {
  /** Takes one match of the window, in any order; `name` is a number that orders as the names do. */
  readonly add: (name: number, start: number, end: number) => void
  /** Settles what begins before `upTo`, tells the output, and forgets the window. The next one begins at `upTo`. */
  readonly settle: (upTo: number, output: Output) => void
}

export const makeRuns = (): Runs => {
  /** By start: where the longest match ends, 0 for none, and whose it is. */
  let ends = new Int32Array(0)
  let owners = new Int32Array(0)
  let first = 0
  let afterLast = 0
  /** Up to here the window belongs to a run that has its token already. */
  let covered = 0

  const widen = (least: number): void => {
    const size = Math.max(least, 2 * ends.length)
    const wider = new Int32Array(size)
    wider.set(ends)
    ends = wider
    const owned = new Int32Array(size)
    owned.set(owners)
    owners = owned
  }

  return {
    add: (name, start, end) => {
      if (start >= ends.length) widen(start + 1)
      const known = ends[start] ?? 0
      if (end < known || (end === known && name >= (owners[start] ?? 0))) return
      ends[start] = end
      owners[start] = name
      if (first === afterLast) {
        first = start
        afterLast = start + 1
      }
      first = Math.min(first, start)
      afterLast = Math.max(afterLast, start + 1)
    },
    settle: (upTo, output) => {
      let kept = Math.min(covered, upTo)
      for (let start = first; start < afterLast && start < upTo; start++) {
        const end = ends[start] ?? 0
        if (end === 0) continue
        if (start >= covered) {
          if (start > kept) output.keep(kept, start)
          output.token(owners[start] ?? 0)
        }
        covered = Math.max(covered, end)
        kept = Math.min(covered, upTo)
      }
      if (upTo > kept) output.keep(kept, upTo)
      covered = Math.max(0, covered - upTo)
      ends.fill(0, first, afterLast)
      first = afterLast = 0
    }
  }
}
