import * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ErrStore } from "../../core/errors.js"
import { now } from "./mint.js"
import { rowsOf, stored } from "./stored.js"

/** The head of a pull that a run last read, so that its merge cannot take a commit it never saw (contract 12.2.8). */
export class RunHeads extends Context.Tag("lab/RunHeads")<
  RunHeads,
  {
    /** Replaces what was remembered. */
    readonly remember: (runId: string, pull: number, head: string) => Effect.Effect<void, ErrStore>
    readonly read: (runId: string, pull: number) => Effect.Effect<Option.Option<string>, ErrStore>
  }
>() {
  static readonly layer = Layer.effect(
    RunHeads,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const decode = rowsOf(Schema.Struct({ head: Schema.String }))
      return RunHeads.of({
        remember: (runId, pullNumber, head) =>
          Effect.gen(function* () {
            yield* sql`INSERT INTO run_heads ${sql.insert({ runId, pullNumber, head, readAt: yield* now })}
              ON CONFLICT (run_id, pull_number) DO UPDATE SET head = excluded.head, read_at = excluded.read_at`
          }).pipe(stored("remember head")),
        read: (runId, pullNumber) =>
          sql`SELECT head FROM run_heads WHERE run_id = ${runId} AND pull_number = ${pullNumber}`.pipe(
            Effect.flatMap(decode),
            Effect.map(([row]) => Option.map(Option.fromNullable(row), ({ head }) => head)),
            stored("read head")
          )
      })
    })
  )
}
