import { type ChildProcess, spawn } from "node:child_process"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { ErrGit } from "../core/errors.js"

/** How a git process ended, and what it said. */
export interface Answer {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface Call {
  /** What stands before the verb: where the repository is. */
  readonly at?: ReadonlyArray<string>
  /** Exit codes that are an answer too, beside 0. */
  readonly accept?: ReadonlyArray<number>
  readonly env?: Readonly<Record<string, string>>
}

const limit = Duration.minutes(10)
const grace = Duration.seconds(2)
const stdoutBytes = 16 * 1024 * 1024
const lastWords = 4000

/** Our own settings and tokens stay out of what git starts, and a repository named by our caller's hook is not ours. */
const withheld =
  /^(LAB_|GIT_(DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE)$)/

/** The environment of a git process. */
export const environment = (extra: Readonly<Record<string, string>>) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !withheld.test(name))),
  LC_ALL: "C",
  GIT_TERMINAL_PROMPT: "0",
  ...extra
})

/** git's last words without what must not be shown: user-info, query and fragment of a URL, control characters. */
export const spoken = (text: string): string =>
  text
    .replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/]*@/gi, "$1")
    .replace(/([a-z][a-z0-9+.-]*:\/\/[^\s'"?#]*)[?#][^\s'"]*/gi, "$1")
    .replace(/(?!\n)\p{Cc}/gu, " ")
    .trim()
    .slice(-lastWords)

/** To the whole group: git's own children (ssh, remote helpers, hooks) go with it. */
const signal = (child: ChildProcess, name: "SIGTERM" | "SIGKILL") =>
  Effect.ignore(Effect.try(() => child.pid !== undefined && process.kill(-child.pid, name)))

const closed = (child: ChildProcess) =>
  Effect.async<void>((resume) => void child.once("close", () => resume(Effect.void)))

/** The wait has a fiber of its own: in one that is being interrupted, whatever could be timed out would be interrupted at once. */
export const stop = (child: ChildProcess) =>
  signal(child, "SIGTERM").pipe(
    Effect.zipRight(Effect.forkDaemon(Effect.interruptible(Effect.timeoutOption(closed(child), grace)))),
    Effect.flatMap(Fiber.join),
    Effect.zipRight(signal(child, "SIGKILL"))
  )

const start = (verb: string, args: ReadonlyArray<string>, { at = [], env = {} }: Call) =>
  Effect.async<Answer, ErrGit>((resume) => {
    const failed = (words: string) => Effect.fail(new ErrGit({ command: `git ${verb}`, words }))
    const child = spawn("git", [...at, verb, ...args], {
      detached: true,
      env: environment(env),
      stdio: ["ignore", "pipe", "pipe"]
    })
    const stdout: Array<Buffer> = []
    let size = 0
    let stderr = ""
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size <= stdoutBytes) stdout.push(chunk)
      else resume(Effect.zipRight(stop(child), failed(`it answered more than ${stdoutBytes} bytes`)))
    })
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr = (stderr + chunk).slice(-2 * lastWords)
    })
    child.once("error", (cause: NodeJS.ErrnoException) =>
      resume(
        failed(
          cause.code === "ENOENT" ? "git is not installed, or not on PATH" : `it could not be started (${cause.code})`
        )
      )
    )
    child.once("close", (code, name) =>
      resume(
        code === null
          ? failed(`it was ended by ${name}`)
          : Effect.succeed({ code, stdout: Buffer.concat(stdout).toString("utf8"), stderr })
      )
    )
    return stop(child)
  })

/**
 * Runs one git process to its end, without a terminal to ask on and with a capped output. Interruption, or ten minutes without
 * an end, gives its process group SIGTERM and two seconds later SIGKILL. Fails with `ErrGit`: not installed, killed, or an exit
 * code that is not accepted.
 */
export const git = (verb: string, args: ReadonlyArray<string>, call: Call = {}): Effect.Effect<Answer, ErrGit> =>
  start(verb, args, call).pipe(
    Effect.timeoutFail({
      duration: limit,
      onTimeout: () => new ErrGit({ command: `git ${verb}`, words: `no end after ${Duration.format(limit)}` })
    }),
    Effect.filterOrFail(
      ({ code }) => code === 0 || (call.accept ?? []).includes(code),
      ({ code, stderr, stdout }) =>
        new ErrGit({ command: `git ${verb}`, words: spoken(`${stderr}\n${stdout}`) || `it ended with code ${code}` })
    )
  )

/** The path of a bare clone. */
export type Clone = string

/** Runs in a bare clone. */
export const within = (clone: Clone): Call => ({ at: ["--git-dir", clone] })

/** What is done to files for git's sake; it fails as git does. */
export const files = <A>(command: string, act: () => Promise<A>): Effect.Effect<A, ErrGit> =>
  Effect.tryPromise({ try: act, catch: (cause) => new ErrGit({ command, words: spoken(String(cause)) }) })
