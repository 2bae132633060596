import { type ByteString, utf8, writeBytes } from "./byte-string.js"
import type { Form } from "./form.js"
import { derivedForms } from "./forms.js"

/** A named value to hide, as it is stored. */
export interface Secret {
  readonly name: string
  readonly value: Uint8Array
}

/** What a match of a pattern gives away: whose secret, in which form, and what to take of the neighbours. */
export interface Mark {
  /** Place of the name in `Patterns.names`, so that a smaller number is a smaller name. */
  readonly name: number
  readonly form: string
  readonly edge: number
}

/** Every form of every secret, equal byte strings once. */
export interface Patterns {
  /** All names, each once, in byte order. */
  readonly names: ReadonlyArray<string>
  readonly count: number
  /** The bytes of all patterns one after the other, and a few more that a wide read may touch. */
  readonly bytes: Uint8Array
  /** Where each pattern begins in `bytes`; one entry more than there are patterns. */
  readonly starts: Int32Array
  /** By pattern. */
  readonly marks: ReadonlyArray<ReadonlyArray<Mark>>
  /** In bytes; 0 where there is no pattern. */
  readonly longest: number
  readonly shortest: number
}

/** A read of this many bytes may begin at the last byte of the last pattern. */
const slack = 8

const byteOrder = (a: string, b: string): number => {
  const left = utf8(a)
  const right = utf8(b)
  return left < right ? -1 : left > right ? 1 : 0
}

/** More bytes than this cannot be addressed by the tables. */
const most = 0x3fffffff

/** Lays byte strings out with their marks; `undefined` where they are too many to be addressed. */
export const layOut = (
  names: ReadonlyArray<string>,
  found: ReadonlyMap<ByteString, ReadonlyArray<Mark>>
): Patterns | undefined => {
  const texts = [...found.keys()]
  const total = texts.reduce((sum, text) => sum + text.length, 0)
  if (total > most) return undefined
  const bytes = new Uint8Array(total + slack)
  const starts = new Int32Array(texts.length + 1)
  let at = 0
  let longest = 0
  let shortest = total
  texts.forEach((text, pattern) => {
    writeBytes(text, bytes, at)
    at += text.length
    starts[pattern + 1] = at
    longest = Math.max(longest, text.length)
    shortest = Math.min(shortest, text.length)
  })
  return { names, count: texts.length, bytes, starts, marks: [...found.values()], longest, shortest }
}

/** All patterns of all secrets. Two secrets with one form are two marks of it; one name's first form speaks for it. */
export const patternsOf = (secrets: ReadonlyArray<Secret>): Patterns | undefined => {
  const names = [...new Set(secrets.map((secret) => secret.name))].sort(byteOrder)
  const rank = new Map(names.map((name, index) => [name, index]))
  const found = new Map<ByteString, Array<Mark>>()
  const add = (name: number, { bytes, id, edge }: Form): void => {
    const marks = found.get(bytes)
    if (marks === undefined) {
      found.set(bytes, [{ name, form: id, edge }])
      return
    }
    const own = marks.findIndex((mark) => mark.name === name)
    const known = marks[own]
    if (known === undefined) marks.push({ name, form: id, edge })
    else marks[own] = { ...known, edge: known.edge | edge }
  }
  for (const { name, value } of secrets) {
    for (const form of derivedForms(value)) add(rank.get(name) ?? 0, form)
  }
  return layOut(names, found)
}

/** In bytes. */
export const lengthOf = ({ starts }: Patterns, pattern: number): number =>
  (starts[pattern + 1] ?? 0) - (starts[pattern] ?? 0)

/** The bytes of one pattern. */
export const patternBytes = (patterns: Patterns, pattern: number): Uint8Array =>
  patterns.bytes.subarray(patterns.starts[pattern] ?? 0, patterns.starts[pattern + 1] ?? 0)
