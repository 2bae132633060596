import * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { ErrConflict, ErrNotFound, type ErrStore, type ErrVault } from "../../core/errors.js"
import { Vault } from "../vault.js"
import { newId, now } from "./mint.js"
import { firstOr, isForeignKeyViolation, rowsOf, stored } from "./stored.js"

const Sealed = Schema.Struct({ payload: Schema.Uint8ArrayFromBase64 })
const base64 = Schema.encode(Schema.Uint8ArrayFromBase64)

/** Forge credentials, sealed at rest and opened at every use: rotation is live, nothing is cached (contract 10). */
export class Credentials extends Context.Tag("lab/Credentials")<
  Credentials,
  {
    /** The id of a new credential for a host. */
    readonly put: (credential: {
      readonly host: string
      readonly secret: Redacted.Redacted<string>
    }) => Effect.Effect<string, ErrStore | ErrVault>
    readonly open: (id: string) => Effect.Effect<Redacted.Redacted<string>, ErrNotFound | ErrStore | ErrVault>
    /** Refused while a repository refers to it. */
    readonly remove: (id: string) => Effect.Effect<void, ErrStore | ErrConflict>
  }
>() {
  static readonly layer = Layer.effect(
    Credentials,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const vault = yield* Vault
      const decode = rowsOf(Sealed)
      return Credentials.of({
        put: ({ host, secret }) =>
          Effect.gen(function* () {
            const id = yield* newId("cred")
            const payload = yield* Effect.flatMap(vault.seal(secret), base64)
            yield* sql`INSERT INTO credentials ${sql.insert({ id, host, payload, createdAt: yield* now })}`
            return id
          }).pipe(stored("put credential")),
        open: (id) =>
          sql`SELECT payload FROM credentials WHERE id = ${id}`.pipe(
            Effect.flatMap(decode),
            Effect.flatMap(firstOr(() => new ErrNotFound({ subject: `credential ${id}` }))),
            Effect.flatMap(({ payload }) => vault.open(payload)),
            stored("open credential")
          ),
        remove: (id) =>
          sql`DELETE FROM credentials WHERE id = ${id}`.pipe(
            Effect.asVoid,
            Effect.catchIf(
              isForeignKeyViolation,
              () => new ErrConflict({ reason: "the credential is in use by a repository" })
            ),
            stored("remove credential")
          )
      })
    })
  )
}
