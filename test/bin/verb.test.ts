import { assert, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { asksHelp, findVerb, helpOf, usageOf, type Verb } from "../../src/bin/verb.js"

const verb = (name: string, more: Partial<Verb<never, never>> = {}): Verb<never, never> => ({
  name,
  summary: `what ${name} does`,
  details: "and how.",
  arguments: [],
  options: {},
  run: () => Either.right(Effect.succeed(0)),
  ...more
})

const verbs = [verb("pr"), verb("pr checks"), verb("pr list"), verb("label"), verb("issue label add")]

const lines: ReadonlyArray<readonly [line: string, name: string | undefined, rest?: ReadonlyArray<string>]> = [
  ["pr checks 7 --wait", "pr checks", ["7", "--wait"]],
  ["pr list", "pr list", []],
  ["pr chekcs 7", "pr", ["chekcs", "7"]],
  ["issue label add 7 a", "issue label add", ["7", "a"]],
  ["label checks", "label", ["checks"]],
  ["issue label", undefined],
  ["PR checks 7", undefined],
  ["checks 7", undefined],
  ["--wait pr checks 7", undefined],
  ["prchecks", undefined],
  ["", undefined]
]

for (const [line, name, rest = []] of lines) {
  it(`"${line}" is ${name === undefined ? "no verb" : `the verb ${name}`}`, () => {
    const found = findVerb(verbs, line.split(" "))
    assert.deepStrictEqual(found && [found.verb.name, found.rest], name === undefined ? undefined : [name, rest])
  })
}

it("the words of a verb are words: one that holds a blank is none of them", () => {
  assert.isUndefined(findVerb([verb("pr checks")], ["pr checks", "7"]))
})

const help: ReadonlyArray<readonly [rest: ReadonlyArray<string>, asks: boolean]> = [
  [["--help"], true],
  [["7", "-h"], true],
  [["7", "--wait", "--help"], true],
  [["--", "--help"], false],
  [["7", "--", "-h"], false],
  [["7", "--helpful"], false],
  [["--title", "--help"], false],
  [["--title=x", "--help"], true],
  [[], false]
]

const shape = { arguments: [{ name: "n" }], options: { wait: { help: "" }, title: { value: "text", help: "" } } }

for (const [rest, asks] of help) {
  it(`"${rest.join(" ")}" ${asks ? "asks" : "does not ask"} for help`, () =>
    assert.strictEqual(asksHelp(shape, rest), asks))
}

const text = { arguments: [{ name: "n" }, { name: "body", text: true }], options: {} }

it("takes a text for no question, but for the first word of the line", () => {
  assert.isFalse(asksHelp(text, ["7", "--help"]))
  assert.isFalse(asksHelp(text, ["7", "-h"]))
  assert.isTrue(asksHelp(text, ["--help"]))
})

const checks = verb("pr checks", {
  arguments: [{ name: "n" }, { name: "body", optional: true }],
  options: { wait: { help: "until CI has decided" }, timeout: { value: "seconds", help: "the cap" } }
})

it("usage shows the arguments and every option, optional ones in brackets", () => {
  assert.strictEqual(
    usageOf("labctl pr checks", checks),
    "labctl pr checks <n> [<body>] [--wait] [--timeout <seconds>]"
  )
})

it("help is the summary, the usage, the details and the options in columns, --help last", () => {
  assert.strictEqual(
    helpOf("labctl pr checks", checks),
    `what pr checks does

usage: labctl pr checks <n> [<body>] [--wait] [--timeout <seconds>]

and how.

options:
  --wait               until CI has decided
  --timeout <seconds>  the cap
  --help               this text
`
  )
})
