import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Redacted } from "effect"
import type { Answer, Exchange } from "../../../src/services/transport/http.js"
import { Transport } from "../../../src/services/transport/transport.js"
import { answer } from "../../support/http.js"
import { other, read, secret, setUp, text } from "./client.js"

const nothing: Answer = { status: 204, headers: {}, rawHeaders: [], body: Buffer.alloc(0) }

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

it.effect("at most 32 requests are in flight to one origin, whoever asks; another origin does not wait for them", () =>
  Effect.gen(function* () {
    const hosts: Array<string> = []
    const end = yield* Deferred.make<void>()
    const send = ({ origin }: Exchange) =>
      Effect.as(
        Effect.zipRight(
          Effect.sync(() => hosts.push(origin.host)),
          Deferred.await(end)
        ),
        nothing
      )
    const transport = yield* Effect.provide(Transport, Transport.test(send))
    const ask = (host: string, token: string, i: number) =>
      transport
        .client({ flavor: "github", api: new URL(`https://${host}`), owner: "o", name: "n" }, Redacted.make(token))
        .send({ method: i % 3 === 0 ? "POST" : "GET", path: `/${i}` })
    const calls = [
      ...Array.from({ length: 40 }, (_, i) => ask("one.example", i % 2 === 0 ? secret : other, i)),
      ask("two.example", secret, 0)
    ]
    const fiber = yield* Effect.fork(Effect.all(calls, { concurrency: "unbounded" }))
    yield* Effect.repeatN(Effect.yieldNow(), 200)
    assert.deepStrictEqual(hosts.sort(), [...Array<string>(32).fill("one.example"), "two.example"])
    yield* Deferred.succeed(end, undefined)
    assert.strictEqual((yield* Fiber.join(fiber)).length, 41)
  })
)
