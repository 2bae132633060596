import * as Data from "effect/Data"
import type { ErrForge } from "../errors.js"
import type { Instant } from "../instant.js"
import type { ReadFailure } from "../wait.js"

/** A poll that brought no snapshot. */
export class PollFailure extends Data.TaggedError("PollFailure")<{
  /** The same for the same fault: no request id, no time and no counter is in it. */
  readonly reason: string
  /** The pull is not there: at the first poll that ends the watch. */
  readonly missing: boolean
  /** When a rate limit ends. */
  readonly notBefore?: Instant
}> {
  override get message(): string {
    return this.reason
  }
}

/** A query or fragment may be a signature; ids, times and counters differ from one answer to the next. */
const varying = /(?<=https?:\/\/[^\s?#]+)[?#]\S*|\b(?=[\w:-]*\d)(?=[\w:-]*[A-Za-z])[\w:-]{8,}|\d+/gu

/** Words of an answer without what differs from one answer to the next, but with the status, which is the fault. */
const lasting = (words: string, status?: number): string =>
  words.replace(varying, (part) => (part === String(status) ? part : /^[?#]/.test(part) ? "" : "N"))

const hash = /\b[0-9a-f]{40,64}\b/gu

/** Of several reads side by side it is chance which one meets a forge that fails: then only the forge is named, else what was asked. */
const forgeReason = ({ asked, status, words, remedy }: ErrForge): string => {
  const subject = status === undefined || status >= 500 ? asked.split(" ", 1).join("") : asked.replace(hash, "HEAD")
  const answered = status === undefined ? "failed" : `answered ${status}`
  return `${subject} ${answered}: ${lasting(words, status)}${remedy === undefined ? "" : `; ${remedy}`}`
}

const reasonOf = (error: ReadFailure): string => {
  switch (error._tag) {
    case "ErrRateLimited":
      return /secondary|abuse/i.test(error.words)
        ? `secondary rate limit of ${error.forge}`
        : `rate limit of ${error.forge}`
    case "ErrForge":
      return forgeReason(error)
    case "ErrLabServer":
      return lasting(error.words, error.status)
    default:
      return error.message
  }
}

/** A failed read as a failed poll. `ErrNotFound` says that the pull is not there: what else may be gone is the reader's to tell apart. */
export const pollFailure = (error: ReadFailure): PollFailure =>
  new PollFailure({
    reason: reasonOf(error),
    missing: error._tag === "ErrNotFound",
    ...(error._tag === "ErrRateLimited" && error.resetAt !== undefined ? { notBefore: error.resetAt } : {})
  })
