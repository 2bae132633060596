import { spawn } from "node:child_process"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { ErrGit } from "../core/errors.js"
import { environment, spoken, stop } from "./git-process.js"

/** Whatever the user has configured, a patch shows all that a commit adds, as text, under names that `core/diff-header` can read. */
const configured = ["core.quotePath=false", "log.showRoot=true", "log.diffMerges=separate"]
const shown = [
  "--format=",
  "--patch",
  "-m",
  "--text",
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "--no-relative",
  "--no-notes",
  "--no-show-signature",
  "--submodule=short",
  "--src-prefix=a/",
  "--dst-prefix=b/"
]

const lastWords = 4000

const failed = (words: string) => new ErrGit({ command: "git log", words })

const started = (revisions: ReadonlyArray<string>) => {
  const config = configured.flatMap((setting) => ["-c", setting])
  return spawn("git", [...config, "log", ...shown, ...revisions], {
    detached: true,
    env: environment({}),
    stdio: ["ignore", "pipe", "pipe"]
  })
}

/** What the commits of a working copy change. */
export class Patches extends Context.Tag("lab/Patches")<
  Patches,
  {
    /**
     * The patches of the commits that these arguments of `git log` select in the current directory, without a word between them; a merge
     * is told against each parent. Fails with `ErrGit` at its end when git did: what came before is then no whole listing.
     */
    readonly of: (revisions: ReadonlyArray<string>) => Stream.Stream<Uint8Array, ErrGit>
  }
>() {
  static readonly layer = Layer.succeed(Patches, {
    of: (revisions) =>
      Stream.unwrapScoped(
        Effect.gen(function* () {
          const child = yield* Effect.acquireRelease(
            Effect.sync(() => started(revisions)),
            (child) => (child.exitCode === null && child.signalCode === null ? stop(child) : Effect.void)
          )
          let stderr = ""
          child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
            stderr = (stderr + chunk).slice(-2 * lastWords)
          })
          const ended = new Promise<string | undefined>((resolve) => {
            child.once("error", (cause: NodeJS.ErrnoException) =>
              resolve(
                cause.code === "ENOENT"
                  ? "git is not installed, or not on PATH"
                  : `it could not be started (${cause.code})`
              )
            )
            child.once("close", (code, signal) => {
              if (code === 0) resolve(undefined)
              else resolve(code === null ? `it was ended by ${signal}` : spoken(stderr) || `it ended with code ${code}`)
            })
          })
          const end = Effect.flatMap(
            Effect.promise(() => ended),
            (words) => (words === undefined ? Effect.void : Effect.fail(failed(words)))
          )
          return Stream.concat(
            Stream.fromAsyncIterable<Uint8Array, ErrGit>(child.stdout, () => failed("its output broke off")),
            Stream.drain(Stream.fromEffect(end))
          )
        })
      )
  })

  /** A working copy whose commits add this. */
  static readonly test = (patch: string | ErrGit) =>
    Layer.succeed(Patches, {
      of: () => (typeof patch === "string" ? Stream.make(new TextEncoder().encode(patch)) : Stream.fail(patch))
    })
}
