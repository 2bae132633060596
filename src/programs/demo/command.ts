import { spawn } from "node:child_process"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Output } from "../../services/output.js"

/** A program of the story: what to start, and with what beside the inherited environment. */
export interface Stage {
  /** The built `labctl`, as a file that node runs. */
  readonly labctl: string
  readonly env: Readonly<Record<string, string>>
  /** Where the agent works. */
  readonly cwd: string
}

const indented = (text: string): string => text.replace(/^(?=.)/gm, "    ")

const start = (stage: Stage, args: ReadonlyArray<string>, heard: (text: string) => void) =>
  Effect.async<number>((resume) => {
    const child = spawn(process.execPath, [stage.labctl, ...args], {
      cwd: stage.cwd,
      env: { PATH: process.env["PATH"], HOME: stage.cwd, ...stage.env },
      stdio: ["ignore", "pipe", "pipe"]
    })
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", heard)
    child.once("error", () => resume(Effect.succeed(127)))
    child.once("close", (code) => resume(Effect.succeed(code ?? 1)))
    return Effect.sync(() => child.kill())
  })

const shown = (args: ReadonlyArray<string>): string =>
  args.map((word) => (/^[\w./:-]+$/.test(word) ? word : JSON.stringify(word))).join(" ")

const told = (args: ReadonlyArray<string>, said: string, code: number) =>
  Effect.flatMap(Output, (output) => output.out(`\n  $ labctl ${shown(args)}\n${indented(said)}  exit ${code}\n`))

/** Runs one command as an agent would, prints it, both its streams and its exit code, and answers with what it said. */
export const labctl = (stage: Stage, ...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    let said = ""
    const code = yield* start(stage, args, (text) => {
      said += text
    })
    yield* told(args, said, code)
    return { code, said }
  })

/** Starts a command that goes on beside the others. Answers with an effect that waits for its end and prints it as `labctl` does. */
export const alongside = (stage: Stage, ...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    let said = ""
    const running = yield* Effect.forkScoped(
      start(stage, args, (text) => {
        said += text
      })
    )
    return Effect.gen(function* () {
      const code = yield* Fiber.join(running)
      yield* told(args, said, code)
      return { code, said }
    })
  })
