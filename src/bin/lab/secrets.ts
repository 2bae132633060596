import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { ErrUsage } from "../../core/errors.js"
import type { SecretJson } from "../../core/operator-secret-api.js"
import { row } from "../../core/row.js"
import { pipedValue } from "../../core/secret-value.js"
import { json, show, word } from "./repos.js"
import type { LabVerb } from "./verbs.js"

const secretRow = ({ name, description, updated_at }: SecretJson): string => row(name, description, updated_at)

const missing = new ErrUsage({ reason: 'no value: pipe it in, as in printf %s "$VALUE" | lab secret put …' })

/** What is piped in. A terminal would show what is typed, so nothing is read from one. */
const piped = Effect.tryPromise({
  try: async () => {
    const pieces: Array<Uint8Array> = []
    if (process.stdin.isTTY !== true) for await (const piece of process.stdin) pieces.push(piece)
    return Buffer.concat(pieces)
  },
  catch: () => missing
}).pipe(
  Effect.filterOrFail(
    (bytes) => bytes.length > 0,
    () => missing
  ),
  Effect.flatMap((bytes) => Either.mapLeft(pipedValue(bytes), (reason) => new ErrUsage({ reason })))
)

const names = [{ name: "repo" }, { name: "NAME" }]

export const secretVerbs: ReadonlyArray<LabVerb> = [
  {
    name: "secret put",
    summary: "Store a secret of a repository, or rotate it; the value comes from stdin",
    arguments: names,
    options: {
      description: { value: "text", help: "what it is for, shown to agents" },
      force: { help: "store a value that is too short, too uniform or too common to be masked well" },
      ...json
    },
    details: `The value is stored as it is, save that a value of one line loses the line feed that ends it. It is sealed, and masked in every log
from now on, in all its encodings. It is never shown again: an agent runs commands with it by labctl secret exec.
stdout: name, description, moment of the change, tab-separated.

  printf %s "$NPM_TOKEN" | lab secret put widget NPM_TOKEN --description "publishes the package"`,
    run: (line) => {
      const { description } = line.values
      const said = {
        ...(description === undefined ? {} : { description }),
        ...(line.flags.has("force") ? { force: true } : {})
      }
      return Either.right(
        Effect.flatMap(piped, (value) =>
          show(line, (surface) => surface.secretPut(word(line, 0), word(line, 1), { value, ...said }), secretRow)
        )
      )
    }
  },
  {
    name: "secret list",
    summary: "The secrets of a repository, by name; never a value",
    arguments: [{ name: "repo" }],
    options: json,
    details: "stdout, per secret: name, description, moment of the last change, tab-separated.",
    run: (line) =>
      Either.right(
        show(
          line,
          (surface) => surface.secretList(word(line, 0)),
          ({ secrets }) => secrets.map(secretRow).join("")
        )
      )
  },
  {
    name: "secret remove",
    summary: "Forget a secret: it is neither given out nor masked any more",
    arguments: names,
    options: json,
    details: "stdout: nothing.",
    run: (line) =>
      Either.right(
        show(
          line,
          (surface) => surface.secretRemove(word(line, 0), word(line, 1)),
          () => ""
        )
      )
  }
]
