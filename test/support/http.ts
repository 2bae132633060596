import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse
} from "node:http"
import { Effect, Queue, type Scope } from "effect"

/** A request as a server saw it. */
export interface Seen {
  readonly method: string
  /** Path and query, as they stood on the wire. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Reply = (response: ServerResponse, seen: Seen) => void

/** A whole answer at once. */
export const answer =
  (status: number, body = "", headers: OutgoingHttpHeaders = {}): Reply =>
  (response) =>
    void response.writeHead(status, headers).end(body)

export const json = (value: unknown, status = 200, headers: OutgoingHttpHeaders = {}): Reply =>
  answer(status, JSON.stringify(value), { "content-type": "application/json", ...headers })

export interface Loopback {
  readonly origin: URL
  /** Every request, in the order in which its body had arrived. */
  readonly seen: ReadonlyArray<Seen>
  /** The next request that has not been taken; waits for it. */
  readonly next: Effect.Effect<Seen>
  /** Waits until a connection ends. */
  readonly closed: Effect.Effect<void>
}

const bodyOf = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")))
  })

const listening = (server: Server, socketPath: string | undefined) =>
  Effect.async<URL>((resume) => {
    const ready = () => {
      const address = server.address()
      const port = address !== null && typeof address === "object" ? `:${address.port}` : ""
      resume(Effect.succeed(new URL(`http://127.0.0.1${port}`)))
    }
    if (socketPath === undefined) server.listen(0, "127.0.0.1", ready)
    else server.listen(socketPath, ready)
  })

const close = (server: Server) =>
  Effect.async<void>((resume) => {
    server.close(() => resume(Effect.void))
    server.closeAllConnections()
  })

/** A real server on loopback, or on a unix socket, that answers by a script: one reply a request, the last one for ever. */
export const loopback = (
  replies: ReadonlyArray<Reply> | Reply,
  socketPath?: string
): Effect.Effect<Loopback, never, Scope.Scope> =>
  Effect.gen(function* () {
    const script = typeof replies === "function" ? [replies] : replies
    const seen: Array<Seen> = []
    const [arrived, ends] = [yield* Queue.unbounded<Seen>(), yield* Queue.unbounded<void>()]
    const server = createServer((request, response) => {
      void bodyOf(request).then((body) => {
        const { method = "", url = "", headers } = request
        const one = { method, path: url, headers, body }
        seen.push(one)
        Queue.unsafeOffer(arrived, one)
        script[Math.min(seen.length, script.length) - 1]?.(response, one)
      })
    })
    server.on("connection", (socket) => socket.on("close", () => Queue.unsafeOffer(ends, undefined)))
    const origin = yield* Effect.acquireRelease(listening(server, socketPath), () => close(server))
    return { origin, seen, next: Queue.take(arrived), closed: Queue.take(ends) }
  })
