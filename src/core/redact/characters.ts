import type { ByteString } from "./byte-string.js"

/** One character of a UTF-8 value, with the bytes that spell it; a byte that is no UTF-8 is a character of its own. */
export interface Character {
  /** Code point. A stray byte b is 0xDC00 + b, as Python and others carry it: no valid UTF-8 decodes to that. */
  readonly code: number
  readonly bytes: ByteString
}

const lowest = [0, 0, 0x80, 0x800, 0x10000]

const width = (lead: number): number =>
  lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0

const read = (text: ByteString, at: number): Character => {
  const lead = text.charCodeAt(at)
  const stray = { code: 0xdc00 + lead, bytes: text.charAt(at) }
  const size = width(lead)
  if (size === 1) return { code: lead, bytes: text.charAt(at) }
  if (size === 0 || at + size > text.length) return stray
  let code = lead & (0xff >> (size + 1))
  for (let i = 1; i < size; i++) {
    const next = text.charCodeAt(at + i)
    if ((next & 0xc0) !== 0x80) return stray
    code = (code << 6) | (next & 0x3f)
  }
  const surrogate = code >= 0xd800 && code <= 0xdfff
  return code < (lowest[size] ?? 0) || code > 0x10ffff || surrogate ? stray : { code, bytes: text.slice(at, at + size) }
}

/** Every character of the value, in order. */
export const characters = (text: ByteString): ReadonlyArray<Character> => {
  const out: Array<Character> = []
  for (let at = 0; at < text.length; ) {
    const character = read(text, at)
    out.push(character)
    at += character.bytes.length
  }
  return out
}

/** Whether this stands for a byte that is no UTF-8. */
export const isStray = (character: Character): boolean => character.code >= 0xdc80 && character.code <= 0xdcff

const shown = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u

/** Whether Go and Python print it as it is: letters, marks, numbers, punctuation, symbols and the blank. */
export const isPrintable = (character: Character): boolean =>
  character.code < 0x7f
    ? character.code >= 0x20
    : !isStray(character) && shown.test(String.fromCodePoint(character.code))

/** Lower-case hex digits of a number, at least `digits` of them. */
export const hexDigits = (value: number, digits: number): string => value.toString(16).padStart(digits, "0")
