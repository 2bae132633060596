import { spawn } from "node:child_process"
import type { Readable } from "node:stream"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"

/** What becomes of a stream on its way: the output that each chunk settles, and the rest. */
export interface Filter {
  readonly push: (chunk: Uint8Array) => ReadonlyArray<Uint8Array>
  readonly end: () => ReadonlyArray<Uint8Array>
}

export interface Program {
  readonly command: string
  readonly args: ReadonlyArray<string>
  /** Over what is inherited. */
  readonly env: Readonly<Record<string, string>>
}

/** The program was not started. The reason holds nothing of its environment. */
export class NotStarted extends Data.TaggedError("NotStarted")<{ readonly reason: string }> {
  override get message(): string {
    return this.reason
  }
}

/** How a program in our place ended. */
export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null
  /** Everything that it printed has gone out. */
  readonly whole: boolean
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such command",
  EACCES: "it may not be run",
  E2BIG: "its arguments and variables are too long"
}

/** node's own words may quote a variable, so only its code is told. */
const notStarted = (command: string, cause: unknown) => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown reason"
  return new NotStarted({ reason: `${command} could not be started: ${reasons[code] ?? code}` })
}

/** Whoever listens for the end does so from the start: the failure of a start is told at once, and to nobody else. */
const start = ({ command, args, env }: Program) =>
  Either.try({
    try: () => {
      const child = spawn(command, [...args], { env: { ...process.env, ...env }, stdio: ["inherit", "pipe", "pipe"] })
      const end = new Promise<Either.Either<number | null, NotStarted>>((resolve) => {
        child.once("error", (cause) => resolve(Either.left(notStarted(command, cause))))
        child.once("close", (code) => resolve(Either.right(code)))
      })
      return { child, ended: Effect.flatten(Effect.promise(() => end)) }
    },
    catch: (cause) => notStarted(command, cause)
  })

const writeTo = (to: NodeJS.WritableStream) => (piece: Uint8Array) =>
  Effect.async<void, "broken">((resume) => {
    to.write(piece, (cause) => resume(cause ? Effect.fail("broken") : Effect.void))
  })

/** True when all has gone out. Once a write fails nothing more is read, so that the program meets a broken pipe as it would have in our place. */
const passed = (from: Readable, filter: Filter, to: NodeJS.WritableStream) =>
  Stream.fromAsyncIterable<Uint8Array, "broken">(from, () => "broken").pipe(
    Stream.mapConcat(filter.push),
    Stream.concat(Stream.suspend(() => Stream.fromIterable(filter.end()))),
    Stream.runForEach(writeTo(to)),
    Effect.isSuccess
  )

/** While the scope lives, signals to us have this listener and no other. */
const takesSignals = (listener: (signal: NodeJS.Signals) => void) =>
  Effect.forEach(["SIGINT", "SIGTERM"] as const, (signal) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const others = process.rawListeners(signal)
        process.removeAllListeners(signal)
        process.on(signal, listener)
        return others
      }),
      (others) =>
        Effect.sync(() => {
          process.off(signal, listener)
          for (const other of others) process.on(signal, (...values) => Reflect.apply(other, process, values))
        })
    )
  )

/** The reader of our output may leave: that is told by the write that fails, and is no end of ours. The event may come after the write's own word. */
const outlivesReaders = Effect.sync(() => {
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners("error").on("error", () => undefined)
})

/** Runs a program in our place: its stdin is ours, signals to us are for it, and what it prints is printed through a filter. */
export class Foreground extends Context.Tag("lab/Foreground")<
  Foreground,
  {
    /** Fails with `NotStarted`. */
    readonly run: (
      program: Program,
      filters: { readonly out: Filter; readonly err: Filter }
    ) => Effect.Effect<Ended, NotStarted>
  }
>() {
  static readonly layer = Layer.succeed(Foreground, {
    run: (program, { out, err }) =>
      Effect.scoped(
        Effect.gen(function* () {
          yield* outlivesReaders
          const { child, ended } = yield* start(program)
          yield* takesSignals((signal) => {
            if (child.kill(signal)) return
            // It has ended, and what it left behind holds its streams open.
            child.stdout.destroy()
            child.stderr.destroy()
          })
          const [code, outWhole, errWhole] = yield* Effect.all(
            [ended, passed(child.stdout, out, process.stdout), passed(child.stderr, err, process.stderr)],
            { concurrency: "unbounded" }
          )
          return { code, whole: outWhole && errWhole }
        })
      )
  })
}
