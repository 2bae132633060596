import { constants } from "node:os"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"

/** What a shell reports of a program that its reader has left. */
const brokenPipe = 128 + constants.signals.SIGPIPE

/**
 * Runs a program to its exit code. SIGINT and SIGTERM interrupt it, finalizers run, and it exits 130 or 143; a defect is a bug, is told on
 * stderr and exits 70. `onBrokenPipe` is the code when stdout has lost its reader.
 */
export const runProgram = (program: Effect.Effect<number>, onBrokenPipe: number = brokenPipe): void => {
  process.stdout.on("error", () => process.exit(onBrokenPipe))
  process.stderr.on("error", () => undefined)
  const fiber = Effect.runFork(program)
  const stopping = (["SIGINT", "SIGTERM"] as const).map((signal) => {
    const stop = { asked: false }
    process.once(signal, () => {
      stop.asked = true
      Effect.runFork(Fiber.interrupt(fiber))
    })
    return { signal, stop }
  })
  fiber.addObserver((exit) => {
    if (Exit.isSuccess(exit)) process.exit(exit.value)
    const signalled = stopping.find(({ stop }) => stop.asked)
    if (signalled !== undefined && Cause.isInterruptedOnly(exit.cause))
      process.exit(128 + constants.signals[signalled.signal])
    process.stderr.write(`${Cause.pretty(exit.cause)}\n`)
    process.exit(70)
  })
}
