import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { ErrUsage } from "../../core/errors.js"
import { defaultFocus, mostFocus } from "../../core/log-choice.js"
import { integer, type Line } from "../argv.js"
import { jsonOption, repositoryOptions } from "./options.js"
import type { LabctlVerb } from "./verbs.js"

const focusOf = (line: Line): Either.Either<number | undefined, ErrUsage> => {
  const lines = line.values["lines"]
  if (!line.flags.has("focus")) {
    return lines === undefined
      ? Either.right(undefined)
      : Either.left(new ErrUsage({ reason: "--lines has a meaning with --focus alone" }))
  }
  return Either.filterOrLeft(
    lines === undefined ? Either.right(defaultFocus) : integer("--lines", lines, 1),
    (count) => count <= mostFocus,
    () => new ErrUsage({ reason: `--lines is above ${mostFocus}` })
  )
}

export const logsVerb: LabctlVerb = {
  name: "pr logs",
  summary: "Why is it red? The logs of the failing checks of a pull request, whole and without secrets",
  arguments: [{ name: "n" }],
  options: {
    check: { value: "name", help: "one check by the exact name that pr checks prints, in any state" },
    partial: { help: "print what can be had and say of the rest why not" },
    focus: { help: "only the lines that explain each failure, without timestamps and colours" },
    lines: { value: "N", help: `at most so many lines a log, with --focus (${defaultFocus})` },
    ...jsonOption,
    ...repositoryOptions
  },
  details: `stdout: per failing check "=== logs: <name> ===", then its log byte for byte; with --check one log and nothing else.
Nothing is cut short unless --focus asks for it, which says how many lines are left out. Values of secrets are [REDACTED:NAME].
stderr: notices, such as that an older attempt had to do.

exit codes: 0 logs printed, 1 nothing to print (no failing check, unknown name, no log to be had) or an error, 2 usage

  labctl pr logs 7 --focus             what failed, in short
  labctl pr logs 7 --check "ci / test" | tail -n 200
  labctl pr logs 7 --partial           when one red check has no log here

Direct: the forge's credential is masked, and the values of the variables that LAB_REDACT names.`,
  run: (line) =>
    Either.gen(function* () {
      const n = yield* integer("the pull request number", line.words[0], 1)
      const focus = yield* focusOf(line)
      const options = {
        n,
        json: line.flags.has("json"),
        check: line.values["check"],
        partial: line.flags.has("partial"),
        focus
      }
      return Effect.flatMap(
        Effect.promise(() => import("../../programs/logs.js")),
        ({ logs }) => logs(options)
      )
    })
}
