import { type ByteString, bytesOf, utf8 } from "./byte-string.js"

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const textOf = (value: ByteString): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytesOf(value))

/** A string of a JSON document, with the colon that makes it a key. */
const literals = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?/g

/**
 * Every string of a JSON object or array that is not a key, decoded. Read from the text and not from the parsed document,
 * so that of two members with one name both are found.
 */
export const jsonLeaves = (core: ByteString): ReadonlyArray<ByteString> => {
  if (!/^[[{]/.test(core)) return []
  const text = textOf(core)
  if (parsed(text) === undefined) return []
  return Array.from(text.matchAll(literals)).flatMap(([, literal, colon]) => {
    const leaf = colon === undefined ? parsed(literal ?? "") : undefined
    return typeof leaf === "string" ? [utf8(leaf)] : []
  })
}

const percentDecoded = (value: ByteString): ByteString =>
  value.replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

/** The password of `scheme://user:password@…`, as it is written and as the program that uses it reads it. */
export const urlPasswords = (core: ByteString): ReadonlyArray<ByteString> => {
  const password = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^:/?#]*:([^/?#]*)@/.exec(core)?.[1]
  return password === undefined ? [] : [password, percentDecoded(password)]
}
