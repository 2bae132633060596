import { chmodSync, mkdirSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { dirname } from "node:path"
import * as FileSystem from "@effect/platform/FileSystem"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpIncomingMessage from "@effect/platform/HttpIncomingMessage"
import * as HttpServer from "@effect/platform/HttpServer"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { AgentHandlers } from "./agent.js"
import { LabApi } from "./api.js"
import { OperatorAuthLive, RunAuthLive } from "./auth.js"
import { agentOnly, bounded, identified, mostBody } from "./envelope.js"
import { Failures } from "./failures.js"
import { OperatorHandlers } from "./operator.js"
import { Probes } from "./probes.js"

/** Where a server listens. Port 0 picks a free one. */
export interface Listen {
  readonly host: string
  readonly port: number
  /** The agent's unix socket. */
  readonly socket: string
}

const newServer = () => {
  const server = createServer()
  server.headersTimeout = 10_000
  return server
}

/** A stale socket of a server that was killed is removed; the live one is for its owner alone and unlinked at the end (contract 3.1). */
const socketFile = (path: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      rmSync(path, { force: true })
    }),
    () => Effect.sync(() => rmSync(path, { force: true }))
  )

const Api = HttpApiBuilder.api(LabApi).pipe(
  Layer.provide([AgentHandlers, OperatorHandlers]),
  Layer.provide([RunAuthLive, OperatorAuthLive])
)

const app = HttpApiBuilder.httpApp.pipe(Effect.map((routes) => identified(bounded(routes))))

/**
 * Serves the agent API and the operator API on TCP, and the agent API alone on the unix socket. Answers with the address that it
 * listens on; the scope's end stops it: no new connection, requests in flight finish. Fails with `ServeError` when an address is taken.
 */
export const serve = ({ host, port, socket }: Listen) =>
  Effect.gen(function* () {
    const routes = yield* app
    yield* socketFile(socket)
    const agents = yield* NodeHttpServer.make(newServer, { path: socket })
    chmodSync(socket, 0o700)
    const everyone = yield* NodeHttpServer.make(newServer, { host, port })
    yield* Effect.provideService(HttpServer.serveEffect(agentOnly(routes)), HttpServer.HttpServer, agents)
    yield* Effect.provideService(HttpServer.serveEffect(routes), HttpServer.HttpServer, everyone)
    const bound = everyone.address
    return bound._tag === "TcpAddress" ? `http://${host.includes(":") ? `[${host}]` : host}:${bound.port}` : bound.path
  })

/** What `serve` needs beside the store and the forges. */
export const Routes = Layer.mergeAll(
  Probes,
  Failures,
  HttpApiBuilder.middlewareOpenApi({ path: "/openapi.json" })
).pipe(
  Layer.provideMerge(Api),
  Layer.provideMerge(Layer.mergeAll(HttpApiBuilder.Router.Live, HttpApiBuilder.Middleware.layer)),
  Layer.provideMerge(NodeHttpServer.layerContext),
  Layer.provideMerge(Layer.succeed(HttpIncomingMessage.MaxBodySize, Option.some(FileSystem.Size(mostBody))))
)
