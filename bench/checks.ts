import { Clock, Effect, Layer, Redacted } from "effect"
import { forgeOf } from "../src/core/forge.js"
import { parseRepoRef } from "../src/core/repo-ref.js"
import type { Flavor } from "../src/core/repository.js"
import * as Sandbox from "../src/programs/sandbox/sandbox.js"
import { forgeTracker } from "../src/services/tracker/forge-tracker.js"
import { Transport } from "../src/services/transport/transport.js"
import { median, type Report } from "./report.js"

const rounds = 5

/** One cold client: no connection, no validator, nothing in memory. */
const read = (forge: Sandbox.Sandbox, flavor: Flavor) =>
  Effect.gen(function* () {
    const endpoint = forge[flavor]
    const ref = yield* parseRepoRef(`${endpoint.web}/acme/widget`)
    const target = yield* forgeOf(flavor, ref, { api: endpoint.api, insecureHttp: false })
    const transport = yield* Transport
    const tracker = forgeTracker(transport.client(target, Redacted.make(forge.token)))
    const started = yield* Clock.currentTimeNanos
    const { checks } = yield* tracker.checks(7)
    return { rows: checks.length, ms: Number((yield* Clock.currentTimeNanos) - started) / 1e6 }
  }).pipe(Effect.provide(Layer.fresh(Transport.layer)))

const scene = (flavor: Flavor, rows: number, latency: number) =>
  Effect.gen(function* () {
    const forge = yield* Sandbox.make({ git: "none" })
    const sha = forge.world.branch("feat") ?? ""
    forge.world.checkRuns(
      sha,
      Array.from({ length: rows }, (_, i) => ({ name: `job ${i}`, conclusion: "success" }))
    )
    yield* read(forge, flavor)
    forge.latency.ms = latency
    const times: Array<number> = []
    let [depth, peak, requests] = [0, 0, 0]
    for (let round = 0; round < rounds; round++) {
      forge.resetMeasures()
      const answer = yield* read(forge, flavor)
      if (answer.rows !== rows) return yield* Effect.dieMessage(`${answer.rows} rows of ${rows}`)
      times.push(answer.ms)
      const measures = forge.measures()
      ;[depth, peak, requests] = [measures.depth, measures.peak[flavor], measures.requests]
    }
    return {
      forge: flavor,
      rows,
      "latency ms": latency,
      requests,
      "round trips": depth,
      "peak at once": peak,
      "median ms": median(times),
      "floor ms": 2 * latency,
      "above floor ms": median(times) - 2 * latency
    }
  }).pipe(Effect.scoped)

/** Round trips and wall time of the reads of `pr checks`, in this process, over real HTTP on loopback. */
export const checks = async (): Promise<Report> => {
  const flavors: ReadonlyArray<Flavor> = ["github", "forgejo"]
  const scenes = flavors.flatMap((flavor) =>
    [0, 50, 200].flatMap((latency) => [1, 30, 130, 1000].map((rows) => scene(flavor, rows, latency)))
  )
  return {
    title: `pr checks, cold client, ${rounds} rounds each; the floor is two round trips of the latency`,
    rows: await Effect.runPromise(Effect.forEach(scenes, (one) => one))
  }
}
