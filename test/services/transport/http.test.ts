import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { type Exchange, exchange, type Limits, open } from "../../../src/services/transport/http.js"
import { answer, type Loopback, loopback, type Reply } from "../../support/http.js"
import { temporary } from "../store/databases.js"

const limits: Limits = { headers: "30 seconds", chunk: "30 seconds", bytes: 2 ** 20 }
const get = ({ origin }: Pick<Loopback, "origin">, more: Partial<Exchange> = {}): Exchange => ({
  method: "GET",
  origin,
  path: "/",
  headers: {},
  ...more
})

const silent: Reply = () => undefined
const drop: Reply = (response) => void response.socket?.destroy()

/** Headers and the first piece of a body that never ends. */
const half: Reply = (response) => void response.writeHead(200, { "content-length": "100" }).write("half")

it.scoped("sends method, path, headers and body as they are, and answers status, headers and body", () =>
  Effect.gen(function* () {
    const server = yield* loopback(answer(418, "short\n", { "x-a": "1" }))
    const path = "/a%2Fb/..%252E/c?d=%20e&f"
    const body = new TextEncoder().encode("{}é")
    const got = yield* exchange(get(server, { method: "PATCH", path, headers: { "x-b": "2" }, body }), limits)
    assert.deepStrictEqual([got.status, got.headers["x-a"], got.body.toString()], [418, "1", "short\n"])
    const seen = yield* server.next
    assert.deepInclude(seen, { method: "PATCH", path, body: "{}é" })
    assert.deepInclude(seen.headers, { "x-b": "2", "content-length": "4" })
  })
)

it.scoped("keeps repeated headers apart in their order", () =>
  Effect.gen(function* () {
    const server = yield* loopback((response) => {
      response.setHeader("X-Lab-Log-Notice", ["one", "two, three"])
      response.end()
    })
    const { rawHeaders } = yield* exchange(get(server), limits)
    const notices = rawHeaders.filter((_, i) => rawHeaders[i - 1] === "X-Lab-Log-Notice")
    assert.deepStrictEqual(notices, ["one", "two, three"])
  })
)

it.scoped("reads a body in pieces, and null at its end", () =>
  Effect.gen(function* () {
    const server = yield* loopback((response) => void response.write("one", () => response.end()))
    const arriving = yield* open(get(server), limits)
    assert.strictEqual((yield* arriving.chunk)?.toString(), "one")
    assert.isNull(yield* arriving.chunk)
  })
)

for (const [length, kind] of [
  [2 ** 20, "whole"],
  [2 ** 20 + 1, "too large"]
] as const) {
  it.scoped(`a body of ${length} bytes under a cap of 1 MiB is ${kind}`, () =>
    Effect.gen(function* () {
      const server = yield* loopback(answer(200, "x".repeat(length)))
      const got = yield* Effect.either(exchange(get(server), limits))
      if (kind === "whole") return assert.strictEqual(got._tag === "Right" && got.right.body.byteLength, length)
      assert.deepInclude(got._tag === "Left" ? got.left : {}, {
        kind: "too-large",
        words: "the body is larger than 1 MiB"
      })
    })
  )
}

it.scoped("a body that never ends is given up at the cap, not read on", () =>
  Effect.gen(function* () {
    const server = yield* loopback((response) => {
      const more = (): unknown => response.destroyed || response.write(Buffer.alloc(2 ** 16), () => setImmediate(more))
      more()
    })
    assert.strictEqual((yield* Effect.flip(exchange(get(server), limits))).kind, "too-large")
    yield* server.closed
  })
)

it.scoped("a server that never answers is a timeout at the limit, not before, and its connection is closed", () =>
  Effect.gen(function* () {
    const server = yield* loopback(silent)
    const fiber = yield* Effect.fork(Effect.flip(exchange(get(server), limits)))
    yield* server.next
    yield* TestClock.adjust("29999 millis")
    assert.isNull(yield* Fiber.poll(fiber).pipe(Effect.map((done) => (done._tag === "Some" ? done.value : null))))
    yield* TestClock.adjust("1 millis")
    assert.deepInclude(yield* Fiber.join(fiber), { kind: "timeout", words: "no answer within 30 s" })
    yield* server.closed
  })
)

it.scoped("12.2.21 a body that stops is a timeout, counted from its last piece, and its connection is closed", () =>
  Effect.gen(function* () {
    const server = yield* loopback(half)
    const failed = yield* Effect.scoped(
      Effect.gen(function* () {
        const arriving = yield* open(get(server), limits)
        yield* TestClock.adjust("25 seconds")
        assert.strictEqual((yield* arriving.chunk)?.toString(), "half")
        const fiber = yield* Effect.fork(Effect.flip(arriving.chunk))
        yield* Effect.iterate(0, {
          while: (sleeping) => sleeping === 0,
          body: () => Effect.map(Effect.zipRight(Effect.yieldNow(), TestClock.sleeps()), (sleeps) => sleeps.length)
        })
        yield* TestClock.adjust("30 seconds")
        return yield* Fiber.join(fiber)
      })
    )
    assert.deepInclude(failed, { kind: "timeout", words: "the body stopped: nothing more within 30 s" })
    yield* server.closed
  })
)

const broken: ReadonlyArray<readonly [name: string, reply: Reply]> = [
  ["a connection that is dropped before an answer", drop],
  [
    "a body that is shorter than it says",
    (response) => {
      half(response, { method: "", path: "", headers: {}, body: "" })
      setImmediate(() => response.socket?.destroy())
    }
  ],
  [
    "a body in pieces that breaks off",
    (response) => {
      response.writeHead(200).write("half")
      setImmediate(() => response.socket?.destroy())
    }
  ],
  ["an answer that is no HTTP", (response) => void response.socket?.end("SSH-2.0-OpenSSH_9.6\r\n")]
]

for (const [name, reply] of broken) {
  it.scoped(`${name} is a broken exchange, never a whole answer`, () =>
    Effect.gen(function* () {
      const server = yield* loopback(reply)
      const failure = yield* Effect.flip(exchange(get(server), limits))
      assert.strictEqual(failure.kind, "broken")
      assert.match(failure.message, /^connection lost( \(\w+\))?$/)
    })
  )
}

it.scoped("a port that nobody listens on is refused", () =>
  Effect.gen(function* () {
    const { origin } = yield* Effect.scoped(loopback(silent))
    const failure = yield* Effect.flip(exchange(get({ origin }), limits))
    assert.deepInclude(failure, { kind: "unreachable", words: "connection refused" })
  })
)

it.effect("a host that does not exist says so, without naming anything else", () =>
  Effect.gen(function* () {
    const origin = new URL("http://nowhere.invalid")
    const failure = yield* Effect.flip(exchange(get({ origin }, { path: "/secret" }), limits))
    assert.strictEqual(failure.kind, "unreachable")
    assert.match(failure.words, /^host (not found|name could not be looked up)$/)
  })
)

it.scoped("a server without TLS behind https is named as such", () =>
  Effect.gen(function* () {
    const server = yield* loopback(answer(200))
    const origin = new URL(server.origin.href.replace("http:", "https:"))
    const failure = yield* Effect.flip(exchange(get({ origin }), limits))
    assert.deepInclude(failure, { kind: "unreachable" })
    assert.match(failure.words, /^TLS failed \(/)
  })
)

it.scoped("speaks over a unix socket without resolving the host", () =>
  Effect.gen(function* () {
    const socketPath = join(yield* temporary, "s.sock")
    yield* loopback(answer(200, "here"), socketPath)
    const origin = new URL("https://nowhere.invalid")
    assert.strictEqual((yield* exchange(get({ origin }, { socketPath }), limits)).body.toString(), "here")
    const absent = yield* Effect.flip(exchange(get({ origin }, { socketPath: `${socketPath}.absent` }), limits))
    assert.deepInclude(absent, { kind: "unreachable", words: "no such socket" })
  })
)

for (const [when, reply] of [
  ["before the headers", silent],
  ["in the body", half]
] as const) {
  it.scoped(`interrupted ${when}, it closes the connection`, () =>
    Effect.gen(function* () {
      const server = yield* loopback(reply)
      const fiber = yield* Effect.fork(exchange(get(server), limits))
      yield* server.next
      yield* Fiber.interrupt(fiber)
      yield* server.closed
    })
  )
}

it.scoped("a connection serves the next exchange when the last one ended whole", () =>
  Effect.gen(function* () {
    const ports = new Set<number | undefined>()
    const server = yield* loopback((response) => {
      ports.add(response.socket?.remotePort)
      response.end("x")
    })
    for (let i = 0; i < 3; i++) yield* exchange(get(server), limits)
    assert.deepStrictEqual([server.seen.length, ports.size], [3, 1])
  })
)

it.scoped("a header that HTTP cannot carry is a failure that does not show it", () =>
  Effect.gen(function* () {
    const server = yield* loopback(answer(200))
    for (const secret of ["hunter2\nx", "hunter2→"]) {
      const failure = yield* Effect.flip(exchange(get(server, { headers: { authorization: secret } }), limits))
      assert.notInclude(failure.message, "hunter2")
    }
    assert.strictEqual(server.seen.length, 0)
  })
)
