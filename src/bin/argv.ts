import * as Either from "effect/Either"
import { ErrUsage } from "../core/errors.js"

/** One option of a verb. A flag takes no value. */
export interface Option {
  readonly value?: string
  readonly help: string
}

/** One positional argument. */
export interface Argument {
  readonly name: string
  readonly optional?: boolean
  /** Free text: a word of it may begin with a dash. */
  readonly text?: boolean
  /** The last one: it may stand more than once. */
  readonly many?: boolean
}

/** What a line of one verb may hold, in the order in which help tells it. */
export interface Shape {
  readonly arguments: ReadonlyArray<Argument>
  readonly options: Readonly<Record<string, Option>>
  /** All after `--` is a command to run, and no word of this line. */
  readonly command?: boolean
  /** Every word is passed on as it stands, dashes and `--` too. */
  readonly verbatim?: boolean
}

/** A line taken apart: the positional words, and the options by name; the last of a repeated one counts. */
export interface Line {
  readonly words: ReadonlyArray<string>
  readonly flags: ReadonlySet<string>
  readonly values: Readonly<Record<string, string>>
  /** The command and its arguments, where the verb takes one. */
  readonly command?: ReadonlyArray<string>
}

const usage = (reason: string) => Either.left(new ErrUsage({ reason }))

const countWrong = (shape: Shape, words: ReadonlyArray<string>): string | undefined => {
  const missing = shape.arguments.find(({ optional }, i) => optional !== true && i >= words.length)
  if (missing !== undefined) return `<${missing.name}> is missing`
  const extra = shape.arguments.at(-1)?.many === true ? undefined : words[shape.arguments.length]
  return extra === undefined ? undefined : `unexpected argument ${JSON.stringify(extra)}`
}

const checked = (shape: Shape, line: Line): Either.Either<Line, ErrUsage> => {
  const wrong = countWrong(shape, line.words)
  return wrong === undefined ? Either.right(line) : usage(wrong)
}

/**
 * Takes the words after a verb apart. Options stand before, between or after the positional words, as `--name value` or `--name=value`, and
 * may repeat; all after `--` is positional. A dash word that is no option and no number is refused, except where the verb takes free text. Left
 * names what is wrong.
 */
export const parseLine = (shape: Shape, args: ReadonlyArray<string>): Either.Either<Line, ErrUsage> => {
  if (shape.verbatim === true) return checked(shape, { words: args, flags: new Set(), values: {} })
  const takesText = shape.arguments.some(({ text }) => text === true)
  const words: Array<string> = []
  const flags = new Set<string>()
  const values: Record<string, string> = {}
  const end = shape.command === true ? args.indexOf("--") : -1
  const command = end < 0 ? [] : args.slice(end + 1)
  if (shape.command === true && command.length === 0) return usage("the command is missing: it stands behind --")
  const rest = end < 0 ? [...args] : args.slice(0, end)
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--") {
      words.push(...rest)
      break
    }
    const [, name = "", inline] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? []
    const option = Object.hasOwn(shape.options, name) ? shape.options[name] : undefined
    if (option === undefined) {
      if (!takesText && /^-[^\d]/s.test(word)) return usage(`unknown option ${word.split("=")[0]}`)
      words.push(word)
    } else if (option.value === undefined) {
      if (inline !== undefined) return usage(`--${name} takes no value`)
      flags.add(name)
    } else {
      const value = inline ?? rest.shift()
      if (value === undefined) return usage(`--${name} needs a value`)
      values[name] = value
    }
  }
  const line = { words, flags, values }
  return checked(shape, shape.command === true ? { ...line, command } : line)
}

/** A base-10 integer, of at least `least` where the verb judges it here. */
export const integer = (what: string, text: string | undefined, least?: number): Either.Either<number, ErrUsage> => {
  const value = /^-?\d{1,15}$/.test(text ?? "") ? Number(text) : Number.NaN
  if (Number.isNaN(value)) return usage(`${what} ${JSON.stringify(text ?? "")} is no whole number`)
  return least !== undefined && value < least ? usage(`${what} ${value} is below ${least}`) : Either.right(value)
}

/** Seconds, decimals allowed, as milliseconds; `fallback` when absent. */
export const seconds = (
  what: string,
  text: string | undefined,
  fallback: number,
  positive: boolean
): Either.Either<number, ErrUsage> => {
  if (text === undefined) return Either.right(fallback)
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(value)) return usage(`${what} ${JSON.stringify(text)} is no number of seconds`)
  return positive && value === 0 ? usage(`${what} must be above 0`) : Either.right(value * 1000)
}
