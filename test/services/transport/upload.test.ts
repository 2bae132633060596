import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Stream, TestClock } from "effect"
import type { Limits } from "../../../src/services/transport/http.js"
import { upload } from "../../../src/services/transport/upload.js"

const limits: Limits = { headers: "60 seconds", chunk: "60 seconds", bytes: 2 ** 20 }

/** A server whose answer is a test's own: it is handed each request before a byte of its body. */
const served = (handle: (request: IncomingMessage, response: ServerResponse) => void) =>
  Effect.acquireRelease(
    Effect.async<{ readonly origin: URL; readonly close: () => void }>((resume) => {
      const server = createServer(handle)
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = address !== null && typeof address === "object" ? address.port : 0
        const close = () => {
          server.close()
          server.closeAllConnections()
        }
        resume(Effect.succeed({ origin: new URL(`http://127.0.0.1:${port}`), close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const post = (origin: URL) => ({ method: "POST", origin, path: "/x", headers: { host: origin.host } })

const piece = new Uint8Array(65536).fill(97)

it.scoped("a body is sent as it comes, without a length, and its answer comes when all is sent", () =>
  Effect.gen(function* () {
    const seen = { bytes: 0, length: "none" }
    const { origin } = yield* served((request, response) => {
      seen.length = request.headers["content-length"] ?? "none"
      request.on("data", (chunk: Buffer) => {
        seen.bytes += chunk.length
      })
      request.on("end", () => response.end("done"))
    })
    const answer = yield* upload(post(origin), Stream.range(1, 100).pipe(Stream.map(() => piece)), limits)
    assert.deepInclude(answer, { status: 200, sent: true })
    assert.strictEqual(answer.body.toString(), "done")
    assert.deepStrictEqual(seen, { bytes: 100 * piece.length, length: "none" })
  })
)

it.scoped("an answer that comes early ends a body that would never end, and says that not all was sent", () =>
  Effect.gen(function* () {
    const { origin } = yield* served((request, response) => {
      request.resume()
      response.writeHead(413).end("too large")
    })
    const ended = yield* Deferred.make<void>()
    const endless = Stream.ensuring(Stream.forever(Stream.make(piece)), Deferred.succeed(ended, undefined))
    const answer = yield* upload(post(origin), endless, limits)
    assert.deepInclude(answer, { status: 413, sent: false })
    yield* Deferred.await(ended)
  })
)

it.scoped("a body that fails is the failure, and the server is not left with half of it as if it were whole", () =>
  Effect.gen(function* () {
    const aborted = yield* Deferred.make<string>()
    const { origin } = yield* served((request) => {
      request.resume()
      request.on("close", () => Deferred.unsafeDone(aborted, Effect.succeed(request.complete ? "whole" : "aborted")))
    })
    const failing = Stream.concat(Stream.make(piece), Stream.fail("git failed" as const))
    assert.strictEqual(yield* Effect.flip(upload(post(origin), failing, limits)), "git failed")
    assert.strictEqual(yield* Deferred.await(aborted), "aborted")
  })
)

it.scoped("a connection that ends without an answer is a failure of the transport", () =>
  Effect.gen(function* () {
    const { origin } = yield* served((request) => request.socket.destroy())
    const error = yield* Effect.flip(upload(post(origin), Stream.forever(Stream.make(piece)), limits))
    assert.strictEqual(error._tag, "TransportFailure")
  })
)

it.scoped("the wait for an answer is counted from the end of the body", () =>
  Effect.gen(function* () {
    const whole = yield* Deferred.make<void>()
    const { origin } = yield* served((request) => {
      request.resume()
      request.on("end", () => Deferred.unsafeDone(whole, Effect.void))
    })
    const slow = Stream.concat(Stream.make(piece), Stream.drain(Stream.fromEffect(Effect.sleep("10 minutes"))))
    const fiber = yield* Effect.fork(Effect.flip(upload(post(origin), slow, limits)))
    yield* TestClock.adjust("10 minutes")
    yield* Deferred.await(whole)
    yield* TestClock.adjust("60 seconds")
    assert.strictEqual((yield* Fiber.join(fiber)).message, "no answer within 60 s")
  })
)
