import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { Clock, Effect, Layer, Redacted } from "effect"
import { sizeOf } from "../src/core/check-log.js"
import { forgeOf } from "../src/core/forge.js"
import { parseRepoRef } from "../src/core/repo-ref.js"
import type { Flavor } from "../src/core/repository.js"
import * as Sandbox from "../src/programs/sandbox/sandbox.js"
import { forgeTracker } from "../src/services/tracker/forge-tracker.js"
import { Transport } from "../src/services/transport/transport.js"
import { median, type Report } from "./report.js"

const labctl = fileURLToPath(new URL("../dist/labctl.cjs", import.meta.url))
const rounds = 3
const jobs = 10
const mebi = 2 ** 20

interface Wire {
  readonly forge: string
  readonly flavor: Flavor
  readonly major: 15 | 16
}
const wires: ReadonlyArray<Wire> = [
  { forge: "GitHub", flavor: "github", major: 15 },
  { forge: "Forgejo 15", flavor: "forgejo", major: 15 },
  { forge: "Forgejo 16", flavor: "forgejo", major: 16 }
]

const line = Buffer.from("2026-01-01T00:00:00.0000000Z the quick brown fox jumps over the lazy dog, 1234 times\n")
const logOf = (bytes: number) => Buffer.alloc(bytes, line)

const set = (sandbox: Sandbox.Sandbox, { major }: Wire, count: number, bytes: number) => {
  sandbox.world.forgejo = major
  const rows = Array.from({ length: count }, (_, i) => ({ name: `job ${i}`, conclusion: "failure", log: logOf(bytes) }))
  sandbox.world.checkRuns(sandbox.world.branch("feat") ?? "", rows)
}

/** One cold client: no connection, nothing in memory. */
const tracker = (sandbox: Sandbox.Sandbox, flavor: Flavor) =>
  Effect.gen(function* () {
    const endpoint = sandbox[flavor]
    const ref = yield* parseRepoRef(`${endpoint.web}/acme/widget`)
    const target = yield* forgeOf(flavor, ref, { api: endpoint.api, insecureHttp: false })
    return forgeTracker((yield* Transport).client(target, Redacted.make(sandbox.token)))
  }).pipe(Effect.provide(Layer.fresh(Transport.layer)))

const red = (checks: ReadonlyArray<{ readonly name: string; readonly state: string }>) =>
  checks.filter(({ state }) => state === "failure").map(({ name }) => name)

/** The logs of all failing checks by one read, side by side; or each by a read of its own, one after another. */
const ways = {
  "side by side": (sandbox: Sandbox.Sandbox, flavor: Flavor) =>
    Effect.gen(function* () {
      const { checks, log } = yield* (yield* tracker(sandbox, flavor)).checkLogs(7)
      return yield* Effect.forEach(red(checks), log, { concurrency: "unbounded" })
    }),
  "one at a time": (sandbox: Sandbox.Sandbox, flavor: Flavor) =>
    Effect.gen(function* () {
      const forge = yield* tracker(sandbox, flavor)
      const { checks } = yield* forge.checks(7)
      return yield* Effect.forEach(red(checks), (name) => Effect.flatMap(forge.checkLogs(7), ({ log }) => log(name)))
    })
}

const scene = (wire: Wire, latency: number, way: keyof typeof ways) =>
  Effect.gen(function* () {
    const sandbox = yield* Sandbox.make({ git: "none" })
    set(sandbox, wire, jobs, mebi)
    const read = ways[way](sandbox, wire.flavor)
    yield* read
    sandbox.latency.ms = latency
    const times: Array<number> = []
    for (let round = 0; round < rounds; round++) {
      sandbox.resetMeasures()
      const started = yield* Clock.currentTimeNanos
      const logs = yield* read
      times.push(Number((yield* Clock.currentTimeNanos) - started) / 1e6)
      const bytes = logs.reduce((sum, log) => sum + sizeOf(log), 0)
      if (bytes !== jobs * mebi) return yield* Effect.dieMessage(`${bytes} bytes of ${jobs} MiB`)
    }
    const { requests, depth } = sandbox.measures()
    return {
      forge: wire.forge,
      way,
      "latency ms": latency,
      requests,
      "round trips": latency === 0 ? "" : depth,
      "median ms": median(times),
      "peak MiB": ""
    }
  }).pipe(Effect.scoped)

/** Runs before the program of the child, and tells the most memory that it had, in KiB. */
const meter = `data:text/javascript,${encodeURIComponent(
  'process.on("exit", () => process.stderr.write("maxRSS " + process.resourceUsage().maxRSS))'
)}`

/** Peak resident memory in MiB of `labctl pr logs` over a log of so many bytes, and its milliseconds. */
const weigh = (sandbox: Sandbox.Sandbox) =>
  Effect.async<{ readonly ms: number; readonly peak: number }>((resume) => {
    const env = {
      PATH: process.env["PATH"],
      LAB_REPO: `${sandbox.github.web}/acme/widget`,
      LAB_FORGE: "github",
      LAB_FORGE_API: sandbox.github.api,
      LAB_FORGE_TOKEN: sandbox.token
    }
    const started = process.hrtime.bigint()
    const args = ["--import", meter, labctl, "pr", "logs", "7", "--check", "job 0"]
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "pipe"] })
    let said = ""
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString()
    })
    child.once("close", (code) => {
      const peak = Number(/maxRSS (\d+)/.exec(said)?.[1] ?? Number.NaN) / 1024
      const ms = Number(process.hrtime.bigint() - started) / 1e6
      resume(code === 0 ? Effect.succeed({ ms, peak }) : Effect.dieMessage(`labctl ended with ${code}: ${said}`))
    })
  })

const weights = (bytes: number) =>
  Effect.gen(function* () {
    const sandbox = yield* Sandbox.make({ git: "none" })
    set(sandbox, { forge: "GitHub", flavor: "github", major: 15 }, 1, bytes)
    const { ms, peak } = yield* weigh(sandbox)
    const { requests } = sandbox.measures()
    return {
      forge: "GitHub",
      way: `labctl, one log of ${bytes / mebi} MiB`,
      "latency ms": 0,
      requests,
      "round trips": "",
      "median ms": ms,
      "peak MiB": peak
    }
  }).pipe(Effect.scoped)

/** `pr logs`: requests, round trips and wall time of ten red jobs over real HTTP on loopback; the memory of one large log in a child process. */
export const logs = async (): Promise<Report> => {
  const scenes = wires.flatMap((wire) =>
    [0, 50, 200].flatMap((latency) => [scene(wire, latency, "side by side"), scene(wire, latency, "one at a time")])
  )
  const all: ReadonlyArray<Effect.Effect<Report["rows"][number], unknown>> = [
    ...scenes,
    weights(mebi),
    weights(300 * mebi)
  ]
  return {
    title: `pr logs, ${jobs} failing jobs of 1 MiB each, cold client, ${rounds} rounds each; then the built labctl over one log`,
    rows: await Effect.runPromise(Effect.forEach(all, (one) => one)),
    notes: [
      "The Go program that the specification comes from makes 53 requests one after another for ten failing Forgejo checks: 2.85 s at 50 ms (issue 4).",
      "Direct mode holds the whole log and masks it before the first byte leaves; peak is maxRSS of the labctl process."
    ]
  }
}
