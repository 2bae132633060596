import { execFileSync } from "node:child_process"
import { assert, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { render, shellWord } from "../../../src/core/focus/render.js"

const at = (line: number): string => `line ${line}`
const base = { at, tail: false, pull: 7, check: "unit" }

it("6.3 a whole log has no gap and no closing line", () => {
  assert.strictEqual(render({ ...base, chosen: [0, 1], total: 2 }), "line 0\nline 1\n")
})

it("6.3 each gap is one line with its count, and the last line names the command", () => {
  assert.strictEqual(
    render({ ...base, check: "ci / unit (push)", chosen: [2, 3, 7], total: 10 }),
    "… 2 lines left out\nline 2\nline 3\n… 3 lines left out\nline 7\n… 2 lines left out\n" +
      "… 3 of 10 lines; all of them: labctl pr logs 7 --check 'ci / unit (push)'\n"
  )
})

it("6.3 a choice that is only the end of the log says so", () => {
  assert.strictEqual(
    render({ ...base, tail: true, chosen: [8, 9], total: 10 }),
    "… 8 lines left out\nline 8\nline 9\n… the last 2 of 10 lines; all of them: labctl pr logs 7 --check unit\n"
  )
})

it("any name of a check comes back from the shell as it was, and stays on one line", () => {
  const names = [
    "unit",
    "ci / unit (push)",
    "it's",
    "$(id)",
    "`id`",
    "a\\b",
    '"',
    "a\nb",
    "\u001b[31m'",
    "-x",
    "",
    "\u202eabc",
    "é\u0085'\\n"
  ]
  for (const name of names) {
    const word = shellWord(name)
    assert.notMatch(word, /[\n\r\u2028\u2029\u202e]/u)
    assert.strictEqual(
      execFileSync("bash", ["-c", `printf %s ${word}`], { encoding: "utf8", env: { LC_ALL: "C.UTF-8" } }),
      name
    )
  }
})

it("a name of a check never breaks out of its line", () => {
  FastCheck.assert(
    FastCheck.property(FastCheck.string({ unit: "binary" }), (name) => {
      const choice = render({ ...base, check: name, chosen: [0], total: 2 })
      assert.strictEqual(choice.split(/[\n\r\u0085\u2028\u2029]/u).length, 4)
    })
  )
})
