import type { ByteString } from "./byte-string.js"

/**
 * What a match of a form takes of its neighbours (redaction.md 2.2, the base64 boundary rule): a character shared with the
 * bytes before or after the value holds some of its bits, and padding tells its length. Bits of a number, 0 for none.
 */
export const edge = { none: 0, before: 1, after: 2, padding: 4, standard: 8, urlSafe: 16 } as const

/** One byte string that gives a secret away. */
export interface Form {
  /** As in the table of redaction.md 2.2, with what it was derived from in front where that is not the value itself. */
  readonly id: string
  readonly bytes: ByteString
  /** A sum of `edge` bits. */
  readonly edge: number
}

/** A form that matches as it is. */
export const exact = (id: string, bytes: ByteString): Form => ({ id, bytes, edge: edge.none })
