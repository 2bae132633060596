import { constants } from "node:os"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"

/** Exit codes for the ways a program ends that are not its own. */
export interface Endings {
  /** After SIGINT or SIGTERM; 130 and 143 unless said otherwise. */
  readonly stopped?: number
}

/** What a shell reports of a program whose reader has left. */
const brokenPipe = 128 + constants.signals.SIGPIPE

/**
 * Runs a program to its exit code. SIGINT and SIGTERM interrupt it and finalizers run; a defect is a bug, is told on stderr and exits 70.
 */
export const runProgram = (program: Effect.Effect<number>, { stopped }: Endings = {}): void => {
  process.stdout.on("error", () => process.exit(brokenPipe))
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
      process.exit(stopped ?? 128 + constants.signals[signalled.signal])
    process.stderr.write(`${Cause.pretty(exit.cause)}\n`)
    process.exit(70)
  })
}
