import { Either } from "effect"
import { byteString, bytesOf } from "../../../src/core/redact/byte-string.js"
import { buildRedactor, type Redactor, type Secret } from "../../../src/core/redact/redactor.js"

/** A text as bytes, in UTF-8. */
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Pieces as one byte string, so that a failing assertion shows them. */
export const shown = (pieces: ReadonlyArray<Uint8Array>): string => pieces.map(byteString).join("")

export const latin1 = bytesOf

/** The redactor of these values. */
export const redactorOf = (secrets: Readonly<Record<string, string>> | ReadonlyArray<Secret>): Redactor =>
  Either.getOrThrow(
    buildRedactor(
      Array.isArray(secrets) ? secrets : Object.entries(secrets).map(([name, value]) => ({ name, value: bytes(value) }))
    )
  )

/** The output of a stream that is given these chunks. */
export const streamed = (redactor: Redactor, chunks: Iterable<Uint8Array>): string => {
  const stream = redactor.stream()
  const out: Array<Uint8Array> = []
  for (const chunk of chunks) out.push(...stream.push(chunk))
  out.push(...stream.end())
  return shown(out)
}

/** The text in pieces of so many bytes; the last may be shorter. */
export const piecesOf = (text: Uint8Array, size: number): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size))
