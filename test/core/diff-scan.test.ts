import { assert, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { scanDiff } from "../../src/core/diff-scan.js"
import type { MatchStream } from "../../src/core/redact/match-stream.js"
import { buildRedactor } from "../../src/core/redact/redactor.js"

const bytes = (text: string) => new TextEncoder().encode(text)

/** The plainest matcher: it keeps everything, and tells at the end what stood in it. */
const naive = (secrets: Readonly<Record<string, string>>): MatchStream => {
  let text = ""
  return {
    push: (chunk) => {
      text += Buffer.from(chunk).toString("latin1")
      return []
    },
    end: () => {
      const found = Object.entries(secrets).filter(([, value]) => text.includes(value))
      text = ""
      return found.map(([name]) => ({ name, form: "raw" }))
    }
  }
}

const real = (secrets: Readonly<Record<string, string>>): MatchStream =>
  Either.getOrThrow(
    buildRedactor(Object.entries(secrets).map(([name, value]) => ({ name, value: bytes(value) })))
  ).matchStream()

const scan = (matcher: MatchStream, ...chunks: ReadonlyArray<Uint8Array>) => {
  const diff = scanDiff(matcher)
  for (const chunk of chunks) diff.push(chunk)
  return diff.end()
}

/** As `secret file`. */
const found = (secrets: Readonly<Record<string, string>>, ...lines: ReadonlyArray<string>) =>
  scan(naive(secrets), bytes(`${lines.join("\n")}\n`)).map(({ secret, file }) => `${secret} ${file}`)

const key = { KEY: "tok-5501" }

const rows: ReadonlyArray<readonly [what: string, lines: ReadonlyArray<string>, findings: ReadonlyArray<string>]> = [
  ["an added line", ["+++ b/a.txt", "@@ -0,0 +1 @@", "+x tok-5501 y"], ["KEY a.txt"]],
  ["G05 a removed line", ["--- a/a.txt", "+++ b/a.txt", "-tok-5501"], []],
  ["a context line", ["+++ b/a.txt", " tok-5501"], []],
  ["a hunk header", ["+++ b/a.txt", "@@ -1 +1 @@ tok-5501", "+x"], []],
  ["a file header", ["diff --git a/tok-5501 b/tok-5501", "+++ b/tok-5501", "+x"], []],
  ["a line before any header", ["+tok-5501"], ["KEY (unknown file)"]],
  ["G04 an added line whose text begins with two plus signs", ["+++ b/a.txt", "+++ b tok-5501"], ["KEY a.txt"]],
  ["an added line that begins like /dev/null", ["+++ b/a.txt", "+++ /dev/null/tok-5501"], ["KEY a.txt"]],
  ["an added line that begins like a name of its own", ["+++ b/a.txt", "+++ c/tok-5501"], ["KEY a.txt"]],
  ["an added line of four plus signs", ["+++ b/a.txt", "++++ b/tok-5501"], ["KEY a.txt"]],
  ["an added line without a blank behind the plus signs", ["+++ b/a.txt", "+++b/tok-5501"], ["KEY a.txt"]],
  ["a removed file", ["+++ b/a.txt", "+x", "+++ /dev/null", "-tok-5501"], []],
  ["a value in two files", ["+++ b/b.txt", "+tok-5501", "+++ b/a.txt", "+tok-5501"], ["KEY a.txt", "KEY b.txt"]],
  ["a value twice in a file", ["+++ b/a.txt", "+tok-5501", " x", "+tok-5501"], ["KEY a.txt"]],
  [
    "a file that comes twice",
    ["+++ b/a.txt", "+tok-5501", "+++ b/b.txt", "+x", "+++ b/a.txt", "+tok-5501"],
    ["KEY a.txt"]
  ],
  ["the leading plus sign", ["+++ b/a.txt", "+5501"], []],
  ["a name with blanks, behind which git puts a tab", ["+++ b/a b.txt\t", "+tok-5501"], ["KEY a b.txt"]],
  ["a quoted name", ['+++ "b/t\\303\\251\\t\\"\\\\x"', "+tok-5501"], ['KEY té\t"\\x']],
  ["a name of other letters that is not quoted", ["+++ b/té.txt", "+tok-5501"], ["KEY té.txt"]],
  ["a file without a line feed at its end", ["+++ b/a.txt", "+tok-5501", "\\ No newline at end of file"], ["KEY a.txt"]]
]

for (const [what, lines, findings] of rows) {
  it(`3.4 ${what}: ${findings.length === 0 ? "clean" : findings.join(", ")}`, () =>
    assert.deepStrictEqual(found(key, ...lines), findings))
}

const pem = { PEM: "first-half\nsecond-half" }

const across: ReadonlyArray<readonly [what: string, lines: ReadonlyArray<string>, findings: ReadonlyArray<string>]> = [
  ["G06 two adjacent added lines", ["+++ b/k", "+first-half", "+second-half"], ["PEM k"]],
  ["two added lines with a context line between", ["+++ b/k", "+first-half", " x", "+second-half"], []],
  ["two added lines with a removed line between", ["+++ b/k", "+first-half", "-x", "+second-half"], []],
  ["two added lines with a hunk header between", ["+++ b/k", "+first-half", "@@ -9 +9 @@", "+second-half"], []],
  ["two files", ["+++ b/k", "+first-half", "+++ b/l", "+second-half"], []],
  ["two files, the second one removed", ["+++ b/k", "+first-half", "+++ /dev/null", "+second-half"], []]
]

for (const [what, lines, findings] of across) {
  it(`3.4 a value of two lines over ${what}: ${findings.length === 0 ? "clean" : "found"}`, () =>
    assert.deepStrictEqual(found(pem, ...lines), findings))
}

it("3.4 a diff without a line feed at its end is read to its end", () => {
  assert.strictEqual(scan(naive(key), bytes("+++ b/a\n+tok-5501")).length, 1)
  assert.deepStrictEqual(
    scan(naive(key), bytes("+tok-5501\n+++ b/a")).map(({ file }) => file),
    ["(unknown file)"]
  )
})

it("3.4 findings are sorted by file, then by secret, and hold the form that was seen first", () => {
  const secrets = { B: "bbb-5501-bbb", A: "aaa-5501-aaa" }
  const base64 = Buffer.from(secrets.B).toString("base64")
  const lines = ["+++ b/z", "+bbb-5501-bbb aaa-5501-aaa", "+++ b/a", `+${base64} bbb-5501-bbb`]
  const findings = scan(real(secrets), bytes(lines.join("\n")))
  assert.deepStrictEqual(
    findings.map(({ file, secret }) => `${file} ${secret}`),
    ["a B", "z A", "z B"]
  )
  assert.match(findings[0]?.form ?? "", /^b64/)
  assert.strictEqual(findings[2]?.form, "raw")
  assert.deepStrictEqual([...new Set(findings.flatMap(Object.keys))].sort(), ["file", "form", "secret"])
})

it("what may not be told of a path is not", () => {
  const diff = scanDiff(naive(key), (path) => path.replaceAll("tok-5501", "***"))
  diff.push(bytes("+++ b/z/tok-5501\n+tok-5501\n"))
  assert.deepStrictEqual(diff.end(), [{ secret: "KEY", file: "z/***", form: "raw" }])
})

const secrets = { KEY: "tok-5501-tok", PEM: "first-half\nsecond-half" }
const line = FastCheck.constantFrom(
  "+++ b/one.txt",
  '+++ "b/tw\\303\\266"',
  "+++ /dev/null",
  "+++ /dev/nul",
  "+++ b",
  "+++ tok-5501-tok",
  "+++",
  "++",
  "+",
  "",
  "@@ -1 +1 @@",
  " context",
  "-tok-5501-tok",
  "+tok-5501-tok",
  "+tok-5501-",
  "+first-half",
  "+second-half",
  " second-half",
  `+${Buffer.from("xtok-5501-tok").toString("base64")}`,
  "+tok-\u001b[31m5501\u001b[0m-tok"
)
const diffs = FastCheck.tuple(FastCheck.array(line, { maxLength: 24 }), FastCheck.constantFrom("", "\n")).map(
  ([lines, end]) => bytes(lines.join("\n") + end)
)

const cutAt = (text: Uint8Array, cuts: ReadonlyArray<number>): ReadonlyArray<Uint8Array> => {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length]
  return places.slice(1).map((end, i) => text.slice(places[i], end))
}

for (const [name, matcher] of [
  ["the plainest matcher", naive],
  ["the redactor's", real]
] as const) {
  it(`3.4 any chunking gives the same findings, with ${name}`, () =>
    FastCheck.assert(
      FastCheck.property(diffs, FastCheck.array(FastCheck.nat(2000), { maxLength: 12 }), (diff, cuts) => {
        const whole = scan(matcher(secrets), diff)
        assert.deepStrictEqual(scan(matcher(secrets), ...cutAt(diff, cuts)), whole)
        assert.deepStrictEqual(scan(matcher(secrets), ...Array.from(diff, (byte) => Uint8Array.of(byte))), whole)
      }),
      { numRuns: 300 }
    ))
}

it("3.4 exactly the added text of each file is matched", () =>
  FastCheck.assert(
    FastCheck.property(
      FastCheck.array(
        FastCheck.tuple(FastCheck.constantFrom("+", "-", " "), FastCheck.stringMatching(/^[a-z+ -]{0,8}$/))
      ),
      (lines) => {
        const seen: Array<string> = []
        let block = ""
        const matcher: MatchStream = {
          push: (chunk) => {
            block += Buffer.from(chunk).toString()
            return []
          },
          end: () => {
            seen.push(block)
            block = ""
            return []
          }
        }
        scan(matcher, bytes(lines.map(([sign, text]) => `${sign}${text}\n`).join("")))
        const blocks: Array<Array<string>> = [[]]
        for (const [sign, text] of lines) {
          if (sign === "+") blocks.at(-1)?.push(text)
          else blocks.push([])
        }
        assert.deepStrictEqual(
          seen.filter((text) => text !== ""),
          blocks.map((texts) => texts.join("\n")).filter((text) => text !== "")
        )
      }
    )
  ))

it("3.4 a line of 64 MiB is matched in bounded memory, and so is a header", () => {
  const diff = scanDiff(real({ KEY: "tok-5501-tok-5501" }))
  const megabyte = new Uint8Array(2 ** 20).fill(120)
  const before = process.memoryUsage()
  diff.push(bytes("+++ b/"))
  for (let n = 0; n < 64; n++) diff.push(megabyte)
  diff.push(bytes("\n+"))
  for (let n = 0; n < 64; n++) diff.push(megabyte)
  const after = process.memoryUsage()
  assert.isBelow(after.arrayBuffers - before.arrayBuffers, 100 * 2 ** 20)
  diff.push(bytes("tok-5501-tok-5501"))
  const [finding, ...more] = diff.end()
  assert.strictEqual(finding?.secret, "KEY")
  assert.isBelow(finding?.file.length ?? 0, 32_768)
  assert.strictEqual(more.length, 0)
})
