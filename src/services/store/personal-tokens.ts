import * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { ErrNotFound, type ErrStore, ErrUnauthorized } from "../../core/errors.js"
import { Instant } from "../../core/instant.js"
import { fingerprint, newId, newToken, now } from "./mint.js"
import { rowsOf, stored } from "./stored.js"

const PersonalToken = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  createdAt: Instant,
  lastUsedAt: Schema.NullOr(Instant)
})
export type PersonalToken = typeof PersonalToken.Type

/** An operator's tokens, kept as SHA-256 only (contract 4.1). */
export class PersonalTokens extends Context.Tag("lab/PersonalTokens")<
  PersonalTokens,
  {
    /** The token is shown once, here. */
    readonly create: (
      name: string
    ) => Effect.Effect<{ readonly id: string; readonly token: Redacted.Redacted<string> }, ErrStore>
    /** Notes the use. Fails with `ErrUnauthorized` for a token that is unknown or was removed. */
    readonly verify: (token: string) => Effect.Effect<void, ErrUnauthorized | ErrStore>
    /** Newest first. */
    readonly list: Effect.Effect<ReadonlyArray<PersonalToken>, ErrStore>
    /** Revokes at once. */
    readonly remove: (id: string) => Effect.Effect<void, ErrNotFound | ErrStore>
  }
>() {
  static readonly layer = Layer.effect(
    PersonalTokens,
    Effect.map(SqlClient.SqlClient, (sql) =>
      PersonalTokens.of({
        create: (name) =>
          Effect.gen(function* () {
            const token = yield* newToken("lab_pat")
            const id = yield* newId("pat")
            const hash = fingerprint(Redacted.value(token))
            yield* sql`INSERT INTO api_tokens ${sql.insert({ id, name, hash, createdAt: yield* now })}`
            return { id, token }
          }).pipe(stored("create token")),
        verify: (token) =>
          Effect.gen(function* () {
            const used = yield* sql`UPDATE api_tokens SET last_used_at = ${yield* now}
              WHERE hash = ${fingerprint(token)} RETURNING id`
            if (used.length === 0) return yield* new ErrUnauthorized({ reason: "authentication required" })
          }).pipe(stored("verify token")),
        list: sql`SELECT id, name, created_at, last_used_at FROM api_tokens ORDER BY created_at DESC, id`.pipe(
          Effect.flatMap(rowsOf(PersonalToken)),
          stored("list tokens")
        ),
        remove: (id) =>
          sql`DELETE FROM api_tokens WHERE id = ${id} RETURNING id`.pipe(
            Effect.filterOrFail(
              (rows) => rows.length === 1,
              () => new ErrNotFound({ subject: `token ${id}` })
            ),
            Effect.asVoid,
            stored("remove token")
          )
      })
    )
  )
}
