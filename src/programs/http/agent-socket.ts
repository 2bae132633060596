import { chmodSync, mkdirSync, rmSync } from "node:fs"
import { connect } from "node:net"
import { dirname } from "node:path"
import { ServeError } from "@effect/platform/HttpServerError"
import * as Effect from "effect/Effect"

/** Whether somebody listens at a socket. */
const isLive = (path: string) =>
  Effect.async<boolean>((resume) => {
    const probe = connect(path)
    const found = (live: boolean) => {
      probe.destroy()
      resume(Effect.succeed(live))
    }
    probe.once("connect", () => found(true))
    probe.once("error", () => found(false))
  })

const failed = (cause: unknown) => new ServeError({ cause })

/**
 * Makes room for the agent's socket, in a directory for its owner alone, and unlinks it with the scope (contract 3.1). What a server left
 * that was killed is removed; where one still listens it is a `ServeError`, so that a second server never takes the agents of the first.
 */
export const socketPlace = (path: string) =>
  Effect.gen(function* () {
    if (yield* isLive(path))
      return yield* failed(new Error(`a server runs on this data directory already: it listens at ${path}`))
    const directory = dirname(path)
    yield* Effect.try({
      try: () => {
        mkdirSync(directory, { recursive: true, mode: 0o700 })
        chmodSync(directory, 0o700)
        rmSync(path, { force: true })
      },
      catch: failed
    })
    yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(path, { force: true })))
  })

/** A socket is made with the mode that the umask leaves; this one is for its owner alone. */
export const ownedAlone = (path: string) => Effect.try({ try: () => chmodSync(path, 0o700), catch: failed })
