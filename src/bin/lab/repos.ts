import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { AgentError } from "../../core/agent-errors.js"
import { type ErrLabServer, ErrUsage } from "../../core/errors.js"
import { Kind } from "../../core/operator-api.js"
import { renderRepo, repoRow } from "../../programs/repos.js"
import type { OperatorSurfaceService } from "../../services/operator-surface/surface.js"
import { Output } from "../../services/output.js"
import type { Line, Option } from "../argv.js"
import { operator, tokenFile } from "./settings.js"
import type { LabVerb } from "./verbs.js"

type Operator = OperatorSurfaceService<AgentError | ErrLabServer>

const bindingOptions: Readonly<Record<string, Option>> = {
  forge: { value: "github|forgejo|builtin", help: "where its pull requests live (from the host, which is asked)" },
  api: { value: "url", help: "the forge's API base, as it is (from the url)" },
  "token-file": { value: "file", help: "a file that holds the forge token" },
  "insecure-http": { help: "allow http:// to a host that is not this machine" }
}

export const json: Readonly<Record<string, Option>> = { json: { help: "print one JSON document in place of the text" } }

const kind = (line: Line): Either.Either<Kind | undefined, ErrUsage> => {
  const said = line.values["forge"]
  const known = Kind.literals.find((literal) => literal === said)
  return said === undefined || known !== undefined
    ? Either.right(known)
    : Either.left(new ErrUsage({ reason: `--forge ${JSON.stringify(said)} is none of ${Kind.literals.join(", ")}` }))
}

/** Asks the server of the environment and prints its answer, as one document with `--json`. */
export const show = <A>(
  line: Line,
  ask: (operator: Operator) => Effect.Effect<A, AgentError | ErrLabServer>,
  render: (answer: A) => string
) =>
  Effect.gen(function* () {
    const answer = yield* ask(yield* operator)
    yield* (yield* Output).out(line.flags.has("json") ? `${JSON.stringify(answer)}\n` : render(answer))
    return 0
  })

const token = (line: Line) => {
  const file = line.values["token-file"]
  return file === undefined ? Effect.succeed({}) : Effect.map(tokenFile(file), (token) => ({ token }))
}

/** What `add` and `set` share: only what was said. */
const said = (line: Line, forge: Kind | undefined) => ({
  ...(forge === undefined ? {} : { forge }),
  ...(line.values["api"] === undefined ? {} : { api: line.values["api"] }),
  ...(line.flags.has("insecure-http") ? { insecure_http: true } : {})
})

export const word = (line: Line, i: number): string => line.words[i] ?? ""

export const repoVerbs: ReadonlyArray<LabVerb> = [
  {
    name: "repo add",
    summary: "Register a repository; clones nothing, and asks nobody when --forge is given",
    arguments: [{ name: "name" }, { name: "url" }],
    options: { ...bindingOptions, ...json },
    details: `stdout: name, kind of forge, url, tab-separated. A forge needs a token; builtin keeps change requests in lab itself,
merges them with git and knows no checks.

  lab repo add widget https://github.com/acme/widget --token-file ~/.config/lab/github
  lab repo add tools ssh://git@host/srv/tools.git --forge builtin`,
    run: (line) =>
      Either.map(kind(line), (forge) =>
        Effect.flatMap(token(line), (held) =>
          show(
            line,
            (surface) =>
              surface.repoAdd({ name: word(line, 0), remote_url: word(line, 1), ...said(line, forge), ...held }),
            repoRow
          )
        )
      )
  },
  {
    name: "repo list",
    summary: "The registered repositories, by name",
    arguments: [],
    options: json,
    details: "stdout, per repository: name, kind of forge, url, tab-separated.",
    run: (line) =>
      Either.right(
        show(
          line,
          (surface) => surface.repoList,
          ({ repos }) => repos.map(repoRow).join("")
        )
      )
  },
  {
    name: "repo show",
    summary: "One repository, a fact a line",
    arguments: [{ name: "name" }],
    options: json,
    details: "stdout: key and value, tab-separated. A token is only said to be held.",
    run: (line) => Either.right(show(line, (surface) => surface.repoShow(word(line, 0)), renderRepo))
  },
  {
    name: "repo set",
    summary: "Change a repository; what is not named stays",
    arguments: [{ name: "name" }],
    options: {
      name: { value: "name", help: "another name" },
      url: { value: "url", help: "another remote" },
      ...bindingOptions,
      ...json
    },
    details: `stdout: the repository afterwards, as repo show prints it. A change of the forge's address wants the token again. --api "" goes
back to the address that follows from the url.`,
    run: (line) =>
      Either.flatMap(kind(line), (forge) => {
        const { name, url, api } = line.values
        const changes = {
          ...said(line, forge),
          ...(api === "" ? { api: null } : {}),
          ...(name === undefined ? {} : { name }),
          ...(url === undefined ? {} : { remote_url: url })
        }
        if (Object.keys(changes).length === 0 && line.values["token-file"] === undefined) {
          return Either.left(new ErrUsage({ reason: "nothing to set: name at least one option" }))
        }
        return Either.right(
          Effect.flatMap(token(line), (held) =>
            show(line, (surface) => surface.repoSet(word(line, 0), { ...changes, ...held }), renderRepo)
          )
        )
      })
  },
  {
    name: "repo remove",
    summary: "Forget a repository with its runs, tokens, credential and change requests; the remote is left alone",
    arguments: [{ name: "name" }],
    options: json,
    details: "stdout: nothing.",
    run: (line) =>
      Either.right(
        show(
          line,
          (surface) => surface.repoRemove(word(line, 0)),
          () => ""
        )
      )
  }
]
