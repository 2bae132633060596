import type { ByteString } from "./byte-string.js"
import { exact, type Form } from "./form.js"

const ansic: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\t": "\\t",
  "\r": "\\r",
  "'": "\\'",
  "\\": "\\\\",
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\v": "\\v",
  "\x1b": "\\E"
}

const octal = (char: string): string => ansic[char] ?? `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
const unprintable = /['\\\x00-\x1f\x7f]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above, and every byte above ASCII, as in the C locale
const unprintableInC = /['\\\x00-\x1f\x7f-\xff]/g

const table: ReadonlyArray<readonly [id: string, what: RegExp, becomes: (char: string) => string]> = [
  ["sh.sq", /'/g, () => "'\\''"],
  ["sh.sq2", /'/g, () => `'"'"'`],
  ["sh.dq", /[$`"\\]/g, (char) => `\\${char}`],
  ["sh.bs", /[^A-Za-z0-9_@%+=:,./\-\n\x80-\xff]/g, (char) => `\\${char}`],
  ["sh.ansic", unprintable, octal],
  ["sh.ansic.c", unprintableInC, octal],
  ["q.double", /'/g, () => "''"],
  ["q.bsdq", /"/g, () => '\\"']
]

/** What shells print when they quote, and the two quotings of SQL, YAML and PowerShell (redaction.md 2.2, `sh.*`, `q.*`). */
export const shellForms = (value: ByteString): ReadonlyArray<Form> =>
  table.map(([id, what, becomes]) => exact(id, value.replace(what, becomes)))
