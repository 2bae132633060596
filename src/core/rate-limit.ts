import { type Instant, instantOf } from "./instant.js"

/** What a forge said about being throttled: seconds to wait as given, and the instant that follows from the answer. */
export interface Throttle {
  readonly retryAfter?: number
  readonly resetAt?: Instant
}

type Headers = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

const header = (headers: Headers, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === "string" ? value : value?.[0]
}

const secondary = /secondary rate|abuse detection/i

/** Seconds from `Retry-After`, which is a number of seconds or an HTTP date. */
const retryAfterSeconds = (headers: Headers, now: number): number | undefined => {
  const text = header(headers, "retry-after")?.trim()
  if (text === undefined || text === "") return undefined
  // More digits than these lie beyond the years that an instant can name.
  if (/^\d+$/.test(text)) return text.length < 10 ? Number(text) : undefined
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}

const resetOf = (headers: Headers): Instant | undefined => {
  const seconds = header(headers, "x-ratelimit-reset")
  return seconds !== undefined && /^\d{1,11}$/.test(seconds) ? instantOf(Number(seconds) * 1000) : undefined
}

/**
 * Whether an answer is a rate limit (contract 5.5, github-wire 7): any 429; a 403 with `Retry-After`, with nothing remaining
 * (unless its message speaks of a permission: the last unit was spent on that), or that speaks of a secondary limit.
 * `message` is what the body says, `now` milliseconds since 1970.
 */
export const throttleOf = (status: number, headers: Headers, message: string, now: number): Throttle | undefined => {
  const exhausted = header(headers, "x-ratelimit-remaining") === "0"
  const retryAfter = retryAfterSeconds(headers, now)
  const limited =
    status === 429 ||
    (status === 403 &&
      (secondary.test(message) ||
        (exhausted && !message.includes("Resource not accessible")) ||
        retryAfter !== undefined))
  if (!limited) return undefined
  if (retryAfter !== undefined) return { retryAfter, resetAt: instantOf(now + retryAfter * 1000) }
  const resetAt = exhausted ? resetOf(headers) : undefined
  return resetAt === undefined ? {} : { resetAt }
}
