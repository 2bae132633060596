import * as Data from "effect/Data"
import * as Either from "effect/Either"
import { type MatchStream, makeMatchStream } from "./match-stream.js"
import { type Patterns, patternsOf, type Secret } from "./patterns.js"
import { makeRedactStream, type RedactStream } from "./redact-stream.js"
import { buildScanner, type Scanner } from "./scan.js"
import { makeSweep } from "./sweep.js"
import { makeWindowScan } from "./window-scan.js"

export type { Secret } from "./patterns.js"
export type { RedactStream } from "./redact-stream.js"

/** The redactor could not be built: nothing that it would have redacted may be shown. Holds no byte of a value. */
export class RedactorUnbuildable extends Data.TaggedError("RedactorUnbuildable")<{ readonly reason: string }> {
  override get message(): string {
    return `the redactor cannot be built: ${this.reason}`
  }
}

/** What was redacted: untouched stretches of the bytes, as views, and tokens between them. */
export interface Redacted {
  readonly pieces: ReadonlyArray<Uint8Array>
  /** Every name that was hit, in byte order. */
  readonly names: ReadonlyArray<string>
}

/** One occurrence of one form, from byte `start` up to `end`. */
export interface Match {
  readonly name: string
  /** As in the table of redaction.md 2.2; what the form was derived from stands in front, as in `line/b64.0`. */
  readonly form: string
  readonly start: number
  readonly end: number
}

/** Puts `[REDACTED:NAME]` in place of every form of every secret (redaction.md 2). */
export interface Redactor {
  /** There is nothing to look for: everything passes as it is. */
  readonly isEmpty: boolean
  /** One pass over the whole; the output is never searched again. */
  readonly redact: (bytes: Uint8Array) => Redacted
  /** The same for a message. */
  readonly text: (text: string) => string
  /** The same for a text that comes in chunks. */
  readonly stream: () => RedactStream
  /** Every match, also those inside others, by start, then the longer, then by name. */
  readonly matches: (bytes: Uint8Array) => ReadonlyArray<Match>
  /** Whose matches a text has that comes in chunks. */
  readonly matchStream: () => MatchStream
}

/** Texts that never fit a decoder: what is left of a character next to a token is shown as U+FFFD. */
const decoded = (pieces: ReadonlyArray<Uint8Array>): string => {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
  return pieces.map((piece) => decoder.decode(piece)).join("")
}

const allMatches = (scanner: Scanner, bytes: Uint8Array): ReadonlyArray<Match> => {
  const { names } = scanner.patterns
  const out: Array<Match> = []
  makeWindowScan(scanner).scan(bytes, true, (mark, start, end) =>
    out.push({ name: names[mark.name] ?? "", form: mark.form, start, end })
  )
  const rank = new Map(names.map((name, index) => [name, index]))
  return out.sort((a, b) => a.start - b.start || b.end - a.end || (rank.get(a.name) ?? 0) - (rank.get(b.name) ?? 0))
}

/** The redactor over a scanner; tests put their own in. */
export const redactorOver = (scanner: Scanner): Redactor => {
  const { patterns } = scanner
  const scan = makeWindowScan(scanner)
  const tokens = patterns.names.map((name) => new TextEncoder().encode(`[REDACTED:${name}]`))

  const redact = (bytes: Uint8Array): Redacted => {
    const sweep = makeSweep(scan, tokens.length)
    const pieces: Array<Uint8Array> = []
    let from = 0
    let to = 0
    const flush = () => {
      if (to > from) pieces.push(bytes.subarray(from, to))
    }
    sweep.advance(bytes, true, {
      keep: (start, end) => {
        if (start !== to) {
          flush()
          from = start
        }
        to = end
      },
      token: (name) => {
        flush()
        from = to = -1
        const token = tokens[name]
        if (token !== undefined) pieces.push(token)
      }
    })
    flush()
    return { pieces, names: patterns.names.filter((_, name) => sweep.seen[name] === 1) }
  }

  return {
    isEmpty: false,
    redact,
    text: (text) => {
      const { pieces, names } = redact(new TextEncoder().encode(text))
      return names.length === 0 ? text : decoded(pieces)
    },
    stream: () => makeRedactStream(scan, tokens),
    matches: (bytes) => allMatches(scanner, bytes),
    matchStream: () => makeMatchStream(scan, patterns.names)
  }
}

const whole = (bytes: Uint8Array): ReadonlyArray<Uint8Array> => (bytes.length === 0 ? [] : [bytes])

const nothingToHide: Redactor = {
  isEmpty: true,
  redact: (bytes) => ({ pieces: whole(bytes), names: [] }),
  text: (text) => text,
  stream: () => ({ push: whole, end: () => [] }),
  matches: () => [],
  matchStream: () => ({ push: () => [], end: () => [] })
}

const built = (patterns: Patterns): Redactor =>
  patterns.count === 0 ? nothingToHide : redactorOver(buildScanner(patterns))

/**
 * The redactor of these secrets. An empty value is ignored: it occurs everywhere and hides nothing. Left when a name cannot
 * stand in a token, or when the forms outgrow the tables or the memory; there is never a redactor that lacks a form.
 */
export const buildRedactor = (secrets: ReadonlyArray<Secret>): Either.Either<Redactor, RedactorUnbuildable> => {
  const misnamed = secrets.find(({ name }) => name === "")
  if (misnamed !== undefined) return Either.left(new RedactorUnbuildable({ reason: "a secret has no name" }))
  return Either.try({
    try: () => {
      const patterns = patternsOf(secrets)
      return patterns === undefined ? undefined : built(patterns)
    },
    catch: () => new RedactorUnbuildable({ reason: "its tables do not fit the memory" })
  }).pipe(
    Either.filterOrLeft(
      (redactor) => redactor !== undefined,
      () => new RedactorUnbuildable({ reason: "the secrets have more forms than it can hold" })
    )
  )
}
