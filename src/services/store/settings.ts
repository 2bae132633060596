import * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ErrStore } from "../../core/errors.js"
import { rowsOf, stored } from "./stored.js"

/** Settings of the whole server, text by key: `git_author_name`, `git_author_email`. */
export class Settings extends Context.Tag("lab/Settings")<
  Settings,
  {
    readonly get: (key: string) => Effect.Effect<Option.Option<string>, ErrStore>
    readonly set: (key: string, value: string) => Effect.Effect<void, ErrStore>
  }
>() {
  static readonly layer = Layer.effect(
    Settings,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const decode = rowsOf(Schema.Struct({ value: Schema.String }))
      return Settings.of({
        get: (key) =>
          sql`SELECT value FROM settings WHERE key = ${key}`.pipe(
            Effect.flatMap(decode),
            Effect.map(([row]) => Option.map(Option.fromNullable(row), ({ value }) => value)),
            stored("get setting")
          ),
        set: (key, value) =>
          sql`INSERT INTO settings ${sql.insert({ key, value })}
            ON CONFLICT (key) DO UPDATE SET value = excluded.value`.pipe(Effect.asVoid, stored("set setting"))
      })
    })
  )
}
