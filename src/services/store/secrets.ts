import { createHash } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { ErrNotFound, ErrStore, ErrUnknownSecrets, type ErrVault } from "../../core/errors.js"
import { Instant } from "../../core/instant.js"
import type { OpenSecret } from "../../core/redactor-over.js"
import { byName } from "../../core/secret-name.js"
import { Vault } from "../vault.js"
import { newId, now } from "./mint.js"
import { firstOr, rowsOf, stored } from "./stored.js"

/** What may be told of a secret: everything but its value. */
const SecretRow = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  description: Schema.String,
  createdAt: Instant,
  updatedAt: Instant
})
export type SecretRow = typeof SecretRow.Type

const SealedRow = Schema.Struct({ name: Schema.String, payload: Schema.Uint8ArrayFromBase64 })
type SealedRow = typeof SealedRow.Type

/** All secrets of a repository at one moment, still sealed. */
export interface SealedSecrets {
  /** The same exactly while no secret is put or removed: a value that is put again is sealed under another nonce. */
  readonly revision: string
  /** By name. Fails as a whole when one of them cannot be opened. */
  readonly open: Effect.Effect<ReadonlyArray<OpenSecret>, ErrVault>
}

export interface NewSecret {
  readonly repoId: string
  readonly name: string
  /** Absent: a secret that is there keeps its own. */
  readonly description?: string
  readonly value: Redacted.Redacted<string>
}

const revisionOf = (rows: ReadonlyArray<SealedRow>): string =>
  rows
    .reduce(
      (hash, { name, payload }) => hash.update(`${name}\n${payload.length}\n`).update(payload),
      createHash("sha256")
    )
    .digest("hex")

const lost = () => new ErrStore({ operation: "put secret", reason: "the row did not come back" })

const base64 = Schema.encode(Schema.Uint8ArrayFromBase64)

/** The secrets of repositories, sealed at rest and opened at every use: rotation is live (contract 9, 10). */
export class RepoSecrets extends Context.Tag("lab/RepoSecrets")<
  RepoSecrets,
  {
    /** Makes a secret, or rotates the one of this name. */
    readonly put: (secret: NewSecret) => Effect.Effect<SecretRow, ErrStore>
    /** By name; no value is even read. */
    readonly list: (repoId: string) => Effect.Effect<ReadonlyArray<SecretRow>, ErrStore>
    readonly remove: (repoId: string, name: string) => Effect.Effect<void, ErrNotFound | ErrStore>
    readonly sealed: (repoId: string) => Effect.Effect<SealedSecrets, ErrStore>
    /** All of them or none, by name: an unknown one is told before anything is opened. */
    readonly values: (
      repoId: string,
      names: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<OpenSecret>, ErrUnknownSecrets | ErrStore | ErrVault>
  }
>() {
  static readonly layer = Layer.effect(
    RepoSecrets,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const vault = yield* Vault
      const told = rowsOf(SecretRow)

      const open = (rows: ReadonlyArray<SealedRow>) =>
        Effect.forEach(rows, ({ name, payload }) => Effect.map(vault.open(payload), (value) => ({ name, value })))

      const sealedRows = (repoId: string) =>
        sql`SELECT name, payload FROM repo_secrets WHERE repo_id = ${repoId}`.pipe(
          Effect.flatMap(rowsOf(SealedRow)),
          Effect.map(byName),
          stored("read secrets")
        )

      return RepoSecrets.of({
        put: ({ repoId, name, description, value }) =>
          Effect.gen(function* () {
            const moment = yield* now
            const row = {
              id: yield* newId("sec"),
              repoId,
              name,
              description: description ?? "",
              payload: yield* Effect.flatMap(vault.seal(value), base64),
              createdAt: moment,
              updatedAt: moment
            }
            const rows = yield* sql`INSERT INTO repo_secrets ${sql.insert(row)}
              ON CONFLICT (repo_id, name) DO UPDATE SET
                payload = excluded.payload,
                updated_at = excluded.updated_at,
                description = COALESCE(${description ?? null}, repo_secrets.description)
              RETURNING id, name, description, created_at, updated_at`
            return yield* Effect.flatMap(told(rows), firstOr(lost))
          }).pipe(stored("put secret")),
        list: (repoId) =>
          sql`SELECT id, name, description, created_at, updated_at FROM repo_secrets WHERE repo_id = ${repoId}`.pipe(
            Effect.flatMap(told),
            Effect.map(byName),
            stored("list secrets")
          ),
        remove: (repoId, name) =>
          sql`DELETE FROM repo_secrets WHERE repo_id = ${repoId} AND name = ${name} RETURNING id`.pipe(
            Effect.filterOrFail(
              (rows) => rows.length === 1,
              () => new ErrNotFound({ subject: `secret ${name}` })
            ),
            Effect.asVoid,
            stored("remove secret")
          ),
        sealed: (repoId) =>
          Effect.map(sealedRows(repoId), (rows) => ({ revision: revisionOf(rows), open: open(rows) })),
        values: (repoId, names) =>
          Effect.gen(function* () {
            const rows = yield* sealedRows(repoId)
            const known = new Set(rows.map(({ name }) => name))
            const unknown = [...new Set(names)].filter((name) => !known.has(name)).sort()
            if (unknown.length > 0) return yield* new ErrUnknownSecrets({ names: unknown })
            return yield* open(rows.filter(({ name }) => names.includes(name)))
          })
      })
    })
  )
}
