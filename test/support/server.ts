import { type IncomingHttpHeaders, request } from "node:http"
import { join } from "node:path"
import { Context, Effect, Layer, Redacted } from "effect"
import type { NewRunToken } from "../../src/core/operator-api.js"
import { Routes, serve } from "../../src/programs/http/server.js"
import * as Sandbox from "../../src/programs/sandbox/sandbox.js"
import { services } from "../../src/programs/serve.js"
import { localOperator } from "../../src/services/operator-surface/local.js"
import { PersonalTokens } from "../../src/services/store/personal-tokens.js"
import { Runs } from "../../src/services/store/runs.js"
import type { Trackers } from "../../src/services/tracker/trackers.js"
import { freshPostgres, temporary } from "../services/store/databases.js"

/** Where a request goes: an address, or the path of a unix socket. */
export type Place = string

export interface Asked {
  readonly method?: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON, or as it is when it is text. */
  readonly body?: unknown
  /** Without a length that is announced. */
  readonly chunked?: boolean
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** Undefined when the text is no JSON. */
  readonly json: unknown
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One request over a connection of its own; nothing is added to it that was not asked for. Fails as the socket does. */
export const ask = (place: Place, path: string, { method = "GET", token, headers, body, chunked }: Asked = {}) =>
  Effect.async<Reply, Error>((resume) => {
    const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body)
    const length = text === "" || chunked === true ? {} : { "content-length": String(Buffer.byteLength(text)) }
    const { hostname, port } = new URL(place.startsWith("/") ? "http://lab" : place)
    const sent = request(
      {
        ...(place.startsWith("/") ? { socketPath: place } : { hostname, port }),
        method,
        path,
        agent: false,
        headers: { ...length, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers }
      },
      (answer) => {
        const chunks: Array<Buffer> = []
        answer.on("data", (chunk: Buffer) => chunks.push(chunk))
        answer.on("error", (error) => resume(Effect.fail(error)))
        answer.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8")
          resume(Effect.succeed({ status: answer.statusCode ?? 0, headers: answer.headers, text, json: parsed(text) }))
        })
      }
    )
    sent.on("error", (error) => resume(Effect.fail(error)))
    if (chunked === true) sent.write(text)
    sent.end(chunked === true || text === "" ? undefined : text)
  })

const start = (databaseUrl: string | undefined, trackers?: Layer.Layer<Trackers>) =>
  Effect.gen(function* () {
    const forge = yield* Sandbox.make()
    const dataDir = join(yield* temporary, "data")
    const socket = join(dataDir, "agent", "agent.sock")
    const state = {
      dataDir,
      databaseUrl: databaseUrl === undefined ? undefined : Redacted.make(databaseUrl),
      masterKeyFile: undefined
    }
    const real = services(state)
    const world = yield* Layer.build(
      Layer.provideMerge(Routes, trackers === undefined ? real : Layer.provideMerge(trackers, real))
    )
    const address = yield* Effect.provide(serve({ host: "127.0.0.1", port: 0, socket }), world)
    const operator = yield* Effect.provide(localOperator, world)
    const { token } = yield* Context.get(world, PersonalTokens).create("tests")
    const remote = `${forge.github.web}/${forge.world.fullName}`
    yield* operator.repoAdd({
      name: "widget",
      remote_url: remote,
      forge: "github",
      api: forge.github.api,
      token: forge.token
    })
    return {
      address,
      socket,
      dataDir,
      /** Undefined over SQLite. */
      databaseUrl,
      forge,
      operator,
      runs: Context.get(world, Runs),
      /** A personal access token. */
      pat: Redacted.value(token),
      /** A run of a repository and its token. */
      run: (repo = "widget", asked: NewRunToken = {}) => operator.runToken(repo, asked)
    }
  })

/** A real server over a data directory of its own, with `widget` registered on a sandbox forge (its pull 7 is open). */
export class LabServer extends Context.Tag("test/LabServer")<
  LabServer,
  Effect.Effect.Success<ReturnType<typeof start>>
>() {
  static readonly sqlite = Layer.scoped(LabServer, start(undefined))
  static readonly postgres = Layer.scoped(
    LabServer,
    Effect.flatMap(freshPostgres, (url) => start(url))
  )
  /** Over other trackers than those of the repositories. */
  static readonly over = (trackers: Layer.Layer<Trackers>) => Layer.scoped(LabServer, start(undefined, trackers))
}

/** One server on each database: what a route answers does not depend on it. */
export const servers = [
  ["SQLite", LabServer.sqlite],
  ["PostgreSQL", LabServer.postgres]
] as const
