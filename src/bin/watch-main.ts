import * as Effect from "effect/Effect"
import { version } from "../core/version.js"
import { Output } from "../services/output.js"
import { surface } from "./labctl/surface.js"
import { watchVerb } from "./labctl/watch.js"
import { runVerb, versionWords } from "./program.js"
import { runProgram } from "./run.js"

/** What help and errors call the watch unless a wrapper names it otherwise (watch-spec, `COMMAND`). */
export const COMMAND = "pull-request-watch-for-agents"

/**
 * Runs the watch on the words of this process's command line and ends the process with its exit code. A repository that wraps the watch passes
 * its own `command`, which help and errors then name.
 */
export const main = ({ command = COMMAND }: { readonly command?: string } = {}): void => {
  const words = process.argv.slice(2)
  const program = versionWords.has(words[0] ?? "")
    ? Effect.as(
        Effect.flatMap(Output, (output) => output.out(`${command} ${version}\n`)),
        0
      )
    : runVerb(
        { verb: watchVerb(command), name: command },
        words,
        (line) => (run) => Effect.flatMap(surface(line, { watched: true }), (layer) => Effect.provide(run, layer))
      )
  runProgram(Effect.provide(program, Output.layer))
}
