import { assert, it } from "@effect/vitest"
import { Chunk, Clock, Deferred, Effect, Fiber, Layer, Stream, TestClock } from "effect"
import { ErrLabServer } from "../../src/core/errors.js"
import { checksWait, readings } from "../../src/programs/checks-wait.js"
import { AgentSurface } from "../../src/services/agent-surface/surface.js"
import { Output } from "../../src/services/output.js"
import { report, scriptedChecks } from "../support/surface.js"
import { green, options, pending, wait } from "../support/waiting.js"

it.effect("B10 prints one report, the third one, after two sleeps of ten seconds", () =>
  Effect.gen(function* () {
    const { layer, reads } = scriptedChecks(pending, pending, green)
    assert.deepStrictEqual(yield* wait(layer), {
      exit: 0,
      out: "state: success\nunit\tsuccess\tsuccess\t\t\ne2e\tsuccess\tsuccess\t\t\n",
      err: "labctl pr checks: 1 of 2 pending: e2e\n"
    })
    assert.deepStrictEqual(reads, [0, 10, 20])
  })
)

it.effect("a wait that is green at once reads once and says nothing", () =>
  Effect.gen(function* () {
    const { layer, reads } = scriptedChecks(green)
    assert.deepInclude(yield* wait(layer), { exit: 0, err: "" })
    assert.deepStrictEqual(reads, [0])
  })
)

it.effect("B11 C21 a row that never finishes ends at the cap with 3, the report printed once and the row in it", () =>
  Effect.gen(function* () {
    const { layer, reads } = scriptedChecks(report("pending", "lint=success", "nightly-guard=pending"))
    assert.deepStrictEqual(yield* wait(layer), {
      exit: 3,
      out: "state: pending\nlint\tsuccess\tsuccess\t\t\nnightly-guard\tpending\tpending\t\t\n",
      err: "labctl pr checks: 1 of 2 pending: nightly-guard\n"
    })
    assert.deepStrictEqual(
      reads,
      Array.from({ length: 30 }, (_, i) => i * 10)
    )
  })
)

it.effect("C04 a row in a word that nobody knows ends at the cap too", () =>
  Effect.gen(function* () {
    const row = { name: "unit", state: "pending", rawState: "paused", summary: "", url: "" }
    const { layer } = scriptedChecks({ state: "pending", checks: [row] })
    assert.deepInclude(yield* wait(layer), { exit: 3, out: "state: pending\nunit\tpending\tpaused\t\t\n" })
  })
)

it.effect("C03 (a) red ends it at once though others run, with the hint", () =>
  Effect.gen(function* () {
    const { layer, reads } = scriptedChecks(report("failure", "unit=failure", "e2e=pending"))
    assert.deepInclude(yield* wait(layer), { exit: 2, err: "logs: labctl pr logs 7\n" })
    assert.deepStrictEqual(reads, [0])
  })
)

it.effect("C02 none ends it at once, and a later read knows more", () =>
  Effect.gen(function* () {
    const { layer, reads } = scriptedChecks(report("none"), pending)
    assert.deepStrictEqual(yield* wait(layer), { exit: 0, out: "state: none\n", err: "" })
    assert.deepStrictEqual(reads, [0])
  })
)

it.effect("6.2 during the grace none is waited on", () =>
  Effect.gen(function* () {
    const first = scriptedChecks(report("none"), report("none"), pending, green)
    assert.deepInclude(yield* wait(first.layer, { grace: 30_000 }), {
      exit: 0,
      err: "labctl pr checks: no checks yet\nlabctl pr checks: 1 of 2 pending: e2e\n"
    })
    assert.deepStrictEqual(first.reads, [0, 10, 20, 30])
  })
)

it.effect("6.2 when the grace is over none ends the wait with 0", () =>
  Effect.gen(function* () {
    const { layer, reads } = scriptedChecks(report("none"))
    assert.deepInclude(yield* wait(layer, { grace: 30_000 }), { exit: 0, out: "state: none\n" })
    assert.deepStrictEqual(reads, [0, 10, 20, 30])
  })
)

it.effect("6.2 interval and cap are options", () =>
  Effect.gen(function* () {
    const { layer, reads } = scriptedChecks(pending)
    assert.deepInclude(yield* wait(layer, { interval: 2500, timeout: 10_000 }), { exit: 3 })
    assert.deepStrictEqual(reads, [0, 2.5, 5, 7.5])
  })
)

it.effect("C16 a head that moved is waited on like any other: its own rows decide", () =>
  Effect.gen(function* () {
    const { layer, reads } = scriptedChecks(
      report("pending", "build=pending"),
      report("pending", "build=pending", "lint=pending"),
      report("failure", "build=failure")
    )
    assert.deepStrictEqual(yield* wait(layer), {
      exit: 2,
      out: "state: failure\nbuild\tfailure\tfailure\t\t\n",
      err: "labctl pr checks: 1 of 1 pending: build\nlabctl pr checks: 2 of 2 pending: build, lint\nlogs: labctl pr logs 7\n"
    })
    assert.deepStrictEqual(reads, [0, 10, 20])
  })
)

it.effect("6.2 stderr tells what is open only when that changes, five names at most", () =>
  Effect.gen(function* () {
    const many = report("pending", ...Array.from({ length: 7 }, (_, i) => `job ${i}=pending`))
    const { layer } = scriptedChecks(many, many, report("pending", "a\nb=pending"), pending, pending, green)
    assert.strictEqual(
      (yield* wait(layer)).err,
      ["7 of 7 pending: job 0, job 1, job 2, job 3, job 4, …", "1 of 1 pending: a b", "1 of 2 pending: e2e"]
        .map((line) => `labctl pr checks: ${line}\n`)
        .join("")
    )
  })
)

it.effect("B14 an unknown aggregate ends the wait: the report is printed, then it is an error", () =>
  Effect.gen(function* () {
    const { exit, out } = yield* wait(scriptedChecks(pending, report("weird")).layer)
    assert.strictEqual(out, "state: weird\n")
    assert.match(String(exit), /does not know: weird$/)
  })
)

it.effect("the time that reads take counts towards the cap, and the interval begins at their end", () =>
  Effect.gen(function* () {
    const reads: Array<number> = []
    const slow = AgentSurface.test({
      pullChecks: () =>
        Effect.delay(
          Effect.as(
            Effect.map(Clock.currentTimeMillis, (now) => reads.push(now / 1000)),
            pending
          ),
          "40 seconds"
        )
    })
    assert.deepInclude(yield* wait(slow, { timeout: 120_000 }), { exit: 3 })
    assert.deepStrictEqual(reads, [40, 90, 140])
  })
)

it.effect("interrupted between two reads, it reads no more and prints no report", () =>
  Effect.gen(function* () {
    const { written, layer } = Output.test()
    const { layer: surface, reads } = scriptedChecks(pending)
    const fiber = yield* Effect.fork(Effect.provide(checksWait(options), Layer.merge(layer, surface)))
    yield* TestClock.adjust("15 seconds")
    yield* Fiber.interrupt(fiber)
    yield* TestClock.adjust("5 minutes")
    assert.deepStrictEqual([reads, written.out], [[0, 10], ""])
  })
)

it.effect("interrupted during a read, it interrupts the read", () =>
  Effect.gen(function* () {
    const [asked, ended] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const surface = AgentSurface.test({
      pullChecks: () =>
        Effect.zipRight(Deferred.succeed(asked, undefined), Effect.never).pipe(
          Effect.onInterrupt(() => Deferred.succeed(ended, undefined))
        )
    })
    const fiber = yield* Effect.fork(Effect.provide(checksWait(options), Layer.merge(surface, Output.test().layer)))
    yield* Deferred.await(asked)
    yield* Fiber.interrupt(fiber)
    assert.isTrue(yield* Deferred.isDone(ended))
  })
)

it.effect("the readings of a wait are its steps, each at its moment, the last one its end", () =>
  Effect.gen(function* () {
    const { layer } = scriptedChecks(pending, new ErrLabServer({ status: 502, words: "HTTP 502" }), green)
    const fiber = yield* Effect.fork(Effect.provide(Stream.runCollect(readings(7, options)), layer))
    yield* TestClock.adjust("1 minute")
    const steps = Chunk.toReadonlyArray(yield* Fiber.join(fiber))
    assert.deepStrictEqual(
      steps.map((step) => (step._tag === "Again" ? step.at : step._tag)),
      [10_000, 20_000, "End"]
    )
  })
)
