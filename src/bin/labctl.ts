import * as Effect from "effect/Effect"
import { Output } from "../services/output.js"
import { surface } from "./labctl/surface.js"
import { verbs, watch } from "./labctl/verbs.js"
import { runLine } from "./program.js"
import { runProgram } from "./run.js"

const purpose = "what a coding agent sees and does on a pull request"

const environment = `Through a server: LAB_URL (http://…, https://… or unix:///abs/path.sock) and LAB_TOKEN.
Direct: neither of them; the repository from --repo, LAB_REPO or the remote origin, the credential
from LAB_FORGE_TOKEN, the forge's own variables (GH_TOKEN, FORGEJO_TOKEN, …) or gh auth token.`

const advice = { ErrUnauthorized: "set LAB_TOKEN to the token of an active run, which lab run token gives out" }

runProgram(
  Effect.provide(
    runLine(
      { name: "labctl", verbs, purpose, environment, advice },
      process.argv.slice(2),
      (line, verb) => (run) =>
        Effect.flatMap(surface(line, { watched: verb === watch }), (layer) => Effect.provide(run, layer))
    ),
    Output.layer
  )
)
