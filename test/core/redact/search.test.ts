import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { edge, type Form } from "../../../src/core/redact/form.js"
import { layOut, type Mark, type Patterns } from "../../../src/core/redact/patterns.js"
import { redactorOver } from "../../../src/core/redact/redactor.js"
import { automatonScanner, buildScanner } from "../../../src/core/redact/scan.js"
import { naiveMatches, naiveRedaction } from "./naive.js"
import { latin1, shown, streamed } from "./support.js"

type Named = Form & { readonly name: string }

const names = ["A", "B", "C"]

const patternsFrom = (forms: ReadonlyArray<Named>): Patterns => {
  const found = new Map<string, Array<Mark>>()
  for (const { name, bytes, id, edge: bits } of forms) {
    found.set(bytes, [...(found.get(bytes) ?? []), { name: names.indexOf(name), form: id, edge: bits }])
  }
  const patterns = layOut(names, found)
  return patterns ?? assert.fail("too many")
}

const automatonOf = (patterns: Patterns) => automatonScanner(patterns) ?? assert.fail("no room")

/** Few letters make many overlaps; the sequences and signs are what the rules of escapes and neighbours turn on. */
const letters = fc.constantFrom("a", "b")
const signs = fc.constantFrom(
  "a",
  "b",
  "a",
  "b",
  "c",
  "=",
  "+",
  "-",
  " ",
  "\x1b",
  "[",
  "m",
  "]",
  "\x07",
  "\x1b[m",
  "\x1b[1;31m",
  "\x1b]8;;ab\x07",
  "\x1b]ba\x1b\\"
)

const wordOf = (letter: fc.Arbitrary<string>, least: number, most: number) =>
  fc.array(letter, { minLength: least, maxLength: most }).map((all) => all.join(""))

const bits = fc.constantFrom(
  edge.none,
  edge.padding | edge.standard,
  edge.before | edge.padding | edge.standard,
  edge.before | edge.after | edge.padding | edge.urlSafe,
  edge.after | edge.padding | edge.standard | edge.urlSafe
)

const formsFrom = (letter: fc.Arbitrary<string>, least: number, most: number): fc.Arbitrary<ReadonlyArray<Named>> =>
  fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...names),
      id: fc.constant("raw"),
      bytes: wordOf(letter, least, most),
      edge: bits
    }),
    {
      minLength: 1,
      maxLength: 12,
      selector: ({ name, bytes }) => `${name} ${bytes}`
    }
  )

const lengths: ReadonlyArray<readonly [title: string, least: number, most: number]> = [
  ["of 1 to 5 bytes, stored by force", 1, 5],
  ["of 6 bytes", 6, 6],
  ["of 7 to 14 bytes", 7, 14],
  ["of 15 bytes and more", 15, 40],
  ["of every length", 1, 40]
]

const chunks = (text: string, cuts: ReadonlyArray<number>): ReadonlyArray<Uint8Array> => {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length]
  return places.slice(1).map((end, index) => latin1(text.slice(places[index], end)))
}

/** The text holds forms whole and in part, side by side with noise. */
const textOver = (forms: ReadonlyArray<Named>, letter: fc.Arbitrary<string>) =>
  fc
    .array(
      fc.oneof(
        wordOf(letter, 0, 20),
        fc.constantFrom(...forms.map(({ bytes }) => bytes)),
        fc
          .tuple(fc.constantFrom(...forms.map(({ bytes }) => bytes)), fc.nat(40), wordOf(letter, 0, 2))
          .map(([bytes, at, between]) => bytes.slice(0, at) + between + bytes.slice(at))
      ),
      { maxLength: 12 }
    )
    .map((parts) => parts.join(""))

const cases = (letter: fc.Arbitrary<string>, least: number, most: number) =>
  formsFrom(letter, least, most).chain((forms) =>
    fc.tuple(fc.constant(forms), textOver(forms, fc.oneof(letter, signs)), fc.array(fc.nat(400), { maxLength: 6 }))
  )

describe("the search, beside a naive one", () => {
  for (const [title, least, most] of lengths) {
    for (const [alphabet, letter] of [
      ["two letters", letters],
      ["letters and escapes", signs]
    ] as const) {
      it(`finds what a naive search finds: forms ${title}, ${alphabet}`, () => {
        fc.assert(
          fc.property(cases(letter, least, most), ([forms, text, cuts]) => {
            const patterns = patternsFrom(forms)
            const wanted = naiveRedaction(text, forms)
            const hit = [...new Set(naiveMatches(text, forms).map(({ name }) => name))].sort()
            for (const scanner of [
              buildScanner(patterns),
              buildScanner(patterns, Number.POSITIVE_INFINITY),
              automatonOf(patterns)
            ]) {
              const redactor = redactorOver(scanner)
              const { pieces, names: seen } = redactor.redact(latin1(text))
              assert.strictEqual(shown(pieces), wanted)
              assert.deepStrictEqual(seen, hit)
              assert.strictEqual(streamed(redactor, chunks(text, cuts)), wanted)
            }
          }),
          { numRuns: 300 }
        )
      })
    }
  }

  it("tells every match, by start, then the longer, then by name", () => {
    fc.assert(
      fc.property(cases(signs, 1, 20), ([forms, text]) => {
        const key = (range: { name: string; start: number; end: number }) => `${range.start} ${range.end} ${range.name}`
        const told = redactorOver(buildScanner(patternsFrom(forms))).matches(latin1(text))
        assert.deepStrictEqual(
          [...new Set(told.map(key))].sort(),
          [...new Set(naiveMatches(text, forms).map(key))].sort()
        )
        told.slice(1).forEach((match, index) => {
          const before = told[index] ?? match
          const order =
            before.start - match.start ||
            match.end - before.end ||
            (before.name < match.name ? -1 : before.name > match.name ? 1 : 0)
          assert.isAtMost(order, 0)
        })
      }),
      { numRuns: 300 }
    )
  })
})
