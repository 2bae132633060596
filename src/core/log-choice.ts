import * as Either from "effect/Either"
import type { Check } from "./checks.js"
import { ErrUnknownCheck } from "./errors.js"
import { field } from "./row.js"

/** Which logs of a head are asked for, and how they are shown (contract 6.3). */
export interface LogOptions {
  /** One check by its exact name, in any state; absent or empty: every red one. */
  readonly check?: string | undefined
  /** Serve what can be had and say of the rest why not. */
  readonly partial: boolean
  /** At most so many lines of each log: those that explain its failure. Absent: whole. */
  readonly focus?: number | undefined
}

export const defaultFocus = 60
export const mostFocus = 100_000

/** The names of the checks whose logs are wanted, in row order; none when nothing is red. */
export const chosenChecks = (
  checks: ReadonlyArray<Check>,
  check: string | undefined
): Either.Either<ReadonlyArray<string>, ErrUnknownCheck> => {
  if (check === undefined || check === "") {
    return Either.right(checks.filter(({ state }) => state === "failure").map(({ name }) => name))
  }
  return checks.some(({ name }) => name === check)
    ? Either.right([check])
    : Either.left(new ErrUnknownCheck({ check, available: checks.map(({ name }) => name) }))
}

/** The line before a log where several may follow; a name cannot break it. */
export const heading = (check: string): string => `=== logs: ${field(check)} ===\n`

/** What helps a reader of several logs when one of them cannot be had (contract 12.2.12). */
export const partialHint = "--partial shows the others, --check one of them"
