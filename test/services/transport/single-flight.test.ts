import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { singleFlight } from "../../../src/services/transport/single-flight.js"

/** An effect that counts its runs and interruptions, tells that it has begun and ends when it is told. */
const controlled = Effect.gen(function* () {
  const count = { runs: 0, interrupted: 0 }
  const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<string, string>()]
  const effect = Effect.suspend(() => {
    count.runs++
    return Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(end))
  }).pipe(Effect.onInterrupt(() => Effect.sync(() => count.interrupted++)))
  return { count, begun: Deferred.await(begun), end, effect }
})

/** Lets everything that can go on go on. */
const settle = Effect.repeatN(Effect.yieldNow(), 20)

it.effect("equal effects at once are one run, and all get its value", () =>
  Effect.gen(function* () {
    const alone = singleFlight<string, string>()
    const { begun, count, effect, end } = yield* controlled
    const fibers = yield* Effect.forEach([1, 2, 3], () => Effect.fork(alone("k", effect)))
    yield* begun
    yield* settle
    yield* Deferred.succeed(end, "value")
    assert.deepStrictEqual(yield* Effect.forEach(fibers, Fiber.join), ["value", "value", "value"])
    assert.deepStrictEqual(count, { runs: 1, interrupted: 0 })
  })
)

it.effect("other keys run on their own", () =>
  Effect.gen(function* () {
    const alone = singleFlight<string, string>()
    const { begun, count, effect } = yield* controlled
    const other = yield* Effect.fork(alone("k", effect))
    yield* begun
    assert.strictEqual(yield* alone("l", Effect.succeed("other")), "other")
    assert.strictEqual(count.runs, 1)
    yield* Fiber.interrupt(other)
  })
)

it.effect("a failure and a defect are shared", () =>
  Effect.gen(function* () {
    const alone = singleFlight<string, string>()
    const { begun, count, effect, end } = yield* controlled
    const fibers = yield* Effect.forEach([1, 2], () => Effect.fork(Effect.flip(alone("k", effect))))
    yield* begun
    yield* settle
    yield* Deferred.fail(end, "no")
    assert.deepStrictEqual(yield* Effect.forEach(fibers, Fiber.join), ["no", "no"])
    assert.strictEqual(count.runs, 1)
    const exits = yield* Effect.all(
      [1, 2].map(() => Effect.exit(alone("k", Effect.die("bug")))),
      { concurrency: 2 }
    )
    for (const exit of exits) assert.strictEqual(exit._tag === "Failure" && exit.cause._tag, "Die")
  })
)

it.effect("nothing is kept after the end: neither a value nor a failure", () =>
  Effect.gen(function* () {
    const alone = singleFlight<number, number>()
    for (let i = 0; i < 1000; i++) {
      assert.strictEqual(yield* alone("k", Effect.succeed(i)), i)
      assert.strictEqual(yield* Effect.flip(alone("k", Effect.fail(i))), i)
    }
  })
)

it.effect("interruption of the one who began it does not end it for the others", () =>
  Effect.gen(function* () {
    const alone = singleFlight<string, string>()
    const { begun, count, effect, end } = yield* controlled
    const first = yield* Effect.fork(alone("k", effect))
    yield* begun
    const second = yield* Effect.fork(alone("k", effect))
    yield* settle
    yield* Fiber.interrupt(first)
    yield* Deferred.succeed(end, "value")
    assert.strictEqual(yield* Fiber.join(second), "value")
    assert.deepStrictEqual(count, { runs: 1, interrupted: 0 })
  })
)

it.effect("the last one who leaves interrupts it, and waits for its end", () =>
  Effect.gen(function* () {
    const alone = singleFlight<string, string>()
    const { begun, count, effect } = yield* controlled
    const fibers = yield* Effect.forEach([1, 2], () => Effect.fork(alone("k", effect)))
    yield* begun
    yield* settle
    yield* Effect.forEach(fibers, Fiber.interrupt)
    assert.deepStrictEqual(count, { runs: 1, interrupted: 1 })
    assert.strictEqual(yield* alone("k", Effect.succeed("anew")), "anew")
  })
)

it.effect("who comes while an abandoned run is still ending begins a new one, and is not interrupted with it", () =>
  Effect.gen(function* () {
    const alone = singleFlight<string, string>()
    const [begun, closing, close] = [
      yield* Deferred.make<void>(),
      yield* Deferred.make<void>(),
      yield* Deferred.make<void>()
    ]
    const slowToEnd = Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never).pipe(
      Effect.onInterrupt(() => Effect.zipRight(Deferred.succeed(closing, undefined), Deferred.await(close)))
    )
    const abandoned = yield* Effect.fork(alone("k", slowToEnd))
    yield* Deferred.await(begun)
    const leaving = yield* Effect.fork(Fiber.interrupt(abandoned))
    yield* Deferred.await(closing)
    const late = yield* Effect.fork(alone("k", Effect.succeed("anew")))
    yield* settle
    yield* Deferred.succeed(close, undefined)
    yield* Fiber.join(leaving)
    assert.deepStrictEqual(yield* Fiber.await(late).pipe(Effect.map(({ _tag }) => _tag)), "Success")
  })
)

it.effect("an end that comes late does not take the place of the run after it", () =>
  Effect.gen(function* () {
    const alone = singleFlight<string, string>()
    const old = yield* controlled
    const abandoned = yield* Effect.fork(alone("k", old.effect))
    yield* old.begun
    yield* Fiber.interrupt(abandoned)
    const { begun, count, effect, end } = yield* controlled
    const first = yield* Effect.fork(alone("k", effect))
    yield* begun
    const second = yield* Effect.fork(alone("k", effect))
    yield* settle
    yield* Deferred.succeed(end, "value")
    assert.deepStrictEqual(yield* Effect.forEach([first, second], Fiber.join), ["value", "value"])
    assert.strictEqual(count.runs, 1)
  })
)
