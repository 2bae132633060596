import * as Either from "effect/Either"
import { ErrUsage } from "../../core/errors.js"
import { pullCreate, pullList, pullMerge, pullView } from "../../programs/pulls.js"
import { integer, type Line } from "../argv.js"
import { jsonOption, repositoryOptions } from "./options.js"
import type { LabctlVerb } from "./verbs.js"

const options = { ...jsonOption, ...repositoryOptions }

const required = (line: Line, name: string): Either.Either<string, ErrUsage> => {
  const value = line.values[name]
  return value === undefined || value.trim() === ""
    ? Either.left(new ErrUsage({ reason: `--${name} is required and must not be empty` }))
    : Either.right(value)
}

const number = (line: Line) => integer("the pull request number", line.words[0])

const json = (line: Line): boolean => line.flags.has("json")

export const pullVerbs: ReadonlyArray<LabctlVerb> = [
  {
    name: "pr create",
    summary: "Open a pull request from the run's branch, or the one checked out here, into the default branch",
    arguments: [],
    options: {
      title: { value: "text", help: "its title" },
      body: { value: "text", help: "its description" },
      ...options
    },
    details: `stdout: <number><tab><url>. Both --title and --body are required. Push the branch first.

  labctl pr create --title "Add parser" --body "Closes #4"`,
    run: (line) =>
      Either.gen(function* () {
        return pullCreate(yield* required(line, "title"), yield* required(line, "body"), json(line))
      })
  },
  {
    name: "pr view",
    summary: "A pull request with its description, reviews and comments",
    arguments: [{ name: "n" }],
    options,
    details: "stdout: title, state, head and url, the description, then each review and each comment, oldest first.",
    run: (line) => Either.map(number(line), (n) => pullView(n, json(line)))
  },
  {
    name: "pr list",
    summary: "All open pull requests, then the fifty most recently closed",
    arguments: [],
    options,
    details: "stdout, per pull request: #<n>, state, head, url, tab-separated.",
    run: (line) => Either.right(pullList(json(line)))
  },
  {
    name: "pr merge",
    summary: "Merge a pull request; the forge decides",
    arguments: [{ name: "n" }],
    options: { head: { value: "sha", help: "merge only this commit, in place of the head last read" }, ...options },
    details: `stdout: #<n>, state, url, tab-separated. A refusal exits 1 with the forge's own words. One that is merged already is a success.

  labctl pr merge 7 --head 1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d`,
    run: (line) => Either.map(number(line), (n) => pullMerge(n, line.values["head"], json(line)))
  }
]
