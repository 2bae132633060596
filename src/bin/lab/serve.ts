import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Logger from "effect/Logger"
import { variable } from "../../core/direct.js"
import { ErrLabServer, ErrUsage } from "../../core/errors.js"
import { parseListen } from "../../core/listen.js"
import { stateOf, stateOptions } from "./settings.js"
import type { LabVerb } from "./verbs.js"

const defaultListen = "127.0.0.1:4190"

/** stdout belongs to what a program reads; the log goes to stderr. */
const log = Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger))

export const serveVerb: LabVerb = {
  name: "serve",
  summary: "Run the server: the agent API for runs, the operator API for the verbs below",
  arguments: [],
  options: {
    listen: { value: "host:port", help: `where to listen; port 0 picks one ($LAB_LISTEN, else ${defaultListen})` },
    ...stateOptions
  },
  details: `stdout: "listening on http://host:port" once it does. The log goes to stderr. SIGINT and SIGTERM stop it gracefully.
Agents of this machine reach it at unix://<data dir>/agent/agent.sock as well.

LAB_DATABASE_URL (postgres://…) keeps the state in PostgreSQL; LAB_MASTER_KEY_FILE names the key that seals credentials.`,
  run: (line) =>
    Either.map(
      Either.mapLeft(
        parseListen(line.values["listen"] ?? variable(process.env, "LAB_LISTEN") ?? defaultListen),
        (reason) => new ErrUsage({ reason })
      ),
      (listen) =>
        Effect.promise(() => import("../../programs/serve.js")).pipe(
          Effect.flatMap(({ serveForever }) => serveForever(stateOf(line), listen)),
          Effect.catchTag("ServeError", ({ cause }) => {
            const words = cause instanceof Error ? cause.message : "unknown reason"
            const next = words.includes("EADDR") ? "; choose another address with --listen" : ""
            return new ErrLabServer({ words: `cannot listen on ${listen.host}:${listen.port}: ${words}${next}` })
          }),
          Effect.provide(log)
        )
    )
}
