import { limitReached } from "./github-limits.js"
import type { Side } from "./measure.js"
import { type Answer, json, pathPattern, text } from "./route.js"

/** What goes wrong. Times are milliseconds, sizes bytes. */
export type FaultKind =
  /** Any answer instead of the true one. */
  | {
      readonly kind: "status"
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }
  /** A JSON answer instead of the true one. */
  | {
      readonly kind: "json"
      readonly status: number
      readonly value: unknown
      readonly headers?: Readonly<Record<string, string>>
    }
  /** The page of a proxy, 502 unless told. */
  | { readonly kind: "html"; readonly status?: number }
  /** A 200 whose JSON ends in the middle. */
  | { readonly kind: "malformed" }
  /** GitHub's primary limit: nothing remains until `resetInSeconds` from now. */
  | { readonly kind: "primary-limit"; readonly resetInSeconds?: number; readonly status?: 403 | 429 }
  /** GitHub's secondary limit: only the words tell, unless `retryAfter` (seconds) is given. */
  | { readonly kind: "secondary-limit"; readonly retryAfter?: number }
  /** A 429 of anybody. */
  | { readonly kind: "too-many"; readonly retryAfter?: number }
  | { readonly kind: "redirect"; readonly status: 301 | 302 | 303 | 307 | 308; readonly location: string }
  /** The true answer, later. */
  | { readonly kind: "delay"; readonly ms: number }
  /** The true answer, in pieces with a gap between them. */
  | { readonly kind: "slow"; readonly gapMs: number; readonly pieces?: number }
  /** The true answer's length and its first `keep` bytes (half of it unless told), then the connection ends. */
  | { readonly kind: "truncate"; readonly keep?: number }
  /** The connection ends without an answer. `after`: what was asked is done first, as when an answer is lost. */
  | { readonly kind: "drop"; readonly after?: boolean }
  /** Never an answer, as long as the sandbox lives. */
  | { readonly kind: "hang" }

/** Which requests go wrong, and how. */
export interface Fault {
  readonly server?: Side
  readonly method?: string
  /** Below the API root, or whole for pages and the foreign host: `/repos/{owner}/{repo}/pulls/{n}`; `**` is anything. */
  readonly path: string
  /** Pairs that the query must have. */
  readonly query?: Readonly<Record<string, string>>
  /** So many fitting requests are spared first. */
  readonly skip?: number
  /** So many are hit then; all without it. */
  readonly times?: number
  readonly fault: FaultKind
}

export interface FaultSubject {
  readonly server: Side
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
}

interface Armed extends Fault {
  readonly fits: (path: string) => boolean
  seen: number
}

/** The faults in force; the first one that fits a request takes it. */
export class Faults {
  #armed: ReadonlyArray<Armed> = []

  add(...faults: ReadonlyArray<Fault>): void {
    const armed = faults.map((fault) => {
      const read = pathPattern(fault.path)
      return { ...fault, fits: (path: string) => read(path) !== undefined, seen: 0 }
    })
    this.#armed = [...this.#armed, ...armed]
  }

  clear(): void {
    this.#armed = []
  }

  /** The fault that a request meets, which is spent by it. */
  take({ server, method, path, query }: FaultSubject): FaultKind | undefined {
    for (const fault of this.#armed) {
      const fits =
        (fault.server ?? server) === server &&
        (fault.method ?? method) === method &&
        Object.entries(fault.query ?? {}).every(([key, value]) => query.get(key) === value) &&
        fault.fits(path)
      if (!fits) continue
      fault.seen += 1
      const turn = fault.seen - (fault.skip ?? 0)
      if (turn >= 1 && turn <= (fault.times ?? Number.POSITIVE_INFINITY)) return fault.fault
    }
    return undefined
  }
}

const retryAfter = (seconds: number | undefined): Readonly<Record<string, string>> =>
  seconds === undefined ? {} : { "retry-after": `${seconds}` }

/** The answer that a fault puts in place of the true one; undefined where it only changes how that one travels. */
export const faultAnswer = (fault: FaultKind, now: number): Answer | undefined => {
  switch (fault.kind) {
    case "status":
      return text(fault.status, fault.body ?? "", fault.headers)
    case "json":
      return json(fault.status, fault.value, fault.headers)
    case "html":
      return text(fault.status ?? 502, "<html><body><h1>Bad gateway</h1></body></html>\n", {
        "content-type": "text/html; charset=utf-8"
      })
    case "malformed":
      return { ...json(200, {}), body: '{"number":7,"title":' }
    case "primary-limit":
      return limitReached(5000, now + (fault.resetInSeconds ?? 60) * 1000, fault.status)
    case "secondary-limit":
      return json(
        403,
        { message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again." },
        retryAfter(fault.retryAfter)
      )
    case "too-many":
      return text(429, "Too many requests\n", retryAfter(fault.retryAfter))
    case "redirect":
      return text(fault.status, "", { location: fault.location })
    default:
      return undefined
  }
}
