import type { ByteString } from "./byte-string.js"
import { type Character, characters, hexDigits, isPrintable, isStray } from "./characters.js"
import { exact, type Form } from "./form.js"

const goShort: Readonly<Record<number, string>> = {
  7: "\\a",
  8: "\\b",
  9: "\\t",
  10: "\\n",
  11: "\\v",
  12: "\\f",
  13: "\\r",
  34: '\\"',
  92: "\\\\"
}

const wide = (code: number): string => (code < 0x10000 ? `\\u${hexDigits(code, 4)}` : `\\U${hexDigits(code, 8)}`)

const goCharacter = (character: Character): string => {
  const { code, bytes } = character
  const known = goShort[code]
  if (known !== undefined) return known
  if (isStray(character) || code < 0x20 || code === 0x7f) return `\\x${hexDigits(code & 0xff, 2)}`
  return isPrintable(character) ? bytes : wide(code)
}

const pythonShort: Readonly<Record<number, string>> = { 9: "\\t", 10: "\\n", 13: "\\r", 92: "\\\\" }

const pythonCharacter = (character: Character): string => {
  const { code, bytes } = character
  const known = pythonShort[code]
  if (known !== undefined) return known
  if (isPrintable(character)) return bytes
  return code < 0x100 ? `\\x${hexDigits(code, 2)}` : wide(code)
}

const pythonByte = (char: string): string => {
  const code = char.charCodeAt(0)
  return pythonShort[code] ?? (code >= 0x20 && code < 0x7f ? char : `\\x${hexDigits(code, 2)}`)
}

/** Python takes double quotes for a text with single ones alone; inside a longer text the same quotes may be escaped. */
const quoted = (id: string, inside: ByteString): ReadonlyArray<Form> => {
  const escaped = exact(id, inside.replaceAll("'", "\\'"))
  const bare = exact(id, inside)
  return inside.includes('"') ? [escaped, bare] : [bare, escaped]
}

/** The inside of Go's `%q` and of Python's `repr` of the text and of the bytes (redaction.md 2.2, `goq`, `py*`). */
export const languageForms = (value: ByteString): ReadonlyArray<Form> => {
  const text = characters(value)
  return [
    exact("goq", text.map(goCharacter).join("")),
    ...quoted("pyrepr", text.map(pythonCharacter).join("")),
    ...quoted("pybytes", Array.from(value, pythonByte).join(""))
  ]
}
