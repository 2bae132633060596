import { Duration, Effect, Fiber, Layer, Redacted, TestClock, TestContext } from "effect"
import { forgeOf } from "../src/core/forge.js"
import { instantOf } from "../src/core/instant.js"
import { parseRepoRef } from "../src/core/repo-ref.js"
import type { Snapshot } from "../src/core/watch/snapshot.js"
import * as Sandbox from "../src/programs/sandbox/sandbox.js"
import { watch } from "../src/programs/watch.js"
import { Output } from "../src/services/output.js"
import { forgeTracker } from "../src/services/tracker/forge-tracker.js"
import { Transport } from "../src/services/transport/transport.js"
import type { Report } from "./report.js"

/** An hour of the default cadence, 30 s. */
const polls = 120

const reader = (forge: Sandbox.Sandbox) =>
  Effect.gen(function* () {
    const ref = yield* parseRepoRef(`${forge.github.web}/acme/widget`)
    const target = yield* forgeOf("github", ref, { api: forge.github.api, insecureHttp: false })
    return forgeTracker((yield* Transport).client(target, Redacted.make(forge.token)))
  })

/** An hour of polls without the waiting between them. `remembers`: one client for all of them, as a watch has. */
const hour = (name: string, remembers: boolean, event: boolean) =>
  Effect.gen(function* () {
    const forge = yield* Sandbox.make({ git: "none" })
    const sha = forge.world.branch("feat") ?? ""
    forge.world.checkRuns(
      sha,
      Array.from({ length: 12 }, (_, i) => ({ name: `job ${i}`, conclusion: "success" }))
    )
    const transport = yield* Layer.build(Layer.fresh(Transport.layer))
    const once = Effect.flatMap(reader(forge), (tracker) => tracker.snapshot(7))
    const poll = remembers ? Effect.provide(once, transport) : Effect.provide(once, Layer.fresh(Transport.layer))
    yield* poll
    forge.resetMeasures()
    const before = forge.world.rateLimit.used
    for (let i = 0; i < polls; i++) {
      if (event && i % 2 === 0) forge.world.comment(7, "dana", `comment ${i}`)
      yield* poll
    }
    const { requests, depth } = forge.measures()
    return {
      watch: name,
      "requests an hour": requests,
      "requests a poll": requests / polls,
      "answered 304": forge.measures().notModified,
      "points an hour": forge.world.rateLimit.used - before,
      note: depth > 0 ? "measured" : ""
    }
  }).pipe(Effect.scoped)

/** A thousand open findings and one poll in thirty seconds, in virtual time: what the fold and the stream take. */
const day = Effect.gen(function* () {
  const at = instantOf(0)
  const snapshot: Snapshot = {
    forge: "github",
    pull: {
      number: 7,
      author: "bot",
      url: "https://x.test/7",
      state: "open",
      mergeCommit: null,
      head: "a".repeat(40),
      base: "main",
      mergeable: true,
      draft: false
    },
    headAt: at,
    comments: Array.from({ length: 1000 }, (_, id) => ({
      id,
      author: "dana",
      association: null,
      body: `comment ${id}`,
      editedAt: instantOf(1000 + id),
      url: `https://x.test/7#${id}`
    })),
    diffComments: [],
    reviews: [],
    checkRuns: [],
    statuses: []
  }
  let lines = 0
  const counted = Layer.succeed(Output, { out: () => Effect.sync(() => void lines++), err: () => Effect.void })
  const options = { command: "bench", n: 7, poll: 30_000, repeat: 600_000, json: false }
  const heap = () => {
    globalThis.gc?.()
    return process.memoryUsage().heapUsed / 2 ** 20
  }
  const watching = yield* Effect.fork(Effect.provide(watch(options, Effect.succeed(snapshot)), counted))
  const cpu = process.cpuUsage()
  yield* TestClock.adjust(Duration.hours(1))
  const early = heap()
  yield* TestClock.adjust(Duration.hours(23))
  const late = heap()
  const { user, system } = process.cpuUsage(cpu)
  yield* Fiber.interrupt(watching)
  return `24 virtual hours, 1,000 open findings, ${lines} lines: ${((user + system) / 1e6).toFixed(1)} s of CPU; heap ${early.toFixed(1)} MB after an hour, ${late.toFixed(1)} MB after a day${globalThis.gc === undefined ? " (run with --expose-gc for exact figures)" : ""}.`
}).pipe(Effect.provide(TestContext.TestContext))

/** Requests and points of GitHub's primary rate limit in an hour of the watch. */
export const watchBench = async (): Promise<Report> => {
  const hours = [
    hour("conditional, nothing changes", true, false),
    hour("conditional, a comment a minute", true, true),
    hour("unconditional, nothing changes", false, false)
  ]
  const rows = await Effect.runPromise(Effect.forEach(hours, (one) => one))
  return {
    title: "The watch at its default cadence of 30 s, 12 check runs, GitHub's wire on loopback",
    rows: [
      ...rows,
      {
        watch: "gh pr checks --watch (10 s)",
        "requests an hour": 360,
        "requests a poll": 1,
        "answered 304": 0,
        "points an hour": 360,
        note: "of the GraphQL limit; reckoned from its interval, not measured; checks alone"
      }
    ],
    notes: [await Effect.runPromise(day)]
  }
}
