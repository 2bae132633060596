import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { Git } from "../services/git.js"
import { HostProbe } from "../services/host-probe.js"
import { Output } from "../services/output.js"
import { Redactors } from "../services/redactors.js"
import { Store, Stores } from "../services/store/store.js"
import { Merges } from "../services/tracker/builtin/merges.js"
import { Trackers } from "../services/tracker/trackers.js"
import { Transport } from "../services/transport/transport.js"
import { Vault } from "../services/vault.js"
import { Routes, serve } from "./http/server.js"

/** Where a server keeps what it knows. */
export interface State {
  readonly dataDir: string
  /** PostgreSQL in place of the file in the data directory. */
  readonly databaseUrl: Redacted.Redacted<string> | undefined
  /** In place of the file in the data directory. */
  readonly masterKeyFile: string | undefined
}

/** The store and the vault of a data directory, made when absent. Fails with `ErrStore` and `ErrVault`. */
export const persistence = ({ dataDir, databaseUrl, masterKeyFile }: State) =>
  Stores.pipe(
    Layer.provideMerge(databaseUrl === undefined ? Store.sqlite(join(dataDir, "lab.db")) : Store.postgres(databaseUrl)),
    Layer.provideMerge(Vault.file(masterKeyFile ?? join(dataDir, "master.key")))
  )

/** Everything that the routes reach: store, vault, git, forges. */
export const services = (state: State) =>
  Layer.mergeAll(Trackers.layer, Redactors.layer).pipe(
    Layer.provideMerge(Merges.layer),
    Layer.provideMerge(Layer.mergeAll(Git.layer(state.dataDir), Transport.layer, HostProbe.layer)),
    Layer.provideMerge(persistence(state))
  )

/** A server over its state while the scope lives; `use` is given its address. Fails with `ServeError` when an address is taken. */
export const served = <A, E, R>(
  state: State,
  listen: { readonly host: string; readonly port: number },
  use: (address: string) => Effect.Effect<A, E, R>
) =>
  Effect.flatMap(serve({ ...listen, socket: join(state.dataDir, "agent", "agent.sock") }), use).pipe(
    // The server stops before what it works on is gone: requests in flight finish.
    Effect.scoped,
    Effect.provide(Layer.provideMerge(Routes, services(state)))
  )

/** `lab serve`: prints `listening on <address>` once it does, and serves until it is interrupted. */
export const serveForever = (state: State, listen: { readonly host: string; readonly port: number }) =>
  served(state, listen, (address) =>
    Effect.zipRight(
      Effect.flatMap(Output, (output) => output.out(`listening on ${address}\n`)),
      Effect.never
    )
  )
