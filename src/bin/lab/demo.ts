import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { LabVerb } from "./verbs.js"

export const demoVerb: LabVerb = {
  name: "demo",
  summary: "A story on a practice forge: a pull request goes red, is pushed to, and turns green",
  arguments: [],
  options: {},
  details:
    "Starts a forge, a server and an agent's commands on this machine alone, shows what each prints and its exit code, and ends by itself.",
  run: () =>
    Either.right(
      Effect.flatMap(
        Effect.promise(() => import("../../programs/demo.js")),
        ({ demo }) => demo
      )
    )
}
