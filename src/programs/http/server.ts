import { createServer } from "node:http"
import type { ListenOptions } from "node:net"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServer from "@effect/platform/HttpServer"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AgentHandlers } from "./agent.js"
import { ownedAlone, socketPlace } from "./agent-socket.js"
import { LabApi } from "./api.js"
import { OperatorAuthLive, RunAuthLive } from "./auth.js"
import { agentOnly, enveloped, operatorsAlone } from "./envelope.js"
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

/** Contract 3.1: ten seconds for the headers; node looks at what is late once in `connectionsCheckingInterval` milliseconds. */
const newServer = () => {
  const server = createServer({ connectionsCheckingInterval: 1000 })
  server.headersTimeout = 10_000
  // A body may be long; who reads it bounds the wait for each piece.
  server.requestTimeout = 0
  return server
}

/**
 * One address until the scope ends. Then no connection is taken any more, and the end waits for those that are there. Each ends with its
 * answer: kept alive, it would hold the end back. Fails with `ServeError`.
 */
const listening = <R>(options: ListenOptions, routes: HttpApp.Default<never, R>) =>
  Effect.gen(function* () {
    const node = newServer()
    const server = yield* NodeHttpServer.make(() => node, options)
    yield* Effect.provideService(HttpServer.serveEffect(routes), HttpServer.HttpServer, server)
    yield* Effect.addFinalizer(() =>
      Effect.async<void>((resume) => {
        node.keepAliveTimeout = 1
        node.close(() => resume(Effect.void))
      })
    )
    return server.address
  })

const Api = HttpApiBuilder.api(LabApi).pipe(
  Layer.provide([AgentHandlers, OperatorHandlers]),
  Layer.provide([RunAuthLive, OperatorAuthLive])
)

/**
 * Serves the agent API and the operator API on TCP, and the agent API alone on the unix socket. Answers with the address that it
 * listens on; the scope's end stops it: no new connection, requests in flight finish. Fails with `ServeError` when an address is taken.
 */
export const serve = ({ host, port, socket }: Listen) =>
  Effect.gen(function* () {
    const routes = yield* HttpApiBuilder.httpApp
    yield* socketPlace(socket)
    const bound = yield* listening({ host, port }, enveloped(operatorsAlone(routes)))
    yield* listening({ path: socket }, enveloped(agentOnly(routes)))
    yield* ownedAlone(socket)
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
  Layer.provideMerge(NodeHttpServer.layerContext)
)
