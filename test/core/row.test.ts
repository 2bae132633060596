import { assert, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { field, row } from "../../src/core/row.js"

const blanked: ReadonlyArray<readonly [what: string, from: number, to: number]> = [
  ["a C0 control", 0x00, 0x1f],
  ["DEL", 0x7f, 0x7f],
  ["a C1 control", 0x80, 0x9f],
  ["a line or paragraph separator", 0x2028, 0x2029],
  ["a bidirectional mark", 0x200e, 0x200f],
  ["the Arabic letter mark", 0x061c, 0x061c],
  ["a bidirectional embedding", 0x202a, 0x202e],
  ["a bidirectional isolate", 0x2066, 0x2069]
]

for (const [what, from, to] of blanked) {
  it(`12.2.20 12.2.34 ${what} in a field becomes one blank`, () => {
    for (let code = from; code <= to; code++) assert.strictEqual(field(`a${String.fromCharCode(code)}b`), "a b")
  })
}

it("C29 each control character becomes a blank of its own, and nothing else changes", () => {
  assert.strictEqual(field("a\t\r\nb  c"), "a   b  c")
  assert.strictEqual(
    field("Prüfung – Ω / build (3.12, linux/arm64) 👩‍💻 ‎"),
    "Prüfung – Ω / build (3.12, linux/arm64) 👩‍💻  "
  )
})

it("a row without text in a field keeps its tab", () => {
  assert.strictEqual(row("unit", "success", "", "", "u"), "unit\tsuccess\t\t\tu\n")
})

it("a row always has exactly its fields, and one line feed at its end", () => {
  const nasty = FastCheck.oneof(
    FastCheck.string({ unit: "binary" }),
    FastCheck.constantFrom("\t", "\n", "\r\n", "\u2028", "\u0085")
  )
  FastCheck.assert(
    FastCheck.property(FastCheck.array(nasty, { minLength: 1, maxLength: 6 }), (fields) => {
      const text = row(...fields)
      assert.strictEqual(text.split("\t").length, fields.length)
      assert.deepStrictEqual(text.split(/[\n\r\v\f\u0085\u2028\u2029]/u).length, 2)
      assert.isTrue(text.endsWith("\n"))
    })
  )
})
