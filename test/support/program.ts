import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { Effect, type Scope } from "effect"

const root = resolve(import.meta.dirname, "../..")

const { bin }: { bin: Readonly<Record<string, string>> } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

export type Program = "lab" | "labctl"

export interface Options {
  /** The whole environment beside PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Where stdout goes in place of a pipe: a file descriptor. */
  readonly stdout?: number
}

export interface Ended {
  /** Null after a signal that the program did not handle. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly child: ChildProcess
  /** What a stream has said once it fits; dies when the program ends without. */
  readonly said: (stream: "stdout" | "stderr", pattern: RegExp) => Effect.Effect<string>
  readonly kill: (signal: NodeJS.Signals) => Effect.Effect<void>
  readonly ended: Effect.Effect<Ended>
}

/** A built program, running until the scope ends. What its streams say is kept. */
export const start = (
  program: Program,
  args: ReadonlyArray<string>,
  { env = {}, cwd = tmpdir(), stdout }: Options = {}
): Effect.Effect<Running, never, Scope.Scope> =>
  Effect.gen(function* () {
    const words = { stdout: "", stderr: "" }
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, [join(root, bin[program] ?? ""), ...args], {
          cwd,
          env: { PATH: process.env["PATH"], HOME: tmpdir(), ...env },
          stdio: ["ignore", stdout ?? "pipe", "pipe"]
        })
      ),
      (child) => Effect.sync(() => child.kill("SIGKILL"))
    )
    for (const name of ["stdout", "stderr"] as const)
      child[name]?.setEncoding("utf8").on("data", (text: string) => {
        words[name] += text
        child.emit("said")
      })
    const closed = new Promise<Ended>((done) => child.once("close", (code) => done({ code, ...words })))
    return {
      child,
      said: (name, pattern) =>
        Effect.async<string>((resume) => {
          const look = () => {
            if (!pattern.test(words[name])) return
            child.off("said", look)
            resume(Effect.succeed(words[name]))
          }
          child.on("said", look)
          look()
          void closed.then((ended) =>
            resume(Effect.dieMessage(`${program} ended without ${pattern}: ${JSON.stringify(ended)}`))
          )
        }),
      kill: (signal) => Effect.sync(() => void child.kill(signal)),
      ended: Effect.promise(() => closed)
    }
  })

/** A built program, run to its end. */
export const run = (program: Program, args: ReadonlyArray<string>, options: Options = {}): Effect.Effect<Ended> =>
  Effect.scoped(Effect.flatMap(start(program, args, options), ({ ended }) => ended))
