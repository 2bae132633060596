import { assert, it } from "@effect/vitest"
import { Effect, Either, FastCheck } from "effect"
import { parseLine, type Shape } from "../../src/bin/argv.js"
import { usageOf } from "../../src/bin/verb.js"

const exec: Shape = { arguments: [{ name: "NAME", many: true }], options: { json: { help: "" } }, command: true }
const scan: Shape = { arguments: [{ name: "rev-arg", many: true }], options: {}, verbatim: true }

const read = (shape: Shape, line: ReadonlyArray<string>) =>
  Either.mapBoth(parseLine(shape, line), {
    onLeft: ({ message }) => message,
    onRight: ({ words, command }) => ({ words, command })
  })

const commands: ReadonlyArray<
  readonly [what: string, line: ReadonlyArray<string>, words: ReadonlyArray<string>, command: ReadonlyArray<string>]
> = [
  ["one name", ["A", "--", "ls"], ["A"], ["ls"]],
  ["several names and arguments", ["A", "B", "--", "ls", "-l", "x"], ["A", "B"], ["ls", "-l", "x"]],
  ["the first -- of several", ["A", "--", "git", "log", "--", "x"], ["A"], ["git", "log", "--", "x"]],
  ["options of the command", ["A", "--", "ls", "--json", "--help"], ["A"], ["ls", "--json", "--help"]],
  ["an option of the verb before --", ["--json", "A", "--", "ls"], ["A"], ["ls"]],
  ["an empty argument", ["A", "--", "ls", ""], ["A"], ["ls", ""]]
]

for (const [what, line, words, command] of commands) {
  it(`2.1 2.5 a command with ${what}`, () => assert.deepStrictEqual(read(exec, line), Either.right({ words, command })))
}

const wrong: ReadonlyArray<readonly [what: string, shape: Shape, line: ReadonlyArray<string>, message: string]> = [
  ["no word at all", exec, [], "the command is missing: it stands behind --"],
  ["no --", exec, ["A", "ls"], "the command is missing: it stands behind --"],
  ["nothing behind --", exec, ["A", "--"], "the command is missing: it stands behind --"],
  ["no name before --", exec, ["--", "ls"], "<NAME> is missing"],
  ["an unknown option before --", exec, ["A", "--all", "--", "ls"], "unknown option --all"],
  ["no argument to pass on", scan, [], "<rev-arg> is missing"]
]

for (const [what, shape, line, message] of wrong) {
  it(`2.5 ${what} is a usage error`, () => assert.deepStrictEqual(read(shape, line), Either.left(message)))
}

it("2.5 a verbatim line comes through word for word, dashes and all", () =>
  FastCheck.assert(
    FastCheck.property(
      FastCheck.array(FastCheck.oneof(FastCheck.string(), FastCheck.constantFrom("--", "--not", "--all", "-1")), {
        minLength: 1
      }),
      (words) => assert.deepStrictEqual(read(scan, words), Either.right({ words, command: undefined }))
    )
  ))

it("help tells that words may repeat and that a command follows", () => {
  const told = (name: string, shape: Shape) =>
    usageOf(`labctl ${name}`, { ...shape, name, summary: "", details: "", run: () => Either.right(Effect.succeed(0)) })
  assert.strictEqual(told("secret exec", exec), "labctl secret exec <NAME>… [--json] -- <command> [<argument>…]")
  assert.strictEqual(told("secret scan", scan), "labctl secret scan <rev-arg>…")
})
