import type { ByteString } from "./byte-string.js"
import { jsonLeaves, urlPasswords } from "./inner-values.js"

/** A byte string that counts as the secret itself, and how far to derive from it. */
export interface Value {
  /** What it was taken from the stored value as; empty for the value itself. */
  readonly from: string
  readonly bytes: ByteString
  /** `raw`: as it is alone; `flat`: every encoding; `deep`: also encodings of encodings. */
  readonly forms: "raw" | "flat" | "deep"
}

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 13 || code === 10
const lineEnd = /\r\n|\n|\r/g
const armour = /^-----(?:BEGIN|END) .*-----$/

/** The value without the white space around it, which is not secret (redaction.md 2.1). */
export const coreValue = (stored: ByteString): ByteString => {
  let start = 0
  let end = stored.length
  while (start < end && isBlank(stored.charCodeAt(start))) start++
  while (end > start && isBlank(stored.charCodeAt(end - 1))) end--
  return stored.slice(start, end)
}

const lineCopies = (core: ByteString): ReadonlyArray<Value> => {
  const lines = core.split(lineEnd)
  if (lines.length === 1) return []
  const trimmed = lines.map(coreValue)
  return [
    { from: "lf", bytes: lines.join("\n"), forms: "deep" },
    { from: "crlf", bytes: lines.join("\r\n"), forms: "deep" },
    { from: "spaced", bytes: lines.join(" "), forms: "raw" },
    { from: "joined", bytes: lines.join(""), forms: "raw" },
    // A shell's unquoted echo also drops the indentation and the empty lines.
    { from: "spaced", bytes: trimmed.filter((line) => line !== "").join(" "), forms: "raw" },
    { from: "joined", bytes: trimmed.join(""), forms: "raw" },
    ...trimmed
      .filter((line) => line.length >= 8 && !armour.test(line))
      .map((bytes): Value => ({ from: "line", bytes, forms: "flat" }))
  ]
}

/**
 * Everything in a stored value that is secret in its own right (redaction.md 2.1). A value of white space alone, which can
 * only be stored by force, is itself.
 */
export const secretValues = (stored: ByteString): ReadonlyArray<Value> => {
  const core = coreValue(stored)
  if (core === "") return stored === "" ? [] : [{ from: "", bytes: stored, forms: "raw" }]
  const unquoted = /^(["'`])(.+)\1$/s.exec(core)?.[2]
  const flat = (from: string, values: ReadonlyArray<ByteString>) =>
    values.filter((bytes) => bytes.length >= 8).map((bytes): Value => ({ from, bytes, forms: "flat" }))
  return [
    { from: "", bytes: core, forms: "deep" },
    ...(unquoted === undefined ? [] : [{ from: "unquoted", bytes: unquoted, forms: "deep" } as const]),
    ...lineCopies(core),
    ...flat("leaf", jsonLeaves(core)),
    ...flat("password", urlPasswords(core)),
    ...(/^[0-9A-Fa-f-]+$/.test(core)
      ? [core.toLowerCase(), core.toUpperCase()].map((bytes) => ({ from: "case", bytes, forms: "raw" }) as const)
      : [])
  ]
}
