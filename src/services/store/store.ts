import { closeSync, mkdirSync, openSync } from "node:fs"
import { dirname } from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import type * as Redacted from "effect/Redacted"
import * as Text from "effect/String"
import { ErrStore } from "../../core/errors.js"
import { ChangeRequests } from "./change-requests.js"
import { Credentials } from "./credentials.js"
import { Migrations } from "./migrations.js"
import { PersonalTokens } from "./personal-tokens.js"
import { Repositories } from "./repositories.js"
import { RunHeads } from "./run-heads.js"
import { RunTokens } from "./run-tokens.js"
import { Runs } from "./runs.js"
import { RepoSecrets } from "./secrets.js"
import { Settings } from "./settings.js"
import { isSqlError, stored } from "./stored.js"

const names = { transformQueryNames: Text.camelToSnake, transformResultNames: Text.snakeToCamel }

/** node and the driver throw when a file cannot be opened; that is a fact of the operator's disk and not a bug. */
const opened = <A, E>(layer: Layer.Layer<A, E>): Layer.Layer<A, ErrStore> =>
  Layer.build(layer).pipe(
    Effect.catchAll((error) => (isSqlError(error) ? Effect.fail(error) : Effect.die(error))),
    Effect.catchAllDefect((defect) =>
      Predicate.hasProperty(defect, "code") && typeof defect.code === "string"
        ? new ErrStore({ operation: "open", reason: defect.code })
        : Effect.die(defect)
    ),
    stored("open"),
    Layer.scopedContext
  )

/** A short `busy_timeout`: the driver is synchronous, so waiting for another process's lock stops every fiber of this one. */
const pragmas = Layer.effectDiscard(
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.all([sql`PRAGMA busy_timeout = 200`, sql`PRAGMA foreign_keys = ON`, sql`PRAGMA synchronous = NORMAL`])
  )
)

/** What the driver makes beside the file takes the file's mode. */
const makePrivate = (filename: string) => {
  mkdirSync(dirname(filename), { recursive: true, mode: 0o700 })
  closeSync(openSync(filename, "a", 0o600))
}

/**
 * One file (or `:memory:`), made for its owner alone when absent; one client per process. Fails with `ErrStore` when it cannot
 * be opened.
 */
const sqlite = (filename: string): Layer.Layer<SqlClient.SqlClient, ErrStore> =>
  Layer.suspend(() => {
    if (filename !== ":memory:") makePrivate(filename)
    return Layer.provideMerge(Migrations, Layer.provideMerge(pragmas, SqliteClient.layer({ filename, ...names })))
  }).pipe(opened)

/** A `postgres://` URL. The driver is loaded only here, so that a server on SQLite does not carry it in memory. */
const postgres = (url: Redacted.Redacted<string>): Layer.Layer<SqlClient.SqlClient, ErrStore> =>
  Effect.promise(() => import("@effect/sql-pg/PgClient")).pipe(
    Effect.map((PgClient) => Layer.provideMerge(Migrations, PgClient.layer({ url, ...names }))),
    Layer.unwrapEffect,
    opened
  )

/** The database, migrated, as a client that the entities share (design, State). */
export const Store = { sqlite, postgres }

/** Every entity of the store. */
export const Stores = Layer.mergeAll(
  ChangeRequests.layer,
  Credentials.layer,
  PersonalTokens.layer,
  Repositories.layer,
  RepoSecrets.layer,
  RunHeads.layer,
  RunTokens.layer,
  Runs.layer,
  Settings.layer
)

/** Succeeds while the database answers; for `/readyz`. */
export const ready = Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.asVoid(sql`SELECT 1`).pipe(stored("ready")))
