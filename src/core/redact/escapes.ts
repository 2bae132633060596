/**
 * The escape sequences of a text that a terminal swallows (redaction.md 2.5): CSI (`ESC [ … final`) and OSC (`ESC ] … BEL`
 * or `ESC \`). The copy is the text without them; a cut is a place in the copy where one or more were.
 */
export interface Sequences {
  /** Each sequence, in order: where it begins and ends in the text. */
  readonly starts: ReadonlyArray<number>
  readonly ends: ReadonlyArray<number>
  /** Where each was, in the copy. */
  readonly cuts: ReadonlyArray<number>
  /** How many bytes of the text each and all before it took. */
  readonly removed: ReadonlyArray<number>
  /** Where a sequence begins that more text may complete; else the end of the text. */
  readonly whole: number
}

/** In bytes; a sequence that is longer is none, so that one that never ends hides nothing and holds nothing back. */
export const longestSequence = 256

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
  const kind = text[at + 1]
  const end =
    at + 1 === text.length
      ? unfinished
      : kind === 0x5b
        ? csiEnd(text, at + 2, limit)
        : kind === 0x5d
          ? oscEnd(text, at + 2, limit)
          : none
  return end === unfinished && limit === at + longestSequence ? none : end
}

/** The sequences of a text that begins outside one; `undefined` where it has no ESC. `last`: no more text follows. */
export const sequencesOf = (text: Uint8Array, last: boolean): Sequences | undefined => {
  let at = text.indexOf(esc)
  if (at < 0) return undefined
  const starts: Array<number> = []
  const ends: Array<number> = []
  const cuts: Array<number> = []
  const removed: Array<number> = []
  let gone = 0
  while (at >= 0) {
    const end = sequenceEnd(text, at)
    if (end === unfinished && !last) return { starts, ends, cuts, removed, whole: at }
    if (end > 0) {
      starts.push(at)
      ends.push(end)
      cuts.push(at - gone)
      gone += end - at
      removed.push(gone)
    }
    at = text.indexOf(esc, end > 0 ? end : at + 1)
  }
  return { starts, ends, cuts, removed, whole: text.length }
}

/** How many of the ascending numbers are at most `value`. */
export const countUpTo = (ascending: ReadonlyArray<number>, value: number): number => {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** Where in the text the byte of the copy at `at` is. */
export const textPosition = ({ cuts, removed }: Sequences, at: number): number =>
  at + (removed[countUpTo(cuts, at) - 1] ?? 0)

/** How long the copy is, up to a sequence that more text may complete. */
export const copyLength = ({ removed, whole }: Sequences): number => whole - (removed[removed.length - 1] ?? 0)
