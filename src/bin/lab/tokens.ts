import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { ErrUsage } from "../../core/errors.js"
import { Output } from "../../services/output.js"
import { integer, seconds } from "../argv.js"
import { operator, stateOf, stateOptions } from "./settings.js"
import type { LabVerb } from "./verbs.js"

const print = (text: string) =>
  Effect.as(
    Effect.flatMap(Output, ({ out }) => out(text)),
    0
  )

/** Works on the store itself: who may read the data directory is the operator, and needs no token to make the first one. */
const createPersonalToken = (name: string, line: Parameters<typeof stateOf>[0]) =>
  Effect.gen(function* () {
    const { persistence } = yield* Effect.promise(() => import("../../programs/serve.js"))
    const { PersonalTokens } = yield* Effect.promise(() => import("../../services/store/personal-tokens.js"))
    const { token } = yield* Effect.provide(
      Effect.flatMap(PersonalTokens, (tokens) => tokens.create(name)),
      persistence(stateOf(line))
    )
    return yield* print(`${Redacted.value(token)}\n`)
  })

export const tokenVerbs: ReadonlyArray<LabVerb> = [
  {
    name: "pat create",
    summary: "Make a personal access token for the operator verbs, and print it once",
    arguments: [],
    options: { name: { value: "text", help: "what it is for" }, ...stateOptions },
    details: `stdout: the token (lab_pat_…). It works on the data directory itself, beside a running server or without one.

  export LAB_PAT=$(lab pat create --name laptop)`,
    run: (line) => {
      const name = line.values["name"]?.trim() ?? ""
      return name === "" || name.length > 128
        ? Either.left(new ErrUsage({ reason: "--name is required, of at most 128 characters" }))
        : Either.right(createPersonalToken(name, line))
    }
  },
  {
    name: "run token",
    summary: "Start a run of a repository and print its token for an agent, once",
    arguments: [{ name: "repo" }],
    options: {
      issue: { value: "n", help: "the issue that the run has claimed" },
      branch: { value: "name", help: "the branch that pr create opens a pull request from" },
      ttl: { value: "seconds", help: "how long the token lives (as long as the run)" },
      json: { help: "print one JSON document in place of the token" }
    },
    details: `stdout: the token (lab_run_…), good for this repository and this run alone.

  LAB_URL=http://127.0.0.1:4190 LAB_TOKEN=$(lab run token widget --branch feat) labctl pr checks 7`,
    run: (line) =>
      Either.gen(function* () {
        const { issue, branch, ttl } = line.values
        const number = issue === undefined ? undefined : yield* integer("--issue", issue, 1)
        const millis = ttl === undefined ? undefined : yield* seconds("--ttl", ttl, 0, true)
        return Effect.flatMap(operator, (surface) =>
          Effect.flatMap(
            surface.runToken(line.words[0] ?? "", {
              ...(number === undefined ? {} : { issue: number }),
              ...(branch === undefined ? {} : { branch }),
              ...(millis === undefined ? {} : { ttl_seconds: millis / 1000 })
            }),
            (made) => print(line.flags.has("json") ? `${JSON.stringify(made)}\n` : `${made.token}\n`)
          )
        )
      })
  }
]
