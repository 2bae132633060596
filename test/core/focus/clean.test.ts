import { assert, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { clean } from "../../../src/core/focus/clean.js"
import { linesOf } from "../../../src/core/focus/lines.js"

const rows: ReadonlyArray<readonly [what: string, raw: string, shown: string]> = [
  ["a stamp goes, with one blank", "2026-01-01T00:00:00.0000000Z   indented", "  indented"],
  ["a stamp without a fraction goes", "2026-01-01T00:00:00Z text", "text"],
  ["a stamp with an offset goes", "2026-01-01T00:00:00.123+02:00 text", "text"],
  ["a stamp alone leaves an empty line", "2026-01-01T00:00:00.0000000Z", ""],
  [
    "a second stamp is the program's own",
    "2026-01-01T00:00:00Z 2026-01-01T00:00:01Z text",
    "2026-01-01T00:00:01Z text"
  ],
  ["a date that is no stamp stays", "2026-01-01 is a date", "2026-01-01 is a date"],
  ["a byte order mark before the stamp goes", "\ufeff2026-01-01T00:00:00Z text", "text"],
  ["a byte order mark after the stamp goes", "2026-01-01T00:00:00Z \ufefftext", "text"],
  ["colours go", "\u001b[1m\u001b[38;5;196mred\u001b[0m and \u001b[32mgreen\u001b[39m", "red and green"],
  ["colours with colons go", "\u001b[38:2::255:0:0mred\u001b[m", "red"],
  ["the cursor and the end of a line go", "\u001b[?25lcol\u001b[31mour\u001b[0m\u001b[K", "colour"],
  ["a link leaves its text", "\u001b]8;;https://example.org/\u0007text\u001b]8;;\u0007", "text"],
  ["a title ended by a string terminator goes", "\u001b]0;title\u001b\\text", "text"],
  ["an open string takes nothing with it", "\u001b]0;error: boom", "0;error: boom"],
  ["an escape of one letter goes", "\u001bMtext\u001b(B", "text"],
  ["a cut escape sequence goes", "text\u001b[3", "text"],
  ["a bare escape goes", "text\u001b", "text"],
  ["escape sequences in one character go", "\u009b31mred\u009b0m", "red"],
  ["NUL and other controls go, tabs stay", "a\u0000b\u0007\tc\u007f", "ab\tc"],
  ["a line is shown in its last state", "progress 10%\rprogress 100%", "progress 100%"],
  ["the last state stands after the last carriage return", "a long line\rab\rshort", "short"],
  ["the end of a line as on Windows takes nothing", "kept as it is\r", "kept as it is"],
  ["two carriage returns at the end take nothing", "kept\r\r", "kept"],
  ["colours after the last carriage return take nothing", "kept\r\u001b[0m", "kept"],
  ["what was erased is gone", "progress 10%\r\u001b[2K", ""],
  ["the first column is a carriage return", "progress 10%\u001b[2K\u001b[1Gdone", "done"],
  ["letters of all scripts stay", "Prüfung 测试 👩‍💻 ✖", "Prüfung 测试 👩‍💻 ✖"]
]
for (const [what, raw, shown] of rows) it(`6.3 ${what}`, () => assert.strictEqual(clean(raw), shown))

it("6.3 no escape, no carriage return and no control character but a tab is ever left", () => {
  const piece = FastCheck.oneof(
    FastCheck.string({ unit: "binary" }),
    FastCheck.constantFrom(
      "\u001b[",
      "\u001b]",
      "\u001b",
      "\r",
      "m",
      "\u009b",
      "\u0007",
      "2026-01-01T00:00:00Z ",
      "\ufeff"
    )
  )
  FastCheck.assert(
    FastCheck.property(FastCheck.array(piece), (pieces) => {
      const shown = clean(pieces.join("").replaceAll("\n", ""))
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be left
      assert.notMatch(shown, /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/)
    })
  )
})

const linesIn = (bytes: Uint8Array): ReadonlyArray<string> => {
  const lines = linesOf(bytes)
  return Array.from({ length: lines.count }, (_, i) => lines.at(i))
}

const text = (source: string): Uint8Array => new TextEncoder().encode(source)

it("a line feed ends a line, and the last line needs none", () => {
  assert.deepStrictEqual(linesIn(text("")), [])
  assert.deepStrictEqual(linesIn(text("\n")), [""])
  assert.deepStrictEqual(linesIn(text("a")), ["a"])
  assert.deepStrictEqual(linesIn(text("a\r\n\nb\n")), ["a", "", "b"])
})

it("C31 a byte that is no text becomes a sign of its own and takes no line feed with it", () => {
  assert.deepStrictEqual(linesIn(Uint8Array.of(0x61, 0xff, 0x62, 10, 0xe2, 0x82, 10, 0x63)), [
    "a\ufffdb",
    "\ufffd",
    "c"
  ])
})

it("outside the log there is nothing", () => {
  const lines = linesOf(text("a\nb"))
  assert.deepStrictEqual([lines.at(-1), lines.at(2)], ["", ""])
})
