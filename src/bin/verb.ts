import type * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import type { ErrUsage } from "../core/errors.js"
import type { Argument, Line, Shape } from "./argv.js"

/** A verb of a program: how its line looks, what help says, and the effect that a line of it stands for. */
export interface Verb<E, R> extends Shape {
  /** `pr checks` */
  readonly name: string
  /** One line, for the list of verbs. */
  readonly summary: string
  /** What the verb prints, its exit codes, examples: what a reader of help must know and the list above does not say. */
  readonly details: string
  /** The exit code of a usage error; 2 unless the verb says otherwise. */
  readonly usageExit?: number
  /** The exit code of a failure; 1 unless the verb says otherwise. */
  readonly failureExit?: number
  /** From a line to what it runs; Left is a usage error. */
  readonly run: (line: Line) => Either.Either<Effect.Effect<number, E, R>, ErrUsage>
}

const placeholder = ({ name, optional, many }: Argument): string => {
  const one = many === true ? `<${name}>…` : `<${name}>`
  return optional === true ? `[${one}]` : one
}

const optionText = (name: string, value: string | undefined): string =>
  `--${name}${value === undefined ? "" : ` <${value}>`}`

/** `labctl pr checks <n> [--wait] …` */
export const usageOf = <E, R>(name: string, verb: Verb<E, R>): string =>
  [
    name,
    ...verb.arguments.map(placeholder),
    ...Object.entries(verb.options).map(([name, { value }]) => `[${optionText(name, value)}]`),
    ...(verb.command === true ? ["-- <command> [<argument>…]"] : [])
  ].join(" ")

/** The help of one verb: usage, what it does, its options. */
export const helpOf = <E, R>(name: string, verb: Verb<E, R>): string => {
  const rows = [
    ...Object.entries(verb.options).map(([name, { value, help }]) => [optionText(name, value), help] as const),
    ["--help", "this text"] as const
  ]
  const width = Math.max(...rows.map(([option]) => option.length))
  const options = rows.map(([option, help]) => `  ${option.padEnd(width)}  ${help}`).join("\n")
  return `${verb.summary}\n\nusage: ${usageOf(name, verb)}\n\n${verb.details}\n\noptions:\n${options}\n`
}

/** The words of a line split into its verb and the rest; undefined when no verb fits. */
export const findVerb = <E, R>(
  verbs: ReadonlyArray<Verb<E, R>>,
  words: ReadonlyArray<string>
): { readonly verb: Verb<E, R>; readonly rest: ReadonlyArray<string> } | undefined => {
  const matches = verbs.map((verb) => ({ verb, length: verb.name.split(" ").length }))
  const found = matches
    .filter(({ verb, length }) => words.slice(0, length).join(" ") === verb.name)
    .sort((a, b) => b.length - a.length)[0]
  return found === undefined ? undefined : { verb: found.verb, rest: words.slice(found.length) }
}

/**
 * True when a line asks for help. The value of an option is not a question, nor is anything behind `--`; where a verb takes free text, only its
 * first word can be one: a text that was taken for a question would be a lost write that looks like success.
 */
export const asksHelp = (shape: Shape, rest: ReadonlyArray<string>): boolean => {
  const takesText = shape.arguments.some(({ text }) => text === true)
  for (let i = 0; i < rest.length; i++) {
    const word = rest[i] ?? ""
    if (word === "--") return false
    if ((word === "--help" || word === "-h") && (i === 0 || !takesText)) return true
    const name = word.startsWith("--") ? word.slice(2) : ""
    if (Object.hasOwn(shape.options, name) && shape.options[name]?.value !== undefined) i++
  }
  return false
}
