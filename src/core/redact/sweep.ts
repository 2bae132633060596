import { makeRuns, type Output } from "./runs.js"
import type { WindowScan } from "./window-scan.js"

/** Goes over a text that may come in parts, window by window, and tells the output. */
export interface Sweep {
  /**
   * Settles what it can of the text and returns how much that is, all of it when it is the `last`. The next text begins
   * with what was not settled; positions told to the output count from the beginning of this one.
   */
  readonly advance: (text: Uint8Array, last: boolean, output: Output) => number
  /** By name: whether a match of it was seen. */
  readonly seen: Uint8Array
}

/** Bytes of a window: small enough to stay in the cache while it is searched more than once. */
const usual = 65536

export const makeSweep = (scan: WindowScan, names: number): Sweep => {
  const runs = makeRuns()
  const seen = new Uint8Array(names)
  return {
    seen,
    advance: (text, last, output) => {
      let from = 0
      let span = Math.max(usual, 8 * scan.reach)
      for (;;) {
        const to = Math.min(text.length, from + span)
        const atEnd = to === text.length
        const base = from
        const certain = scan.scan(text.subarray(from, to), atEnd && last, (mark, start, end) => {
          seen[mark.name] = 1
          runs.add(mark.name, start, end)
        })
        const settled = atEnd && !last ? scan.release(text.subarray(from, to), certain) : certain
        runs.settle(settled, {
          keep: (start, end) => output.keep(base + start, base + end),
          token: output.token
        })
        from += settled
        if (atEnd) return from
        // Escape sequences alone fill the window: what they cut is not in sight yet.
        if (settled === 0) span *= 2
      }
    }
  }
}
