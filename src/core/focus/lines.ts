import { clean } from "./clean.js"

const lineFeed = 10

/** A log as lines. Only the place of each line is kept: what a line says is decoded when it is asked for. */
export interface Lines {
  readonly count: number
  readonly bytes: Uint8Array
  /** The first byte of line `index`. */
  readonly start: (index: number) => number
  /** The byte after the last of line `index`, without its line feed. */
  readonly end: (index: number) => number
  /** Line `index` without stamp, escape sequences and overwritten states; empty outside the log. */
  readonly at: (index: number) => string
}

/** Where each line starts, and after the last of them where the next one would. */
const startsOf = (bytes: Uint8Array): { readonly starts: Uint32Array; readonly count: number } => {
  let starts = new Uint32Array(1_024)
  let count = 0
  for (let start = 0; start < bytes.length; count++) {
    if (count + 2 > starts.length) {
      const more = new Uint32Array(starts.length * 2)
      more.set(starts)
      starts = more
    }
    starts[count] = start
    let end = start
    while (end < bytes.length && bytes[end] !== lineFeed) end++
    start = end + 1
    starts[count + 1] = start
  }
  return { starts, count }
}

/**
 * The lines of a log below 4 GiB. A line feed ends a line, so the last one needs none. Bytes that are no text become U+FFFD (contract 6.3). Cost: one pass
 * over the bytes and at most 8 bytes of memory a line; `at` costs the length of its line.
 */
export const linesOf = (bytes: Uint8Array): Lines => {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
  const { starts, count } = startsOf(bytes)
  const start = (index: number): number => starts[index] ?? 0
  const end = (index: number): number => start(index + 1) - 1
  const at = (index: number): string =>
    index < 0 || index >= count ? "" : clean(decoder.decode(bytes.subarray(start(index), end(index))))
  return { count, bytes, start, end, at }
}
