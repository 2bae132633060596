import type { ByteString } from "./byte-string.js"
import { exact, type Form } from "./form.js"

const text = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }

const references: ReadonlyArray<readonly [id: string, table: Readonly<Record<string, string>>]> = [
  ["xml.text", text],
  ["xml.apos", { ...text, '"': "&quot;", "'": "&apos;" }],
  ["xml.dec", { ...text, '"': "&#34;", "'": "&#39;" }],
  ["xml.hex", { ...text, '"': "&quot;", "'": "&#x27;" }],
  ["xml.q39", { ...text, '"': "&quot;", "'": "&#39;" }]
]

/** XML and HTML character references (redaction.md 2.2, `xml.*`). */
export const markupForms = (value: ByteString): ReadonlyArray<Form> =>
  references.map(([id, table]) =>
    exact(
      id,
      value.replace(/[&<>"']/g, (char) => table[char] ?? char)
    )
  )
