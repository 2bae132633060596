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
const noFile = "(unknown file)"

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Added lines are short, and a matcher would rather be given much at once. */
const makeBatch = (matcher: MatchStream, found: (sightings: ReadonlyArray<Sighting>) => void) => {
  const batch = new Uint8Array(65536)
  let filled = 0
  let begun = false
  const flush = () => {
    // What was settled may be held as a view, and the batch is written again.
    if (filled > 0) found(matcher.push(batch.slice(0, filled)))
    filled = 0
  }
  return {
    add: (bytes: Uint8Array) => {
      begun = true
      for (let at = 0; at < bytes.length; ) {
        const piece = bytes.subarray(at, at + batch.length - filled)
        batch.set(piece, filled)
        filled += piece.length
        at += piece.length
        if (filled === batch.length) flush()
      }
    },
    end: () => {
      if (!begun) return
      flush()
      found(matcher.end())
      begun = false
    }
  }
}

const newLine = Uint8Array.of(lineFeed)

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
  let head = new Uint8Array(0)

  const batch = makeBatch(matcher, (sightings) => {
    for (const { name, form } of sightings) {
      const key = `${file}\n${name}`
      if (!findings.has(key)) findings.set(key, { secret: name, file, form })
    }
  })

  const keep = (bytes: Uint8Array, most: number) => {
    const kept = bytes.subarray(0, Math.max(0, most - head.length))
    const longer = new Uint8Array(head.length + kept.length)
    longer.set(head)
    longer.set(kept, head.length)
    head = longer
    return kept.length
  }

  const begin = (kind: "added" | "header" | "other") => {
    line = kind
    if (kind === "added") {
      if (wasAdded) batch.add(newLine)
      batch.add(head.subarray(1))
    } else batch.end()
    wasAdded = kind === "added"
  }

  /** A part of a line without its line feed. */
  const part = (bytes: Uint8Array) => {
    let rest = bytes
    if (line === "new") {
      rest = bytes.subarray(keep(bytes, longestMark))
      const kind = headerKind(head, false)
      if (kind !== undefined) begin(kind)
    }
    if (line === "added") batch.add(rest)
    else if (line === "header") keep(rest, nameBytes)
  }

  const endOfLine = () => {
    if (line === "new") begin(headerKind(head, true) ?? "added")
    if (line === "header") file = shown(headerPath(head))
    line = "new"
    head = new Uint8Array(0)
  }

  return {
    push: (chunk) => {
      let at = 0
      for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, at)) {
        part(chunk.subarray(at, end))
        endOfLine()
        at = end + 1
      }
      if (at < chunk.length) part(chunk.subarray(at))
    },
    end: () => {
      if (line !== "new" || head.length > 0) endOfLine()
      batch.end()
      return [...findings.values()].sort((a, b) => order(a.file, b.file) || order(a.secret, b.secret))
    }
  }
}
