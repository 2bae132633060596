import { assert, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { integer, type Line, parseLine, type Shape, seconds } from "../../src/bin/argv.js"

const checks: Shape = {
  arguments: [{ name: "n" }],
  options: {
    wait: { help: "" },
    json: { help: "" },
    timeout: { value: "seconds", help: "" },
    repo: { value: "owner/name", help: "" }
  }
}
const reject: Shape = { arguments: [{ name: "n" }, { name: "body", text: true }], options: { json: { help: "" } } }
const view: Shape = { arguments: [{ name: "n", optional: true }], options: {} }

const flat = ({ words, flags, values }: Line): ReadonlyArray<unknown> => [
  ...words,
  ...[...flags].sort().map((flag) => `--${flag}`),
  values
]
const read = (shape: Shape, line: ReadonlyArray<string>) =>
  Either.mapBoth(parseLine(shape, line), {
    onLeft: ({ message }) => message,
    onRight: flat
  })

const lines: ReadonlyArray<
  readonly [name: string, shape: Shape, line: ReadonlyArray<string>, parsed: ReadonlyArray<unknown>]
> = [
  ["options after the positional words", checks, ["7", "--wait", "--timeout", "9"], ["7", "--wait", { timeout: "9" }]],
  ["options before the positional words", checks, ["--wait", "--timeout", "9", "7"], ["7", "--wait", { timeout: "9" }]],
  ["options between them", reject, ["7", "--json", "no"], ["7", "no", "--json", {}]],
  ["a flag that takes no word after it", checks, ["--wait", "1"], ["1", "--wait", {}]],
  ["a value behind an equals sign", checks, ["--timeout=9", "7"], ["7", { timeout: "9" }]],
  ["a value that holds an equals sign", checks, ["--repo=a=b", "7"], ["7", { repo: "a=b" }]],
  ["an empty value", checks, ["--repo=", "7"], ["7", { repo: "" }]],
  ["an empty value as a word", checks, ["--repo", "", "7"], ["7", { repo: "" }]],
  ["a value that begins with a dash", checks, ["--timeout", "-1", "7"], ["7", { timeout: "-1" }]],
  ["the last of a repeated option", checks, ["--timeout", "1", "7", "--timeout=2"], ["7", { timeout: "2" }]],
  ["a repeated flag", checks, ["--wait", "7", "--wait"], ["7", "--wait", {}]],
  ["all after -- as words", reject, ["--json", "--", "7", "--json"], ["7", "--json", "--json", {}]],
  ["-- itself only once", reject, ["7", "--", "--"], ["7", "--", {}]],
  ["an empty word", reject, ["7", ""], ["7", "", {}]],
  ["an optional word that is missing", view, [], [{}]],
  ["an optional word that is there", view, ["7"], ["7", {}]],
  ["a negative number, which the verb judges", view, ["-5"], ["-5", {}]],
  ["a lone dash", reject, ["7", "-"], ["7", "-", {}]],
  ["text that begins with a dash", reject, ["7", "- item one"], ["7", "- item one", {}]],
  ["text of one dash word", reject, ["7", "-x"], ["7", "-x", {}]],
  ["text that looks like a group of short options", reject, ["7", "-lgtm"], ["7", "-lgtm", {}]],
  ["text that begins with a negative number", reject, ["7", "-5 degrees"], ["7", "-5 degrees", {}]],
  ["text that looks like an option", reject, ["7", "--verbose"], ["7", "--verbose", {}]],
  [
    "text that looks like an option with a value",
    reject,
    ["7", "--color=auto is wrong"],
    ["7", "--color=auto is wrong", {}]
  ],
  ["text that begins like an option of the verb", reject, ["7", "--json is missing"], ["7", "--json is missing", {}]],
  ["text before an option", reject, ["7", "-lgtm", "--json"], ["7", "-lgtm", "--json", {}]]
]

for (const [name, shape, line, parsed] of lines) {
  it(`2.1 reads ${name}`, () => assert.deepStrictEqual(read(shape, line), Either.right(parsed)))
}

const wrong: ReadonlyArray<readonly [name: string, shape: Shape, line: ReadonlyArray<string>, message: string]> = [
  ["an unknown option", checks, ["7", "--wai"], "unknown option --wai"],
  ["an option in another case", checks, ["7", "--WAIT"], "unknown option --WAIT"],
  ["a negated flag", checks, ["7", "--no-wait"], "unknown option --no-wait"],
  ["a short option", checks, ["7", "-w"], "unknown option -w"],
  ["a group of short options, by the word that was typed", checks, ["7", "-xyz"], "unknown option -xyz"],
  ["an option with one dash", checks, ["7", "-wait"], "unknown option -wait"],
  ["an unknown option with a value", checks, ["7", "--tail=5"], "unknown option --tail"],
  ["a name that every object has", checks, ["7", "--constructor"], "unknown option --constructor"],
  ["another name that every object has", checks, ["7", "--__proto__"], "unknown option --__proto__"],
  ["a missing value", checks, ["7", "--timeout"], "--timeout needs a value"],
  ["a flag with a value", checks, ["7", "--wait=true"], "--wait takes no value"],
  ["a flag with an empty value", checks, ["7", "--wait="], "--wait takes no value"],
  ["no word at all", checks, [], "<n> is missing"],
  ["no word beside an option", checks, ["--wait"], "<n> is missing"],
  ["no second word", reject, ["7"], "<body> is missing"],
  ["one word too many", checks, ["7", "8"], 'unexpected argument "8"'],
  ["text that was not quoted", reject, ["7", "two", "words"], 'unexpected argument "words"'],
  ["one word too many behind --", checks, ["7", "--", "--wait"], 'unexpected argument "--wait"']
]

for (const [name, shape, line, message] of wrong) {
  it(`2.1 refuses ${name}`, () => assert.deepStrictEqual(read(shape, line), Either.left(message)))
}

it("2.1 wherever the options stand, the line is the same", () => {
  const value = FastCheck.stringMatching(/^[a-z0-9=. -]{0,6}$/)
  const option = FastCheck.oneof(
    FastCheck.constantFrom(["--wait"], ["--json"]),
    value.map((text) => [`--timeout=${text}`]),
    value.map((text) => ["--repo", text])
  )
  const once = FastCheck.uniqueArray(option, { selector: ([word = ""]) => word.split("=")[0] })
  const places = FastCheck.array(FastCheck.nat(1), { minLength: 4, maxLength: 4 })
  FastCheck.assert(
    FastCheck.property(once, places, FastCheck.nat(999), (options, place, n) => {
      const side = (which: number) => options.filter((_, i) => place[i] === which).flat()
      assert.deepStrictEqual(read(checks, [...side(0), `${n}`, ...side(1)]), read(checks, [`${n}`, ...options.flat()]))
    })
  )
})

it("2.1 a text argument comes through byte for byte, whatever it begins with, unless it is an option", () => {
  const text = FastCheck.tuple(FastCheck.constantFrom("", "-", "--", "-a", "---"), FastCheck.string()).map((parts) =>
    parts.join("")
  )
  FastCheck.assert(
    FastCheck.property(text, (body) => {
      FastCheck.pre(body !== "--" && !/^--json(=|$)/.test(body))
      assert.deepStrictEqual(read(reject, ["7", body]), Either.right(["7", body, {}]))
      assert.deepStrictEqual(read(reject, ["--", "7", body]), Either.right(["7", body, {}]))
    })
  )
})

const numbers: ReadonlyArray<readonly [text: string | undefined, least: number | undefined, read: number | string]> = [
  ["7", undefined, 7],
  ["07", undefined, 7],
  ["0", undefined, 0],
  ["-5", undefined, -5],
  ["1", 1, 1],
  ["0", 1, "n 0 is below 1"],
  ["-5", 1, "n -5 is below 1"],
  ["0x7", undefined, 'n "0x7" is no whole number'],
  ["1e3", undefined, 'n "1e3" is no whole number'],
  ["7.0", undefined, 'n "7.0" is no whole number'],
  ["+7", undefined, 'n "+7" is no whole number'],
  [" 7", undefined, 'n " 7" is no whole number'],
  ["7\n", undefined, 'n "7\\n" is no whole number'],
  ["#7", undefined, 'n "#7" is no whole number'],
  ["٧", undefined, 'n "٧" is no whole number'],
  ["1_000", undefined, 'n "1_000" is no whole number'],
  ["9007199254740993", undefined, 'n "9007199254740993" is no whole number'],
  ["", undefined, 'n "" is no whole number'],
  [undefined, undefined, 'n "" is no whole number']
]

for (const [text, least, expected] of numbers) {
  it(`2.1 the number ${JSON.stringify(text)}${least === undefined ? "" : ` of at least ${least}`} is ${expected}`, () => {
    const number = Either.mapLeft(integer("n", text, least), ({ message }) => message)
    assert.deepStrictEqual(number, typeof expected === "number" ? Either.right(expected) : Either.left(expected))
  })
}

const durations: ReadonlyArray<readonly [text: string | undefined, positive: boolean, read: number | string]> = [
  [undefined, true, 10_000],
  ["1", true, 1000],
  ["2.5", true, 2500],
  ["0.001", true, 1],
  ["007", true, 7000],
  ["0", false, 0],
  ["0.0", false, 0],
  ["0", true, "--s must be above 0"],
  ["0.000", true, "--s must be above 0"],
  ["-1", false, '--s "-1" is no number of seconds'],
  ["1e3", false, '--s "1e3" is no number of seconds'],
  [".5", false, '--s ".5" is no number of seconds'],
  ["5.", false, '--s "5." is no number of seconds'],
  ["1s", false, '--s "1s" is no number of seconds'],
  ["0x10", false, '--s "0x10" is no number of seconds'],
  ["Infinity", false, '--s "Infinity" is no number of seconds'],
  ["", false, '--s "" is no number of seconds']
]

for (const [text, positive, expected] of durations) {
  it(`2.1 the duration ${JSON.stringify(text)}${positive ? ", which must be above 0," : ""} is ${expected}`, () => {
    const millis = Either.mapLeft(seconds("--s", text, 10_000, positive), ({ message }) => message)
    assert.deepStrictEqual(millis, typeof expected === "number" ? Either.right(expected) : Either.left(expected))
  })
}
