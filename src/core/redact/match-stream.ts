import type { WindowScan } from "./window-scan.js"

/** Whose secret a match gives away, in which form. */
export interface Sighting {
  readonly name: string
  readonly form: string
}

/** Tells the matches of a text that comes in chunks; what it tells does not depend on how the text was cut. */
export interface MatchStream {
  /** The matches that this chunk settles, by start, the longer first, then by name. One may be told twice. The chunk is not kept. */
  readonly push: (chunk: Uint8Array) => ReadonlyArray<Sighting>
  /** The rest. The stream is then as new. */
  readonly end: () => ReadonlyArray<Sighting>
}

interface Place extends Sighting {
  readonly start: number
  readonly end: number
}

const nothing = new Uint8Array(0)

/** Bytes of a window; more only where forms are longer. */
const usual = 65536

/**
 * Bytes held back at most. Escape sequences without a text between them could hold back any number: of a match that this many cut, only
 * what stands after them is seen.
 */
const mostHeld = 4 * 2 ** 20

const joined = (first: Uint8Array, second: Uint8Array): Uint8Array => {
  const out = new Uint8Array(first.length + second.length)
  out.set(first)
  out.set(second, first.length)
  return out
}

export const makeMatchStream = (scan: WindowScan, names: ReadonlyArray<string>): MatchStream => {
  const rank = new Map(names.map((name, index) => [name, index]))
  let held: Uint8Array = nothing
  let notBefore = 0

  /** The matches of a window that begin before what is settled of it; the others will be told again. */
  const window = (text: Uint8Array, last: boolean, out: Array<Sighting>): number => {
    const places: Array<Place> = []
    const settled = scan.scan(text, last, ({ name, form }, start, end) =>
      places.push({ name: names[name] ?? "", form, start, end })
    )
    places.sort((a, b) => a.start - b.start || b.end - a.end || (rank.get(a.name) ?? 0) - (rank.get(b.name) ?? 0))
    for (const { name, form, start } of places) if (start < settled) out.push({ name, form })
    return settled
  }

  const advance = (text: Uint8Array, last: boolean, out: Array<Sighting>): Uint8Array => {
    let from = 0
    let span = Math.max(usual, 8 * scan.reach)
    for (;;) {
      const to = Math.min(text.length, from + span)
      const atEnd = to === text.length
      const settled = window(text.subarray(from, to), atEnd && last, out)
      from += settled
      if (atEnd) return text.subarray(from)
      // Escape sequences alone fill the window: what they cut is not in sight yet.
      if (settled === 0) span *= 2
    }
  }

  return {
    push: (chunk) => {
      const out: Array<Sighting> = []
      const text = held.length === 0 ? chunk : joined(held, chunk)
      if (text.length < notBefore) {
        held = text
        return out
      }
      const rest = advance(text, false, out)
      const kept = rest.length > mostHeld ? rest.subarray(rest.length - scan.reach) : rest
      notBefore = kept.length > usual && kept.length === text.length ? 2 * kept.length : 0
      held = kept.slice()
      return out
    },
    end: () => {
      const out: Array<Sighting> = []
      advance(held, true, out)
      held = nothing
      notBefore = 0
      return out
    }
  }
}
