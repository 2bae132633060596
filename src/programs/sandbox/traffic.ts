import type { IncomingMessage, ServerResponse } from "node:http"
import * as Effect from "effect/Effect"
import type { ErrGit } from "../../core/errors.js"
import { deliver, drop } from "./delivery.js"
import { type Faults, faultAnswer } from "./faults.js"
import { credential } from "./github-forge.js"
import type { Meter, Side } from "./measure.js"
import { type Answer, type Ask, text } from "./route.js"
import { bodyOf } from "./server.js"
import type { World } from "./world.js"

/** One origin: who it plays, where its API is, and what it says. `page`: the path is outside of the API. */
export interface Host {
  readonly server: Side
  /** Path of a sub-path install, or empty. */
  readonly prefix: string
  /** Path of the API below the prefix, or empty. */
  readonly root: string
  readonly answer: (ask: Ask, page: boolean) => Effect.Effect<Answer, ErrGit>
}

/** What all origins of a sandbox share. */
export interface Desk {
  readonly world: World
  readonly meter: Meter
  readonly faults: Faults
  readonly latency: { readonly ms: number }
}

const headersOf = (request: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, `${value ?? ""}`]))

const split = (target: string) => {
  const mark = target.indexOf("?")
  return mark === -1
    ? { path: target, query: new URLSearchParams() }
    : { path: target.slice(0, mark), query: new URLSearchParams(target.slice(mark + 1)) }
}

/** The path as the tables know it; undefined where it lies beside the prefix. */
const below = (host: Host, path: string): { readonly path: string; readonly page: boolean } | undefined => {
  if (!path.startsWith(`${host.prefix}/`)) return undefined
  const local = path.slice(host.prefix.length)
  const inApi = host.root !== "" && local.startsWith(`${host.root}/`)
  return inApi ? { path: local.slice(host.root.length), page: false } : { path: local, page: true }
}

/** The life of one request: recorded, held back, hit by a fault or answered, and measured at its last byte. */
export const serve =
  (desk: Desk, host: Host) =>
  (request: IncomingMessage, response: ServerResponse): Effect.Effect<void> =>
    Effect.gen(function* () {
      const { world, meter, faults, latency } = desk
      const { server } = host
      const target = split(request.url ?? "/")
      const [method, headers] = [request.method ?? "GET", headersOf(request)]
      const query = Object.fromEntries(target.query)
      const recorded = meter.start({
        server,
        method,
        path: target.path,
        query,
        headers,
        body: "",
        startedAt: world.now()
      })
      recorded.body = yield* bodyOf(request)
      if (latency.ms > 0) yield* Effect.sleep(latency.ms)

      const place = below(host, target.path)
      const web = `http://127.0.0.1:${request.socket.localPort ?? 0}${host.prefix}`
      const ask: Ask = {
        method,
        headers,
        query: target.query,
        path: place?.path ?? target.path,
        body: recorded.body,
        params: {},
        login: world.loginOf(credential(headers) ?? "") ?? null,
        web,
        api: `${web}${host.root}`
      }
      const fault = faults.take({ server, method, path: ask.path, query: target.query })
      const gone = (): void => meter.end(recorded, null, world.now())
      if (fault?.kind === "hang") return yield* Effect.never
      if (fault?.kind === "delay") yield* Effect.sleep(fault.ms)
      if (fault?.kind === "drop" && fault.after !== true) {
        gone()
        return yield* drop(response)
      }
      const instead = fault === undefined ? undefined : faultAnswer(fault, world.now())
      const truth = place === undefined ? Effect.succeed(text(404, "Not found.\n")) : host.answer(ask, place.page)
      const said =
        instead ?? (yield* Effect.catchAll(truth, ({ message }) => Effect.succeed(text(500, `${message}\n`))))
      if (fault?.kind === "drop") {
        gone()
        return yield* drop(response)
      }
      const dated = { ...said, headers: { date: new Date(world.now()).toUTCString(), ...said.headers } }
      yield* deliver(response, dated, fault, () => meter.end(recorded, said.status, world.now()))
    }).pipe(
      Effect.catchAllDefect((defect) =>
        Effect.zipRight(Effect.logError("the sandbox forge has a bug", defect), drop(response))
      )
    )
