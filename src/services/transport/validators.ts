import type { Answer } from "./http.js"

/** An answer, and the request headers that ask whether it still holds. */
interface Kept {
  readonly answer: Answer
  readonly headers: Readonly<Record<string, string>>
}

const conditionsOf = ({ headers }: Answer): Readonly<Record<string, string>> => ({
  ...(headers.etag === undefined ? {} : { "if-none-match": headers.etag }),
  ...(headers["last-modified"] === undefined ? {} : { "if-modified-since": headers["last-modified"] })
})

/**
 * Answers kept beside the validators they came with, so that a 304 is answered from memory (design.md, "Cost of a read").
 * Bounded by bytes of bodies; the least recently used goes first.
 */
export class Validators {
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  /** `most`: bytes of bodies held at once. */
  constructor(private readonly most: number) {}

  find(key: string): Kept | undefined {
    const kept = this.#kept.get(key)
    if (kept === undefined) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    return kept
  }

  /** Keeps an answer that carries a validator, and forgets what an answer without one has replaced. */
  keep(key: string, answer: Answer): void {
    this.#forget(key)
    const headers = conditionsOf(answer)
    if (Object.keys(headers).length === 0 || answer.body.byteLength > this.most) return
    this.#kept.set(key, { answer, headers })
    this.#bytes += answer.body.byteLength
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.most) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    const kept = this.#kept.get(key)
    if (kept === undefined) return
    this.#kept.delete(key)
    this.#bytes -= kept.answer.body.byteLength
  }
}
