import type { ByteString } from "./byte-string.js"
import { characters, hexDigits } from "./characters.js"
import { exact, type Form } from "./form.js"

const short: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t"
}

const unit = (code: number, upper: boolean): string => {
  const digits = hexDigits(code, 4)
  return `\\u${upper ? digits.toUpperCase() : digits}`
}

const escaped = (char: string, upper: boolean): string => short[char] ?? unit(char.charCodeAt(0), upper)

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
const mustEscape = /["\\\x00-\x1f]/g

const json = (value: ByteString, upper = false): ByteString =>
  value.replace(mustEscape, (char) => (char === '"' ? '\\"' : escaped(char, upper)))

/** Everything above 0x7E as UTF-16 escapes. */
const asciiOnly = (value: ByteString, upper: boolean): ByteString =>
  characters(value)
    .map(({ code, bytes }) => {
      if (code <= 0x7e) return bytes
      if (code < 0x10000) return unit(code, upper)
      return unit(0xd7c0 + (code >> 10), upper) + unit(0xdc00 + (code & 0x3ff), upper)
    })
    .join("")

const html: Readonly<Record<string, string>> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\xe2\x80\xa8": "\\u2028",
  "\xe2\x80\xa9": "\\u2029"
}

/** Go's default encoder. */
const forHtml = (value: ByteString): ByteString =>
  json(value).replace(/[<>&]|\xe2\x80[\xa8\xa9]/g, (char) => html[char] ?? char)

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
const netEscapes = /["\\\x00-\x1f'&<>+`]/g

/** .NET's default encoder. */
const forNet = (value: ByteString): ByteString =>
  asciiOnly(
    value.replace(netEscapes, (char) => escaped(char, true)),
    true
  )

/** The inside of a JSON string, as the encoders in the wild write it (redaction.md 2.2, `json*`). */
export const jsonForms = (value: ByteString): ReadonlyArray<Form> => {
  const plain = json(value)
  return [
    exact("json", plain),
    exact("json.slash", plain.replaceAll("/", "\\/")),
    exact("json.ascii", asciiOnly(plain, false)),
    exact("json.ascii.upper", asciiOnly(json(value, true), true)),
    exact("json.html", forHtml(value)),
    exact("json.net", forNet(value)),
    exact("json2", json(plain))
  ]
}
