import { assert, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Exit, Fiber, Layer, Stream, TestClock } from "effect"
import { instantOf } from "../../src/core/instant.js"
import { PollFailure } from "../../src/core/watch/poll-failure.js"
import type { Snapshot } from "../../src/core/watch/snapshot.js"
import { type SnapshotRead, type WatchOptions, watch, watchLines } from "../../src/programs/watch.js"
import { Output } from "../../src/services/output.js"
import { brief, comment, run, snapshot } from "../core/watch/samples.js"

const options: WatchOptions = { command: "watcher", n: 7, poll: 30_000, repeat: 600_000, json: false }

const red = snapshot({ checkRuns: [run(11, "unit", "failure", { url: "https://run" })] })
const redLine = "Check failed on aaa1aaa1aaa1: unit (failure). Fix it, then push. https://run"
const quiet = snapshot()
const merged = snapshot({ pull: { state: "merged", url: "https://pull" } })
const mergedLine = "Merged: #7 into main. https://pull"
const failed = (reason: string, more: { readonly missing?: boolean; readonly notBefore?: string } = {}) =>
  new PollFailure({ reason, missing: false, ...more })

type Answer = Snapshot | PollFailure

/** Answers poll after poll, the last one for ever, and the seconds at which each was asked. */
const scripted = (answers: ReadonlyArray<Answer>, seconds = 0) => {
  const asked: Array<number> = []
  const read: SnapshotRead = Effect.gen(function* () {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? quiet
    asked.push((yield* Clock.currentTimeMillis) / 1000)
    yield* Effect.sleep(`${seconds} seconds`)
    return answer instanceof PollFailure ? yield* answer : answer
  })
  return { asked, read }
}

/** Runs a watch for so many virtual minutes: what it wrote, when it asked, and its exit code if it ended. */
const watched = (
  answers: ReadonlyArray<Answer>,
  more: Partial<WatchOptions> & { minutes?: number; seconds?: number } = {}
) => {
  const { minutes = 60, seconds, ...rest } = more
  const { written, layer } = Output.test()
  const { asked, read } = scripted(answers, seconds)
  return Effect.gen(function* () {
    const fiber = yield* Effect.fork(watch({ ...options, ...rest }, read))
    yield* TestClock.adjust(`${minutes} minutes`)
    const exit = yield* Fiber.poll(fiber)
    yield* Fiber.interrupt(fiber)
    return {
      ...written,
      asked,
      exit: exit._tag === "Some" && Exit.isSuccess(exit.value) ? exit.value.value : undefined
    }
  }).pipe(Effect.provide(layer))
}

it.effect("polls at once and then that long after the end of each poll", () =>
  Effect.gen(function* () {
    const { asked } = yield* watched([quiet], { poll: 10_000, seconds: 3, minutes: 0.8 })
    assert.deepStrictEqual(asked, [0, 13, 26, 39])
  })
)

it.effect("a merge is the last line and ends it with 0; nothing is asked after it", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* watched([red, quiet, merged]), {
      out: `${redLine}\n${mergedLine}\n`,
      err: "",
      asked: [0, 30, 60],
      exit: 0
    })
  })
)

it.effect("an open finding prints again each time that long after it last printed", () =>
  Effect.gen(function* () {
    const { out } = yield* watched([red], { minutes: 31 })
    assert.strictEqual(out, [redLine, ...Array.from({ length: 3 }, () => `Still open: ${redLine}`), ""].join("\n"))
    const often = yield* watched([red], { minutes: 1, poll: 20_000, repeat: 30_000 })
    assert.strictEqual(often.out, `${redLine}\nStill open: ${redLine}\n`)
  })
)

it.effect("--json writes one object a line", () =>
  Effect.gen(function* () {
    const { out } = yield* watched([red, failed("down"), merged], { json: true })
    const rows: ReadonlyArray<unknown> = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    const id = `check/${red.pull.head}/11/unit`
    assert.deepStrictEqual(rows, [
      { kind: "check", id, repeated: false, text: redLine, url: "https://run", at: instantOf(0) },
      {
        kind: "poll_failed",
        id: "poll_failed/down",
        repeated: false,
        text: "Poll failed: down. The watch goes on.",
        url: null,
        at: instantOf(30_000)
      },
      { kind: "merged", id: "merged/7", repeated: false, text: mergedLine, url: "https://pull", at: instantOf(60_000) }
    ])
  })
)

it.effect("a failed poll is a line when its reason is new, and the watch goes on at its cadence", () =>
  Effect.gen(function* () {
    const down = failed("github answered 502")
    const { out, asked, exit } = yield* watched([down, down, red, down, failed("other"), red, merged])
    assert.deepStrictEqual(out.trimEnd().split("\n"), [
      "Poll failed: github answered 502. The watch goes on.",
      redLine,
      "Poll failed: github answered 502. The watch goes on.",
      "Poll failed: other. The watch goes on.",
      mergedLine
    ])
    assert.deepStrictEqual(asked, [0, 30, 60, 90, 120, 150, 180])
    assert.strictEqual(exit, 0)
  })
)

it.effect("a repeat that comes due while polls fail comes with the first one that succeeds", () =>
  Effect.gen(function* () {
    const { out } = yield* watched([red, failed("down"), failed("down"), red, merged], { repeat: 60_000 })
    assert.deepStrictEqual(out.trimEnd().split("\n"), [
      redLine,
      "Poll failed: down. The watch goes on.",
      `Still open: ${redLine}`,
      mergedLine
    ])
  })
)

it.effect("after a rate limit no poll comes before its reset, and none before the cadence", () =>
  Effect.gen(function* () {
    const limited = (second: number) => failed("rate limit of github", { notBefore: instantOf(second * 1000) })
    const { asked, out } = yield* watched([limited(300), limited(310), limited(0), merged])
    assert.deepStrictEqual(asked, [0, 300, 330, 360])
    assert.strictEqual(out, `Poll failed: rate limit of github. The watch goes on.\n${mergedLine}\n`)
  })
)

it.effect("a poll that takes thirty seconds is given up, and the next one comes as usual", () =>
  Effect.gen(function* () {
    let ended = 0
    const slow = Effect.ensuring(
      Effect.never,
      Effect.sync(() => void ended++)
    )
    const { written, layer } = Output.test()
    const fiber = yield* Effect.fork(Effect.provide(watch(options, slow), layer))
    yield* TestClock.adjust("29999 millis")
    assert.deepStrictEqual([written.out, ended], ["", 0])
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual([written.out, ended], ["Poll failed: no answer within 30 s. The watch goes on.\n", 1])
    yield* TestClock.adjust("60 seconds")
    assert.deepStrictEqual([written.out.split("\n").length, ended], [2, 2])
    yield* Fiber.interrupt(fiber)
  })
)

it.effect(
  "a pull that is not there at the first poll ends it with 2 and says so on stderr, by the name of the program",
  () =>
    Effect.gen(function* () {
      const { out, err, exit, asked } = yield* watched([failed("gone", { missing: true })], { n: 99 })
      assert.deepStrictEqual({ out, err, exit }, { out: "", err: "watcher: pull request #99 not found\n", exit: 2 })
      assert.deepStrictEqual(asked, [0])
    })
)

it.effect("one that is not there at a later poll is a failed poll", () =>
  Effect.gen(function* () {
    for (const first of [quiet, failed("down")]) {
      const { out, exit } = yield* watched([first, failed("pull request #7 not found", { missing: true }), merged])
      assert.include(out, "Poll failed: pull request #7 not found. The watch goes on.\n")
      assert.strictEqual(exit, 0)
    }
  })
)

it.effect("each line is written by itself, before the next poll is waited for", () =>
  Effect.gen(function* () {
    const writes: Array<string | Uint8Array> = []
    const layer = Layer.succeed(Output, {
      out: (text) => Effect.sync(() => void writes.push(text)),
      err: () => Effect.void
    })
    const both = snapshot({ comments: [comment(1, "dana", 0, "a"), comment(2, "erin", 1, "b")] })
    const fiber = yield* Effect.fork(Effect.provide(watch(options, Effect.succeed(both)), layer))
    yield* TestClock.adjust(0)
    assert.deepStrictEqual(brief([writes.map((text) => String(text).trimEnd())]), [
      ['Comment by dana: "a"', 'Comment by erin: "b"']
    ])
    assert.isTrue(writes.every((text) => String(text).endsWith("\n")))
    yield* Fiber.interrupt(fiber)
  })
)

it.effect("an interruption ends it at once, between polls and during one, and writes nothing", () =>
  Effect.gen(function* () {
    const { written, layer } = Output.test()
    const between = scripted([quiet])
    const fiber = yield* Effect.fork(Effect.provide(watch(options, between.read), layer))
    yield* TestClock.adjust("10 seconds")
    assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))

    const begun = yield* Deferred.make<void>()
    const released: Array<true> = []
    const during = Deferred.succeed(begun, undefined).pipe(
      Effect.zipRight(Effect.never),
      Effect.ensuring(Effect.sync(() => void released.push(true)))
    )
    const second = yield* Effect.fork(Effect.provide(watch(options, during), layer))
    yield* Deferred.await(begun)
    assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(second)))
    assert.deepStrictEqual(released, [true])
    assert.deepStrictEqual(written, { out: "", err: "" })
  })
)

it.effect("an output that is gone ends it: no further line, no further poll", () =>
  Effect.gen(function* () {
    let lines = 0
    const gone = Layer.succeed(Output, {
      out: () =>
        Effect.zipRight(
          Effect.sync(() => void lines++),
          Effect.interrupt
        ),
      err: () => Effect.void
    })
    const both = snapshot({ comments: [comment(1, "dana", 0, "a"), comment(2, "erin", 1, "b")] })
    const { asked, read } = scripted([both])
    const fiber = yield* Effect.fork(Effect.provide(watch(options, read), gone))
    yield* TestClock.adjust("5 minutes")
    assert.isTrue(Exit.isInterrupted(yield* Fiber.await(fiber)))
    assert.deepStrictEqual([lines, asked], [1, [0]])
  })
)

it.effect("a defect of a read is a bug and is not taken for a failed poll", () =>
  Effect.gen(function* () {
    const { written, layer } = Output.test()
    const exit = yield* Effect.exit(Effect.provide(watch(options, Effect.dieMessage("bug")), layer))
    assert.isTrue(Exit.isFailure(exit))
    assert.strictEqual(written.out, "")
  })
)

it.effect(
  "a day of polls is one stream of lines",
  () =>
    Effect.gen(function* () {
      const { asked, read } = scripted([red])
      let count = 0
      const lines = watchLines({ poll: 300_000, repeat: 600_000 }, read)
      const fiber = yield* Effect.fork(Stream.runForEach(lines, () => Effect.sync(() => void count++)))
      yield* TestClock.adjust("24 hours")
      assert.strictEqual(asked.length, 24 * 12 + 1)
      assert.strictEqual(count, 24 * 6 + 1)
      yield* Fiber.interrupt(fiber)
    }),
  60_000
)
