import { realpathSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { ErrLabServer } from "../../core/errors.js"
import type { LabVerb } from "./verbs.js"

/** The build puts both programs into one folder; the one that runs may be a link to it. */
const labctl = (): string => join(dirname(realpathSync(process.argv[1] ?? "")), "labctl.cjs")

export const demoVerb: LabVerb = {
  name: "demo",
  summary: "A story on a practice forge: a pull request goes red, is pushed to, turns green and lands",
  arguments: [],
  options: {},
  details: `Starts a forge, a server and an agent's commands on this machine alone, shows what each command prints and its exit code, and
ends by itself in under a minute. Needs git; touches nothing but its own temporary folders.`,
  run: () =>
    Either.right(
      Effect.promise(() => import("../../programs/demo/demo.js")).pipe(
        Effect.flatMap(({ demo }) => demo(labctl())),
        Effect.catchTags({
          ErrSandbox: (error) => new ErrLabServer({ words: error.message }),
          ServeError: () => new ErrLabServer({ words: "the demo's server could not listen on this machine" })
        })
      )
    )
}
