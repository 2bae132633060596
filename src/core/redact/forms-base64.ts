import type { ByteString } from "./byte-string.js"
import { edge, exact, type Form } from "./form.js"

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

/** Standard base64 with padding. */
export const base64 = (value: ByteString): string => {
  let out = ""
  for (let at = 0; at < value.length; at += 3) {
    const left = value.length - at
    const bits = (value.charCodeAt(at) << 16) | ((value.charCodeAt(at + 1) || 0) << 8) | (value.charCodeAt(at + 2) || 0)
    out += alphabet.charAt(bits >> 18) + alphabet.charAt((bits >> 12) & 63)
    out += left > 1 ? alphabet.charAt((bits >> 6) & 63) : "="
    out += left > 2 ? alphabet.charAt(bits & 63) : "="
  }
  return out
}

const urlSafe = (text: string): string => text.replaceAll("+", "-").replaceAll("/", "_")

/**
 * Base64 of the value behind `ahead` bytes that nobody knows: only the characters that the value alone determines. The
 * same characters in both alphabets are one form, whose neighbours may be of either.
 */
const aligned = (id: string, value: ByteString, ahead: number): ReadonlyArray<Form> => {
  const bits = 8 * (ahead + value.length)
  const bytes = base64("\0".repeat(ahead) + value).slice(Math.ceil((8 * ahead) / 6), Math.floor(bits / 6))
  const takes = edge.padding | (ahead > 0 ? edge.before : 0) | (bits % 6 === 0 ? 0 : edge.after)
  const standard = { id: `${id}.${ahead}`, bytes, edge: takes | edge.standard }
  if (!/[+/]/.test(bytes)) return [{ ...standard, edge: takes | edge.standard | edge.urlSafe }]
  return [standard, { id: `${id}url.${ahead}`, bytes: urlSafe(bytes), edge: takes | edge.urlSafe }]
}

/** Base64 at its three alignments, in both alphabets (`b64.a`, `b64url.a`; `id` is the `b64`). */
export const base64Forms = (id: string, value: ByteString): ReadonlyArray<Form> =>
  [0, 1, 2].flatMap((ahead) => aligned(id, value, ahead))

/** Each line of 8 or more characters of the value's base64, wrapped at so many columns (`b64wrap76`, `b64wrap64`). */
const wrapped = (value: ByteString, columns: number): ReadonlyArray<Form> => {
  const whole = base64(value)
  if (whole.length <= columns) return []
  const id = `b64wrap${columns}`
  const certain = Math.floor((8 * value.length) / 6)
  const takes = edge.padding | edge.standard | ((8 * value.length) % 6 === 0 ? 0 : edge.after)
  const out: Array<Form> = []
  for (let at = 0; at < whole.length; at += columns) {
    const line = whole.slice(at, at + columns)
    if (line.length >= 8) out.push(exact(id, line))
    const last = whole.slice(at, certain)
    // The last line is another one when bytes follow the value.
    if (at + columns >= whole.length && last.length >= 8) out.push({ id, bytes: last, edge: takes })
  }
  return out
}

/** Base64 wrapped at 76 and at 64 columns, for values that reach a second line. */
export const wrappedForms = (value: ByteString): ReadonlyArray<Form> => [...wrapped(value, 76), ...wrapped(value, 64)]
