import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type * as Scope from "effect/Scope"

/** The machine gave no port on its loopback. */
export class ErrSandbox extends Data.TaggedError("ErrSandbox")<{ readonly reason: string }> {
  override get message(): string {
    return `the sandbox forge cannot listen on 127.0.0.1: ${this.reason}`
  }
}

/**
 * An HTTP server on a free port of 127.0.0.1 for as long as the scope lives; gives its origin. Each request runs as a fiber of
 * the clock and services at hand here. Closing ends the connections first, then the fibers. Fails with `ErrSandbox`.
 */
export const listen = (
  handle: (request: IncomingMessage, response: ServerResponse) => Effect.Effect<void>
): Effect.Effect<string, ErrSandbox, Scope.Scope> =>
  Effect.gen(function* () {
    const run = yield* FiberSet.makeRuntime<never>()
    const server = createServer((request, response) => void run(handle(request, response)))
    yield* Effect.acquireRelease(
      Effect.async<void, ErrSandbox>((resume) => {
        server.once("error", (cause) => resume(new ErrSandbox({ reason: cause.message })))
        server.listen(0, "127.0.0.1", () => resume(Effect.void))
      }),
      () =>
        Effect.async<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        })
    )
    const address = server.address()
    return `http://127.0.0.1:${isAddress(address) ? address.port : 0}`
  })

const isAddress = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === "object" && address !== null

/** The whole body of a request as text; what came before the connection ended where it ended early. */
export const bodyOf = (request: IncomingMessage): Effect.Effect<string> =>
  Effect.async<string>((resume) => {
    const chunks: Array<Buffer> = []
    const done = () => resume(Effect.succeed(Buffer.concat(chunks).toString("utf8")))
    request.on("data", (chunk: Buffer) => void chunks.push(chunk))
    request.once("end", done)
    request.once("close", done)
  })
