import type { ByteString } from "./byte-string.js"
import { characters, hexDigits, isStray } from "./characters.js"
import { exact, type Form } from "./form.js"

const lower = Array.from({ length: 256 }, (_, byte) => hexDigits(byte, 2))

/** Two hex digits a byte, in both cases. */
export const hexForms = (value: ByteString): ReadonlyArray<Form> => {
  let digits = ""
  for (let i = 0; i < value.length; i++) digits += lower[value.charCodeAt(i)] ?? ""
  return [exact("hex", digits), exact("HEX", digits.toUpperCase())]
}

const twoBytes = (unit: number): ByteString => String.fromCharCode(unit & 0xff, unit >> 8)

/** The text in UTF-16LE; `undefined` where the value is not UTF-8 text. */
export const utf16le = (value: ByteString): ByteString | undefined => {
  let out = ""
  for (const character of characters(value)) {
    const { code } = character
    if (isStray(character)) return undefined
    out += code < 0x10000 ? twoBytes(code) : twoBytes(0xd7c0 + (code >> 10)) + twoBytes(0xdc00 + (code & 0x3ff))
  }
  return out
}
