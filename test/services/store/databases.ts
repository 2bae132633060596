import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import { inject } from "vitest"
import { Store, Stores } from "../../../src/services/store/store.js"
import { Vault } from "../../../src/services/vault.js"

/** A directory that goes with the scope. */
export const temporary = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "lab-test-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const vault = Layer.unwrapScoped(Effect.map(temporary, (directory) => Vault.file(join(directory, "master.key"))))

/** A SQLite file of its own. */
const sqlite = Layer.unwrapScoped(
  Effect.map(temporary, (directory) => Store.sqlite(join(directory, "state", "lab.db")))
)

const createDatabase = (server: string) =>
  Effect.gen(function* () {
    const name = `t_${randomBytes(8).toString("hex")}`
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE DATABASE ${sql(name)}`
    const url = new URL(server)
    url.pathname = `/${name}`
    return url.href
  }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(server) })))

/** The URL of a PostgreSQL database of its own. */
export const freshPostgres = Effect.suspend(() => createDatabase(inject("postgresUrl")))

const postgres = Layer.unwrapEffect(Effect.map(freshPostgres, (url) => Store.postgres(Redacted.make(url))))

/** Both databases, each with every entity on it and the client for looking underneath. */
export const databases = [
  ["SQLite", Layer.provideMerge(Stores, Layer.merge(sqlite, vault))],
  ["PostgreSQL", Layer.provideMerge(Stores, Layer.merge(postgres, vault))]
] as const
