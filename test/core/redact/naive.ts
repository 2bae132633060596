import type { ByteString } from "../../../src/core/redact/byte-string.js"
import { edge, type Form } from "../../../src/core/redact/form.js"

/**
 * The rules of redaction.md 2.4 and 2.5 said once more, slowly: every position for every form, a map entry for every byte
 * of the copy, one sort. What it shares with the product is the list of forms alone.
 */

interface Range {
  readonly name: string
  readonly start: number
  readonly end: number
}

const sequence =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
  /\x1b\[[\x20-\x3f]{0,253}[\x40-\x7e]|\x1b\](?:[^\x07\x1b]{0,253}\x07|[^\x07\x1b]{0,252}\x1b\\)/g

const alphabetOf = (bits: number): RegExp =>
  new RegExp(`^[A-Za-z0-9${bits & edge.standard ? "+/" : ""}${bits & edge.urlSafe ? "_-" : ""}]$`)

const widened = (text: ByteString, from: number, to: number, bits: number): readonly [number, number] => {
  const letter = alphabetOf(bits)
  const start = bits & edge.before && letter.test(text.charAt(from - 1)) ? from - 1 : from
  let end = bits & edge.after && letter.test(text.charAt(to)) ? to + 1 : to
  if (bits & edge.padding) end += /^={0,2}/.exec(text.slice(end, end + 2))?.[0].length ?? 0
  return [start, end]
}

const occurrences = (text: ByteString, pattern: ByteString): ReadonlyArray<number> => {
  const out: Array<number> = []
  for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) out.push(at)
  return out
}

/** Every match of the forms in the text. */
export const naiveMatches = (text: ByteString, forms: ReadonlyArray<Form & { name: string }>): ReadonlyArray<Range> => {
  const out: Array<Range> = []
  const positions: Array<number> = []
  const cuts = new Set<number>()
  const sequenceEnds = new Set<number>()
  let from = 0
  for (const match of text.matchAll(sequence)) {
    for (let at = from; at < match.index; at++) positions.push(at)
    cuts.add(positions.length)
    from = match.index + match[0].length
    sequenceEnds.add(from)
  }
  for (let at = from; at < text.length; at++) positions.push(at)
  const copy = positions.map((at) => text.charAt(at)).join("")
  for (const { name, bytes, edge: bits } of forms) {
    for (const at of occurrences(text, bytes)) {
      const [start, end] = widened(text, at, at + bytes.length, bits)
      out.push({ name, start: sequenceEnds.has(at) ? at : start, end })
    }
    for (const at of occurrences(copy, bytes)) {
      const reaches = Array.from({ length: bytes.length + 1 }, (_, i) => at + i).some((place) => cuts.has(place))
      if (!reaches) continue
      const [start, end] = widened(copy, at, at + bytes.length, bits)
      out.push({ name, start: positions[start] ?? 0, end: (positions[end - 1] ?? 0) + 1 })
    }
  }
  return out
}

const byName = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** The text with a token for each run of the matches. */
export const naiveRedaction = (text: ByteString, forms: ReadonlyArray<Form & { name: string }>): ByteString => {
  const sorted = [...naiveMatches(text, forms)].sort(
    (a, b) => a.start - b.start || b.end - a.end || byName(a.name, b.name)
  )
  let out = ""
  let covered = 0
  for (const { name, start, end } of sorted) {
    if (start >= covered) out += `${text.slice(covered, start)}[REDACTED:${name}]`
    covered = Math.max(covered, end)
  }
  return out + text.slice(covered)
}
