import { headerKind, headerPath, longestMark, nameBytes } from "./diff-header.js"
import type { MatchStream, Sighting } from "./redact/match-stream.js"

/** A secret that a diff would add to a file. It holds no value, no offset and no text of the diff (contract 3.4). */
export interface Finding {
  readonly secret: string
  readonly file: string
  readonly form: string
}

export interface DiffScan {
  readonly push: (chunk: Uint8Array) => void
  /** One finding a secret and file, with the form seen first; by file, then by secret. */
  readonly end: () => ReadonlyArray<Finding>
}

const lineFeed = 10
const plus = 43
const noFile = "(unknown file)"

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Added lines are short, and a matcher would rather be given much at once. */
const makeBatch = (matcher: MatchStream, found: (sightings: ReadonlyArray<Sighting>) => void) => {
  const batch = new Uint8Array(65536)
  let filled = 0
  let begun = false
  const flush = () => {
    if (filled > 0) found(matcher.push(batch.subarray(0, filled)))
    filled = 0
  }
  const lineEnd = () => {
    if (filled === batch.length) flush()
    batch[filled++] = lineFeed
  }
  const add = (bytes: Uint8Array, from: number, to: number) => {
    begun = true
    for (let at = from; at < to; ) {
      if (filled === batch.length) flush()
      const count = Math.min(to - at, batch.length - filled)
      // A view costs more than a few bytes by hand.
      if (count > 64) batch.set(bytes.subarray(at, at + count), filled)
      else for (let i = 0; i < count; i++) batch[filled + i] = bytes[at + i] ?? 0
      filled += count
      at += count
    }
  }
  const end = () => {
    if (!begun) return
    flush()
    found(matcher.end())
    begun = false
  }
  return { add, lineEnd, end }
}

const nothing = new Uint8Array(0)

/**
 * Reads a unified diff and has every text that it adds matched: added lines without their `+`, adjacent ones joined by a line feed; a
 * header of a file ends what came before it (contract 3.4). The same findings come of every chunking, and of a line nothing is kept but
 * what a header needs. `shown` is what may be told of a file's path: it may hold a secret too.
 */
export const scanDiff = (matcher: MatchStream, shown: (path: string) => string = (path) => path): DiffScan => {
  const findings = new Map<string, Finding>()
  let file = noFile
  let line: "new" | "added" | "header" | "other" = "new"
  let wasAdded = false
  /** The beginning of a line whose kind is not known yet, then the text of a header. */
  let head: Uint8Array = nothing

  const batch = makeBatch(matcher, (sightings) => {
    for (const { name, form } of sightings) {
      const key = `${file}\n${name}`
      if (!findings.has(key)) findings.set(key, { secret: name, file, form })
    }
  })

  /** Keeps what there is room for, and answers where that ends. */
  const keep = (bytes: Uint8Array, from: number, to: number, most: number): number => {
    const end = Math.min(to, from + most - head.length)
    if (end <= from) return from
    const longer = new Uint8Array(head.length + end - from)
    longer.set(head)
    longer.set(bytes.subarray(from, end), head.length)
    head = longer
    return end
  }

  const begin = (kind: "added" | "header" | "other") => {
    line = kind
    if (kind !== "added") batch.end()
    else if (wasAdded) batch.lineEnd()
    wasAdded = kind === "added"
    if (kind === "added") batch.add(head, Math.min(1, head.length), head.length)
  }

  /** The beginning of a line, up to where its kind is known; answers where that is. Most lines tell by their first two bytes. */
  const beginning = (bytes: Uint8Array, from: number, to: number): number => {
    if (head.length === 0 && bytes[from] !== plus) {
      begin("other")
      return to
    }
    if (head.length === 0 && to > from + 1 && bytes[from + 1] !== plus) {
      begin("added")
      return from + 1
    }
    const at = keep(bytes, from, to, longestMark)
    const kind = headerKind(head, false)
    if (kind !== undefined) begin(kind)
    return at
  }

  /** A part of a line without its line feed. */
  const part = (bytes: Uint8Array, from: number, to: number) => {
    const at = line === "new" && to > from ? beginning(bytes, from, to) : from
    if (line === "added") batch.add(bytes, at, to)
    else if (line === "header") keep(bytes, at, to, nameBytes)
  }

  const endOfLine = () => {
    if (line === "new") begin(headerKind(head, true) ?? "added")
    if (line === "header") file = shown(headerPath(head))
    line = "new"
    head = nothing
  }

  return {
    push: (chunk) => {
      let at = 0
      for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, at)) {
        part(chunk, at, end)
        endOfLine()
        at = end + 1
      }
      if (at < chunk.length) part(chunk, at, chunk.length)
    },
    end: () => {
      if (line !== "new" || head.length > 0) endOfLine()
      batch.end()
      return [...findings.values()].sort((a, b) => order(a.file, b.file) || order(a.secret, b.secret))
    }
  }
}
