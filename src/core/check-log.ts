import { field } from "./row.js"

/** One check's log as the forge serves it: bytes, whole, in the pieces in which they came. */
export interface CheckLog {
  readonly pieces: ReadonlyArray<Uint8Array>
  /** The attempt that was served, from 1. */
  readonly attempt: number
  /** The newest attempt that failed to serve its log, where an older one had to do; its status. */
  readonly fallback?: { readonly attempt: number; readonly status: number }
}

/** Bytes of a log. */
export const sizeOf = ({ pieces }: Pick<CheckLog, "pieces">): number =>
  pieces.reduce((sum, piece) => sum + piece.byteLength, 0)

/** A page is no log, whatever its media type says: a login or error page that came with 200. */
export const isPlainText = (contentType: string | undefined, others: ReadonlyArray<string>): boolean => {
  const type = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? ""
  return type === "text/plain" || others.includes(type)
}

/** `200 (text/html)`, for a message. */
export const cameWith = (status: number, contentType: string | undefined): string => {
  const type = (contentType ?? "").split(";")[0]?.trim() ?? ""
  return type === "" ? String(status) : `${status} (${type})`
}

/** What helps against an answer that no version of the forge is known to give. */
export const fileAnIssue =
  "the log adapter does not match this forge version: file an issue on coding-lab, then debug from a local reproduction"

/** How many bytes of a check's name a header carries (contract 6.3). */
const longestName = 200

/** A name that may be anything, for one line of a header: control bytes are blanks, and it is cut. */
const shortName = (name: string): string => {
  const bytes = new TextEncoder().encode(name).slice(0, longestName)
  return field(new TextDecoder().decode(bytes).replace(/\uFFFD+$/, ""))
}

/** The one sentence that tells that an older attempt had to do (contract 6.3). */
export const fallbackNotice = (check: string, log: CheckLog): string | undefined =>
  log.fallback === undefined
    ? undefined
    : `"${shortName(check)}": the log of attempt ${log.attempt} is shown, since that of attempt ${log.fallback.attempt} answered ${log.fallback.status}${log.fallback.status === 200 ? " and nothing in it" : ""}; the latest attempt's log is unavailable`

/** The one sentence that stands in for a log that cannot be had, where the others are served all the same (contract 12.2.12). */
export const missingNotice = (check: string, reason: string): string => `"${shortName(check)}": ${field(reason)}`

const ended = new Uint8Array([10])

/** The pieces of a log, with a line feed at the end when there was none. */
export const withLineFeed = (pieces: ReadonlyArray<Uint8Array>): ReadonlyArray<Uint8Array> =>
  pieces.findLast((piece) => piece.byteLength > 0)?.at(-1) === 10 ? pieces : [...pieces, ended]
