import { Effect, Fiber, Layer, TestClock } from "effect"
import { checksWait } from "../../src/programs/checks-wait.js"
import type { AgentSurface } from "../../src/services/agent-surface/surface.js"
import { Output } from "../../src/services/output.js"
import { report } from "./surface.js"

/** The defaults of `labctl pr checks 7 --wait`. */
export const options = { n: 7, json: false, interval: 10_000, timeout: 300_000, grace: 0 }

/** Runs a wait in virtual time to its end: the exit code or the error's words, and both streams. */
export const wait = (surface: Layer.Layer<AgentSurface>, more: Partial<typeof options> = {}) => {
  const { written, layer } = Output.test()
  return Effect.gen(function* () {
    const fiber = yield* Effect.fork(Effect.either(checksWait({ ...options, ...more })))
    yield* TestClock.adjust("10 minutes")
    const exit = yield* Fiber.join(fiber)
    return { ...written, exit: exit._tag === "Right" ? exit.right : exit.left.message }
  }).pipe(Effect.provide(Layer.merge(layer, surface)))
}

export const pending = report("pending", "unit=success", "e2e=pending")
export const green = report("success", "unit=success", "e2e=success")
