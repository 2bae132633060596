import * as Effect from "effect/Effect"
import { field } from "../core/row.js"
import { version } from "../core/version.js"
import { Output } from "../services/output.js"
import { type Line, parseLine } from "./argv.js"
import { asksHelp, findVerb, helpOf, type Verb } from "./verb.js"

interface Failure {
  readonly _tag: string
  readonly message: string
}

/** A program of verbs. */
export interface Program<E, R> {
  readonly name: string
  readonly verbs: ReadonlyArray<Verb<E, R>>
  /** What help says before and after the list of verbs. */
  readonly purpose: string
  readonly environment: string
  /** What to do about a failure, by its tag, where the failure itself cannot know. */
  readonly advice: Readonly<Record<string, string>>
}

const usageText = <E, R>({ name, verbs, purpose, environment }: Program<E, R>): string => {
  const width = Math.max(...verbs.map((verb) => verb.name.length))
  const list = verbs.map((verb) => `  ${verb.name.padEnd(width)}  ${verb.summary}`).join("\n")
  return `${name}: ${purpose}

usage: ${name} <verb> [arguments] [options]

${list}

${name} <verb> --help tells the rest; ${name} --version the version.

${environment}
`
}

export const versionWords: ReadonlySet<string> = new Set(["--version", "-version", "version"])
const helpWords: ReadonlySet<string> = new Set(["help", "--help", "-help", "-h"])

type Provide<E, R, R2> = (
  line: Line,
  verb: Verb<E, R>
) => <A>(run: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Failure, R2>

/** A verb as its program calls it: `labctl pr checks`, or a program that is one verb. */
export interface Called<E, R> {
  readonly verb: Verb<E, R>
  readonly name: string
  readonly advice?: Readonly<Record<string, string>>
}

/**
 * Runs the words behind a verb. A failure is one line on stderr, `<name>: <message>`, and exit 1; a usage error ends in where its help is and
 * exits 2; a verb may have other codes.
 */
export const runVerb = <E extends Failure, R, R2>(
  { verb, name, advice = {} }: Called<E, R>,
  rest: ReadonlyArray<string>,
  provide: Provide<E, R, R2>
): Effect.Effect<number, never, Output | R2> =>
  Effect.gen(function* () {
    const output = yield* Output
    if (asksHelp(verb, rest)) return yield* Effect.as(output.out(helpOf(name, verb)), 0)
    const run = Effect.gen(function* () {
      const line = yield* parseLine(verb, rest)
      return yield* provide(line, verb)(yield* verb.run(line))
    })
    return yield* Effect.catchAll(run, (error: Failure) => {
      const usage = error._tag === "ErrUsage"
      const next = usage ? `see ${name} --help` : advice[error._tag]
      const message = `${name}: ${field(error.message)}${next === undefined ? "" : `; ${next}`}\n`
      return Effect.as(output.err(message), usage ? (verb.usageExit ?? 2) : (verb.failureExit ?? 1))
    })
  })

/** Runs one line of a program of verbs (contract 2.1). An unknown verb and no words at all print the usage and exit 2. */
export const runLine = <E extends Failure, R, R2>(
  program: Program<E, R>,
  words: ReadonlyArray<string>,
  provide: Provide<E, R, R2>
): Effect.Effect<number, never, Output | R2> =>
  Effect.gen(function* () {
    const output = yield* Output
    const [first = ""] = words
    if (versionWords.has(first)) return yield* Effect.as(output.out(`${program.name} ${version}\n`), 0)
    if (helpWords.has(first)) return yield* Effect.as(output.out(usageText(program)), 0)
    const found = findVerb(program.verbs, words)
    if (found === undefined) return yield* Effect.as(output.err(usageText(program)), 2)
    const { verb, rest } = found
    return yield* runVerb({ verb, name: `${program.name} ${verb.name}`, advice: program.advice }, rest, provide)
  })
