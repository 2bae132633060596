import * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ErrStore } from "../../core/errors.js"
import type { Outcome, Run } from "../../core/repository.js"
import { newId, now } from "./mint.js"
import { stored } from "./stored.js"

/** The history of runs: one active outcome, then one terminal one, written once (contract 1). */
export class Runs extends Context.Tag("lab/Runs")<
  Runs,
  {
    readonly start: (run: Pick<Run, "repoId" | "kind" | "issueNumber" | "branch">) => Effect.Effect<Run, ErrStore>
    /** True for the one caller that ended it; its tokens go in the same transaction (contract 9, end of run). */
    readonly end: (id: string, outcome: Exclude<Outcome, "active">) => Effect.Effect<boolean, ErrStore>
  }
>() {
  static readonly layer = Layer.effect(
    Runs,
    Effect.map(SqlClient.SqlClient, (sql) =>
      Runs.of({
        start: ({ repoId, kind, issueNumber, branch }) =>
          Effect.gen(function* () {
            const run: Run = {
              id: yield* newId("run"),
              repoId,
              kind,
              issueNumber,
              branch,
              startedAt: yield* now,
              endedAt: null,
              outcome: "active"
            }
            yield* sql`INSERT INTO runs ${sql.insert({ ...run })}`
            return run
          }).pipe(stored("start run")),
        end: (id, outcome) =>
          Effect.gen(function* () {
            const ended = yield* sql`UPDATE runs SET outcome = ${outcome}, ended_at = ${yield* now}
              WHERE id = ${id} AND outcome = 'active' RETURNING id`
            if (ended.length === 0) return false
            yield* sql`DELETE FROM run_tokens WHERE run_id = ${id}`
            return true
          }).pipe(sql.withTransaction, stored("end run"))
      })
    )
  )
}
