/**
 * The escape sequences of a text that a terminal swallows (redaction.md 2.5): CSI (`ESC [ … final`) and OSC (`ESC ] … BEL`
 * or `ESC \`). The copy is the text without them; a cut is a place in the copy where one or more were.
 */
export interface Sequences {
  count: number
  /** Each sequence, in order: where it begins and ends in the text. */
  starts: Int32Array
  ends: Int32Array
  /** Where each was, in the copy. */
  cuts: Int32Array
  /** Where a sequence begins that more text may complete; else the end of the text. */
  whole: number
}

export const makeSequences = (): Sequences => ({
  count: 0,
  starts: new Int32Array(64),
  ends: new Int32Array(64),
  cuts: new Int32Array(64),
  whole: 0
})

/** In bytes; a sequence that is longer is none, so that one that never ends hides nothing and holds nothing back. */
const longestSequence = 256

const esc = 0x1b
const bell = 0x07

const none = -1
const unfinished = -2

const csiEnd = (text: Uint8Array, from: number, limit: number): number => {
  let at = from
  while (at < limit && (text[at] ?? 0) >= 0x20 && (text[at] ?? 0) <= 0x3f) at++
  if (at === limit) return unfinished
  const final = text[at] ?? 0
  return final >= 0x40 && final <= 0x7e ? at + 1 : none
}

const oscEnd = (text: Uint8Array, from: number, limit: number): number => {
  let at = from
  while (at < limit && text[at] !== bell && text[at] !== esc) at++
  if (at === limit) return unfinished
  if (text[at] === bell) return at + 1
  if (at + 1 === limit) return unfinished
  return text[at + 1] === 0x5c ? at + 2 : none
}

/** Where the sequence ends that begins at `at`; `none` or `unfinished` where there is no end. */
const sequenceEnd = (text: Uint8Array, at: number): number => {
  const limit = Math.min(text.length, at + longestSequence)
  if (at + 1 === text.length) return unfinished
  const kind = text[at + 1]
  const end = kind === 0x5b ? csiEnd(text, at + 2, limit) : kind === 0x5d ? oscEnd(text, at + 2, limit) : none
  return end === unfinished && limit === at + longestSequence ? none : end
}

const wider = (numbers: Int32Array): Int32Array => {
  const out = new Int32Array(2 * numbers.length)
  out.set(numbers)
  return out
}

const add = (sequences: Sequences, start: number, end: number): void => {
  const at = sequences.count++
  if (at === sequences.starts.length) {
    sequences.starts = wider(sequences.starts)
    sequences.ends = wider(sequences.ends)
    sequences.cuts = wider(sequences.cuts)
  }
  sequences.starts[at] = start
  sequences.ends[at] = end
  sequences.cuts[at] = at === 0 ? start : (sequences.cuts[at - 1] ?? 0) + start - (sequences.ends[at - 1] ?? 0)
}

/** Looked at one by one before the native search, whose call costs as much as these steps. */
const near = 8

/** Where the next escape byte is, or -1. A Buffer searches for a byte natively, and is called faster than the method of all byte arrays. */
const nextEscape = (text: Buffer, from: number): number => {
  const limit = Math.min(text.length, from + near)
  let at = from
  while (at < limit && text[at] !== esc) at++
  return at < limit ? at : text.indexOf(esc, at)
}

/** Leaves in `sequences` those of a text that begins outside one. `last`: no more text follows. */
export const findSequences = (sequences: Sequences, text: Uint8Array, last: boolean): void => {
  sequences.count = 0
  sequences.whole = text.length
  const native = Buffer.from(text.buffer, text.byteOffset, text.length)
  for (let at = nextEscape(native, 0); at >= 0; ) {
    const end = sequenceEnd(text, at)
    if (end === unfinished && !last) {
      sequences.whole = at
      return
    }
    if (end > 0) add(sequences, at, end)
    at = nextEscape(native, end > 0 ? end : at + 1)
  }
}

/** How many of the first `count` ascending numbers are at most `value`. */
export const countUpTo = (ascending: Int32Array, count: number, value: number): number => {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** Bytes that the first `count` sequences took. */
const removedBy = ({ ends, cuts }: Sequences, count: number): number =>
  count === 0 ? 0 : (ends[count - 1] ?? 0) - (cuts[count - 1] ?? 0)

/** Where in the text the byte of the copy at `at` is. */
export const textPosition = (sequences: Sequences, at: number): number =>
  at + removedBy(sequences, countUpTo(sequences.cuts, sequences.count, at))

/** Where in the copy the byte of the text at `at` is; -1 inside a sequence. */
export const copyPosition = (sequences: Sequences, at: number): number => {
  const before = countUpTo(sequences.starts, sequences.count, at)
  return before > 0 && at < (sequences.ends[before - 1] ?? 0) ? -1 : at - removedBy(sequences, before)
}

/** How long the copy is, up to a sequence that more text may complete. */
export const copyLength = (sequences: Sequences): number => sequences.whole - removedBy(sequences, sequences.count)

/** Whether a stretch of the copy has a cut inside, at its start or at its end. */
export const reachesCut = ({ cuts, count }: Sequences, start: number, end: number): boolean =>
  countUpTo(cuts, count, end) > countUpTo(cuts, count, start - 1)

/** The bytes of the copy from `start` up to `end`. */
export const copyBytes = (sequences: Sequences, text: Uint8Array, start: number, end: number): Uint8Array => {
  const { count, starts, ends, cuts, whole } = sequences
  const out = new Uint8Array(end - start)
  let next = countUpTo(cuts, count, start)
  let at = start + removedBy(sequences, next)
  for (let filled = 0; filled < out.length; ) {
    const gap = next < count ? (starts[next] ?? 0) : whole
    const stop = Math.min(gap, at + out.length - filled)
    // A native copy of a few bytes costs more than to copy them here.
    if (stop - at > 48) {
      out.set(text.subarray(at, stop), filled)
      filled += stop - at
    } else while (at < stop) out[filled++] = text[at++] ?? 0
    at = ends[next++] ?? whole
  }
  return out
}
