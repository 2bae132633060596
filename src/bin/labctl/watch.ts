import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { ErrUsage } from "../../core/errors.js"
import { integer, type Line, seconds } from "../argv.js"
import { repositoryOptions } from "./options.js"
import type { LabctlVerb } from "./verbs.js"

/** Watch-spec, "Constants". */
const pollSeconds = 30
const repeatSeconds = 600
const mostPollSeconds = 3600

const poll = (line: Line): Either.Either<number, ErrUsage> =>
  Either.filterOrLeft(
    seconds("--poll", line.values["poll"], pollSeconds * 1000, true),
    (millis) => millis <= mostPollSeconds * 1000,
    () => new ErrUsage({ reason: `--poll is above ${mostPollSeconds}` })
  )

const ways: ReadonlySet<string> = new Set(["gh", "http", "lab"])

const via = (line: Line): Either.Either<void, ErrUsage> => {
  const said = line.values["via"]
  return said === undefined || ways.has(said)
    ? Either.right(undefined)
    : Either.left(new ErrUsage({ reason: `--via ${JSON.stringify(said)} is none of ${[...ways].join(", ")}` }))
}

/** The watch as a verb; `command` is what help and errors call it. */
export const watchVerb = (command: string): LabctlVerb => ({
  name: "pr watch",
  summary: "Watch a pull request: one line for each thing that asks for work, until it is merged or closed",
  arguments: [{ name: "n", optional: true }],
  options: {
    poll: { value: "seconds", help: `between two polls (${pollSeconds})` },
    repeat: { value: "seconds", help: `until an open finding is said again (${repeatSeconds})` },
    via: {
      value: "gh|http|lab",
      help: "how to read: the gh program, the forge's API, a lab server (what the environment offers)"
    },
    json: { help: "one JSON object a line in place of the text" },
    ...repositoryOptions
  },
  details: `stdout, a line each: comments, line comments, reviews, verdicts, failed checks and statuses, conflicts, a changed base, a failed poll, and
at last the merge or the close. An open finding is said again with "Still open:" in front. A push or an answer closes a comment, a new
run a failed check. No line means that nothing is open. Without a number: the one open pull request of the branch checked out here.

exit codes: 0 merged or closed, 2 usage or no such pull request, 130 and 143 after SIGINT and SIGTERM

  ${command} 7 --poll 15`,
  failureExit: 2,
  run: (line) =>
    Either.gen(function* () {
      const [word] = line.words
      const n = word === undefined ? undefined : yield* integer("the pull request number", word, 1)
      yield* via(line)
      const options = {
        command,
        n,
        poll: yield* poll(line),
        repeat: yield* seconds("--repeat", line.values["repeat"], repeatSeconds * 1000, true),
        json: line.flags.has("json")
      }
      return Effect.flatMap(
        Effect.promise(() => import("./watching.js")),
        ({ watching }) => watching(options)
      )
    })
})
