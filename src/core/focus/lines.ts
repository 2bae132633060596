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
  /** Whether a line is so long that only a part of it is read, and that it is never shown for the sake of another. */
  readonly isLong: (index: number) => boolean
  /** The same as `at`, but of a long line only its beginning. */
  readonly head: (index: number) => string
}

/** The longest line that is read whole, in bytes. */
const longest = 4_096

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
  const text = (index: number, most: number): string =>
    index < 0 || index >= count
      ? ""
      : clean(decoder.decode(bytes.subarray(start(index), Math.min(end(index), start(index) + most))))
  const at = (index: number): string => text(index, bytes.length)
  const isLong = (index: number): boolean => end(index) - start(index) > longest
  const head = (index: number): string => text(index, longest)
  return { count, bytes, start, end, at, isLong, head }
}
