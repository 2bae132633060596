import * as SqlClient from "@effect/sql/SqlClient"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Order from "effect/Order"
import * as Schema from "effect/Schema"
import { ErrConflict, ErrNotFound, type ErrStore } from "../../core/errors.js"
import { Instant } from "../../core/instant.js"
import type { Repository } from "../../core/repository.js"
import { newId, now } from "./mint.js"
import { firstOr, isUniqueViolation, rowsOf, stored } from "./stored.js"

/** What an operator sets; the store adds the id and the moment. */
export type NewRepository = Omit<Repository, "id" | "createdAt">

const Flag = Schema.transform(Schema.Literal(0, 1), Schema.Boolean, {
  strict: true,
  decode: (bit) => bit === 1,
  encode: (flag) => (flag ? 1 : 0)
})

const Row = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  remoteUrl: Schema.String,
  binding: Schema.Literal("forge", "builtin"),
  forge: Schema.NullOr(Schema.Literal("github", "forgejo")),
  api: Schema.NullOr(Schema.String),
  insecureHttp: Flag,
  credentialId: Schema.NullOr(Schema.String),
  createdAt: Instant
})

const columns = ({ insecureHttp, ...rest }: Partial<NewRepository>) => ({
  ...rest,
  ...(insecureHttp === undefined ? {} : { insecureHttp: insecureHttp ? 1 : 0 })
})

/** The repositories an operator registered (contract 4.2). */
export class Repositories extends Context.Tag("lab/Repositories")<
  Repositories,
  {
    readonly add: (repository: NewRepository) => Effect.Effect<Repository, ErrConflict | ErrStore>
    /** By name. */
    readonly list: Effect.Effect<ReadonlyArray<Repository>, ErrStore>
    readonly find: (nameOrId: string) => Effect.Effect<Repository, ErrNotFound | ErrStore>
    readonly update: (
      id: string,
      patch: Partial<NewRepository>
    ) => Effect.Effect<Repository, ErrNotFound | ErrConflict | ErrStore>
    /** Takes everything below it along: runs, tokens, change requests. */
    readonly remove: (id: string) => Effect.Effect<void, ErrNotFound | ErrStore>
  }
>() {
  static readonly layer = Layer.effect(
    Repositories,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const decode = rowsOf(Row)
      const one = (nameOrId: string) => (rows: ReadonlyArray<unknown>) =>
        Effect.flatMap(
          decode(rows),
          firstOr(() => new ErrNotFound({ subject: `repository ${nameOrId}` }))
        )
      const orTaken = <A, E>(self: Effect.Effect<A, E>) =>
        Effect.mapError(self, (error) =>
          isUniqueViolation(error) ? new ErrConflict({ reason: "name already taken" }) : error
        )

      const find = (nameOrId: string) =>
        sql`SELECT * FROM repositories WHERE id = ${nameOrId} OR name = ${nameOrId} ORDER BY id = ${nameOrId} DESC`.pipe(
          Effect.flatMap(one(nameOrId)),
          stored("find repository")
        )

      return Repositories.of({
        add: (repository) =>
          Effect.gen(function* () {
            const key = { id: yield* newId("repo"), createdAt: yield* now }
            yield* orTaken(sql`INSERT INTO repositories ${sql.insert({ ...columns(repository), ...key })}`)
            return { ...repository, ...key }
          }).pipe(stored("add repository")),
        // Sorted here: a database sorts by its own collation, and two databases would not agree.
        list: sql`SELECT * FROM repositories`.pipe(
          Effect.flatMap(decode),
          Effect.map(Arr.sortWith(({ name }) => name, Order.string)),
          stored("list repositories")
        ),
        find,
        update: (id, patch) =>
          Object.keys(patch).length === 0
            ? find(id)
            : orTaken(sql`UPDATE repositories SET ${sql.update(columns(patch))} WHERE id = ${id} RETURNING *`).pipe(
                Effect.flatMap(one(id)),
                stored("update repository")
              ),
        remove: (id) =>
          sql`DELETE FROM repositories WHERE id = ${id} RETURNING *`.pipe(
            Effect.flatMap(one(id)),
            Effect.asVoid,
            stored("remove repository")
          )
      })
    })
  )
}
