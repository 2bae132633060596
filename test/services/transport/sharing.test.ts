import { assert, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { answer } from "../../support/http.js"
import { other, read, secret, setUp, text } from "./client.js"

it.scoped("equal reads in flight are one request, and the next read asks again", () =>
  Effect.gen(function* () {
    const held: Array<() => void> = []
    const { server, one, client } = yield* setUp((response) => void held.push(() => response.end("x")))
    const fibers = yield* Effect.forEach([one, one, client(secret)], (each) => Effect.fork(text(each)))
    yield* server.next
    const apart = yield* Effect.fork(text(client(other)))
    yield* server.next
    for (const answer of held) answer()
    assert.deepStrictEqual(yield* Effect.forEach([...fibers, apart], Fiber.join), Array(4).fill("200 x"))
    assert.strictEqual(server.seen.length, 2)
    const again = yield* Effect.fork(text(one))
    yield* server.next
    held.at(-1)?.()
    yield* Fiber.join(again)
  })
)

it.scoped("equal writes are never shared and never repeated", () =>
  Effect.gen(function* () {
    const { server, one } = yield* setUp([answer(201), answer(502), (response) => void response.socket?.destroy()])
    const write = { ...read, method: "POST", body: { a: 1 } } as const
    const exits = yield* Effect.all(
      [1, 2, 3].map(() => Effect.exit(one.send(write))),
      { concurrency: "unbounded" }
    )
    assert.strictEqual(exits.filter(Exit.isSuccess).length, 2)
    assert.strictEqual(server.seen.length, 3)
  })
)

it.scoped("12.2.24 a read that is asked for after a write does not share one from before it", () =>
  Effect.gen(function* () {
    const held: Array<() => void> = []
    const { server, one } = yield* setUp([
      (response) => void held.push(() => response.end("before")),
      answer(502),
      answer(200, "after")
    ])
    const early = yield* Effect.fork(text(one))
    yield* server.next
    assert.strictEqual(yield* text(one, { ...read, method: "PUT" }), "502 ")
    const late = yield* Effect.fork(text(one))
    yield* Effect.repeatN(Effect.yieldNow(), 20)
    held[0]?.()
    assert.deepStrictEqual(yield* Effect.forEach([early, late], Fiber.join), ["200 before", "200 after"])
  })
)

it.scoped("at most 32 requests are in flight to one origin, and all are answered", () =>
  Effect.gen(function* () {
    let [open, most] = [0, 0]
    const held: Array<() => void> = []
    const { server, client } = yield* setUp((response) => {
      most = Math.max(most, ++open)
      held.push(() => {
        open--
        response.end("x")
      })
    })
    const reads = Array.from({ length: 40 }, (_, i) => text(client(i % 2 === 0 ? secret : other), { path: `/${i}` }))
    const fiber = yield* Effect.fork(Effect.all(reads, { concurrency: "unbounded" }))
    yield* Effect.replicateEffect(server.next, 32)
    for (let i = 0; i < 8; i++) {
      held.shift()?.()
      yield* server.next
    }
    for (const answer of held) answer()
    assert.strictEqual((yield* Fiber.join(fiber)).length, 40)
    assert.strictEqual(most, 32)
  })
)
