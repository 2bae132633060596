import { assert, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { markerOf, type VerdictWord } from "../../src/core/verdict.js"

const marker = (word: VerdictWord | undefined, said: string, text = "") => ({ word, said, text })

const rows: ReadonlyArray<readonly [rule: string, body: string, read: ReturnType<typeof marker> | undefined]> = [
  ["pass", "[autoland] verdict: pass", marker("pass", "pass")],
  ["reject", "[autoland] verdict: reject\n\ntwo findings", marker("reject", "reject", "two findings")],
  ["fix-done", "[autoland] verdict: fix-done", marker("fix-done", "fix-done")],
  ["escalate", "[autoland] verdict: escalate\nRound one: …", marker("escalate", "escalate", "Round one: …")],
  ["no blank after the colon is needed", "[autoland] verdict:pass", marker("pass", "pass")],
  ["several blanks are none", "[autoland] verdict: \t pass  ", marker("pass", "pass")],
  [
    "a carriage return belongs to the line's end",
    "[autoland] verdict: pass\r\n\r\nwell",
    marker("pass", "pass", "well")
  ],
  ["a remark is ignored", "[autoland] verdict: reject (attempt 1/2)", marker("reject", "reject (attempt 1/2)")],
  ["a remark may be empty", "[autoland] verdict: pass ()", marker("pass", "pass ()")],
  ["a remark needs a blank before it", "[autoland] verdict: pass(x)", marker(undefined, "pass(x)")],
  ["two remarks are other text", "[autoland] verdict: pass (a) (b)", marker(undefined, "pass (a) (b)")],
  ["a remark within a remark is other text", "[autoland] verdict: pass ((a))", marker(undefined, "pass ((a))")],
  ["a remark that does not end is other text", "[autoland] verdict: pass (a", marker(undefined, "pass (a")],
  ["other text makes the word unknown", "[autoland] verdict: pass it", marker(undefined, "pass it")],
  ["text after a remark makes it unknown", "[autoland] verdict: pass (a) b", marker(undefined, "pass (a) b")],
  ["a remark alone is no word", "[autoland] verdict: (a)", marker(undefined, "(a)")],
  ["the word may be empty", "[autoland] verdict:", marker(undefined, "")],
  ["the word may be unknown", "[autoland] verdict: maybe", marker(undefined, "maybe")],
  ["words are case-sensitive", "[autoland] verdict: Pass", marker(undefined, "Pass")],
  ["the marker is case-sensitive", "[Autoland] verdict: pass", undefined],
  ["nothing stands before the marker", " [autoland] verdict: pass", undefined],
  ["no byte order mark either", "\ufeff[autoland] verdict: pass", undefined],
  ["one blank within the marker", "[autoland]  verdict: pass", undefined],
  ["the colon belongs to it", "[autoland] verdict pass", undefined],
  ["a later line is inert", "Seen:\n[autoland] verdict: pass", undefined],
  ["an empty first line is the first line", "\n[autoland] verdict: pass", undefined],
  ["nothing is no marker", "", undefined],
  [
    "a marker below a marker is its text",
    "[autoland] verdict: reject\n\n[autoland] verdict: pass",
    marker("reject", "reject", "[autoland] verdict: pass")
  ]
]

for (const [rule, body, read] of rows) {
  it(rule, () => assert.deepStrictEqual(markerOf(body), read))
}

const word = FastCheck.constantFrom<VerdictWord>("pass", "reject", "fix-done", "escalate")
const line = FastCheck.string({ unit: "binary" }).map((text) => text.replaceAll("\n", ""))

it("what follows the first line never changes the word", () => {
  FastCheck.assert(
    FastCheck.property(line, FastCheck.string(), (said, rest) => {
      const alone = markerOf(`[autoland] verdict:${said}`)
      assert.deepStrictEqual(markerOf(`[autoland] verdict:${said}\n${rest}`), { ...alone, text: rest.trim() })
    })
  )
})

it("any remark without parentheses leaves the word", () => {
  FastCheck.assert(
    FastCheck.property(word, line, (said, remark) => {
      const plain = remark.replace(/[()]/g, "")
      assert.strictEqual(markerOf(`[autoland] verdict: ${said} (${plain})`)?.word, said)
    })
  )
})

it("only a first line that begins with the marker is one", () => {
  FastCheck.assert(
    FastCheck.property(FastCheck.string(), word, (before, said) => {
      const body = `${before}[autoland] verdict: ${said}`
      assert.strictEqual(markerOf(body) !== undefined, body.startsWith("[autoland] verdict:"))
    })
  )
})
