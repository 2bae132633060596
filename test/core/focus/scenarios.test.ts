import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { focus } from "../../../src/core/focus/focus.js"

const kit = resolve(import.meta.dirname, "../../../../shared/acceptance")
const file = resolve(kit, "scenarios/focus.json")

const OneOrMore = Schema.Union(Schema.String, Schema.Array(Schema.String))

const Part = Schema.Union(
  Schema.String,
  Schema.Struct({ base64: Schema.String }),
  Schema.Struct({ repeat: Schema.String, times: Schema.Number })
)

const Body = Schema.Union(
  Schema.String,
  Schema.Struct({ file: Schema.String }),
  Schema.Struct({ parts: Schema.Array(Part) })
)

const Scenario = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  secrets: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.String })),
  world: Schema.Struct({
    statuses: Schema.optional(
      Schema.Array(
        Schema.Struct({ context: Schema.String, word: Schema.Literal("failure"), attempts: Schema.Tuple(Body) })
      )
    ),
    checkRuns: Schema.optional(
      Schema.Array(Schema.Struct({ name: Schema.String, conclusion: Schema.Literal("failure"), log: Body }))
    )
  }),
  argv: Schema.Array(Schema.String),
  expect: Schema.Struct({
    exit: Schema.Literal(0),
    stdout: Schema.Struct({
      contains: Schema.optional(OneOrMore),
      lacks: Schema.optional(OneOrMore),
      matches: Schema.optional(OneOrMore),
      lines: Schema.optional(Schema.Struct({ min: Schema.optional(Schema.Number), max: Schema.Number }))
    })
  })
})

/** The scenarios that end in a choice: the others try the verb and the wire, not what is chosen. */
const scenarios = existsSync(file)
  ? Schema.decodeUnknownSync(Schema.Array(Schema.Unknown))(JSON.parse(readFileSync(file, "utf8"))).flatMap((one) => {
      const scenario = Schema.decodeUnknownOption(Scenario)(one)
      return scenario._tag === "Some" && scenario.value.argv.includes("--focus") ? [scenario.value] : []
    })
  : []

const bytes = (body: typeof Body.Type): Buffer => {
  if (typeof body === "string") return Buffer.from(body)
  if ("file" in body) return readFileSync(resolve(kit, body.file))
  return Buffer.concat(
    body.parts.map((part) => {
      if (typeof part === "string") return Buffer.from(part)
      if ("base64" in part) return Buffer.from(part.base64, "base64")
      return Buffer.from(
        Array.from({ length: part.times }, (_, i) => part.repeat.replaceAll("{i}", String(i + 1))).join("")
      )
    })
  )
}

const list = (value: string | ReadonlyArray<string> | undefined): ReadonlyArray<string> => [value ?? []].flat()

const option = (argv: ReadonlyArray<string>, name: string): string | undefined =>
  argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined

const said = ({ world, argv, secrets }: typeof Scenario.Type): string => {
  const checks = [
    ...(world.statuses ?? []).map(({ context, attempts: [log] }) => ({ name: context, log })),
    ...(world.checkRuns ?? []).map(({ name, log }) => ({ name, log }))
  ]
  const one = option(argv, "--check")
  const lines = Number(option(argv, "--lines") ?? 60)
  return checks
    .filter(({ name }) => one === undefined || name === one)
    .map(({ name, log }) => {
      let text = bytes(log).toString("latin1")
      for (const [key, value] of Object.entries(secrets ?? {})) text = text.replaceAll(value, `[REDACTED:${key}]`)
      const choice = focus(Buffer.from(text, "latin1"), { lines, pull: Number(argv[3]), check: name })
      return one === undefined ? `=== logs: ${name} ===\n${choice}` : choice
    })
    .join("")
}

for (const scenario of scenarios) {
  it(`focus/${scenario.id}: ${scenario.title}`, () => {
    const out = said(scenario)
    const { contains, lacks, matches, lines } = scenario.expect.stdout
    for (const part of list(contains)) assert.include(out, part)
    for (const part of list(lacks)) assert.notInclude(out, part)
    for (const pattern of list(matches)) assert.match(out, new RegExp(pattern, "mu"))
    const count = out.split("\n").length - 1
    assert.isAtMost(count, lines?.max ?? count)
    assert.isAtLeast(count, lines?.min ?? 0)
  })
}

it.skipIf(!existsSync(file))("the scenarios that are played are most of the file", () => {
  assert.isAbove(scenarios.length, 20)
})
