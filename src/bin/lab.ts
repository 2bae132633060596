import * as Effect from "effect/Effect"
import { Output } from "../services/output.js"
import { verbs } from "./lab/verbs.js"
import { runLine } from "./program.js"
import { runProgram } from "./run.js"

const environment = `The operator verbs ask the server at LAB_URL (http://127.0.0.1:4190) with LAB_PAT or the token in LAB_PAT_FILE.`

const purpose = "the server that holds the forge's credential for coding agents, and the verbs of its operator"

const advice = { ErrUnauthorized: "set LAB_PAT to a token that lab pat create has given out on that server" }

const words = process.argv.slice(2)

runProgram(
  Effect.provide(
    runLine({ name: "lab", verbs, purpose, environment, advice }, words, () => (run) => run),
    Output.layer
  ),
  // A server that was told to stop has done what it was told.
  words[0] === "serve" ? { stopped: 0 } : {}
)
