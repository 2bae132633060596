import { edge } from "./form.js"

const letters = edge.standard | edge.urlSafe

/** For each byte, the alphabets that it is a letter of. */
const alphabets = new Uint8Array(256)
for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
  alphabets[letter.charCodeAt(0)] = letters
for (const letter of "+/") alphabets[letter.charCodeAt(0)] = edge.standard
for (const letter of "-_") alphabets[letter.charCodeAt(0)] = edge.urlSafe

const isLetter = (byte: number | undefined, takes: number): boolean =>
  byte !== undefined && ((alphabets[byte] ?? 0) & takes & letters) !== 0

const equals = 61

/** Whether some match may take this byte of its neighbours. */
export const isLetterOrPadding = (byte: number | undefined): boolean => byte === equals || isLetter(byte, letters)

/** A match can take at most this many bytes after it: a letter and two signs of padding. */
export const mostAfter = 3

/** Where a match that begins at `start` really begins. */
export const startWithNeighbours = (text: Uint8Array, start: number, takes: number): number =>
  (takes & edge.before) !== 0 && start > 0 && isLetter(text[start - 1], takes) ? start - 1 : start

/** Where a match that ends before `end` really ends. */
export const endWithNeighbours = (text: Uint8Array, end: number, takes: number): number => {
  let at = (takes & edge.after) !== 0 && isLetter(text[end], takes) ? end + 1 : end
  if ((takes & edge.padding) === 0) return at
  for (let i = 0; i < 2 && text[at] === equals; i++) at++
  return at
}
