export type Side = "github" | "forgejo" | "foreign"

/** One request as it arrived. Times are milliseconds since 1970 on the Effect clock. */
export interface RecordedRequest {
  readonly server: Side
  readonly method: string
  /** As it was sent, prefix and API root included, still escaped, without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** Empty until it has arrived. */
  body: string
  readonly startedAt: number
  /** Null until it is answered; the status is null also where the connection was dropped. */
  endedAt: number | null
  status: number | null
  /** The length of the longest chain of requests that ends here, each begun after the one before was answered. */
  readonly depth: number
}

export interface Measures {
  readonly requests: number
  /** How many round trips deep the client went. Needs a latency above the client's own pauses to tell parallel from serial. */
  readonly depth: number
  /** The most requests in flight at once, by origin. */
  readonly peak: Readonly<Record<Side, number>>
  /** Answers 304. */
  readonly notModified: number
}

const none = (): Record<Side, number> => ({ github: 0, forgejo: 0, foreign: 0 })

/** Counts round trips by what was already answered when a request began, so no clock decides. */
export class Meter {
  readonly requests: Array<RecordedRequest> = []
  #counted = 0
  #deepestAnswered = 0
  #deepest = 0
  #notModified = 0
  readonly #flying = none()
  #peak = none()

  start(request: Omit<RecordedRequest, "endedAt" | "status" | "depth">): RecordedRequest {
    const depth = this.#deepestAnswered + 1
    const recorded = { ...request, endedAt: null, status: null, depth }
    this.requests.push(recorded)
    this.#counted += 1
    this.#deepest = Math.max(this.#deepest, depth)
    this.#flying[request.server] += 1
    this.#peak[request.server] = Math.max(this.#peak[request.server], this.#flying[request.server])
    return recorded
  }

  /** To be called before the last byte is handed over: what a client does next then always counts as later. */
  end(recorded: RecordedRequest, status: number | null, at: number): void {
    if (recorded.endedAt !== null) return
    recorded.endedAt = at
    recorded.status = status
    this.#flying[recorded.server] -= 1
    this.#deepestAnswered = Math.max(this.#deepestAnswered, Math.min(recorded.depth, this.#deepest))
    if (status === 304) this.#notModified += 1
  }

  measures(): Measures {
    return { requests: this.#counted, depth: this.#deepest, peak: { ...this.#peak }, notModified: this.#notModified }
  }

  /** Starts anew; the recorded requests go too. Call it while nothing is in flight. */
  reset(): void {
    this.requests.length = 0
    this.#counted = 0
    this.#deepestAnswered = 0
    this.#deepest = 0
    this.#notModified = 0
    this.#peak = none()
  }
}
