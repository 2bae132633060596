import * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { type ErrStore, ErrUnauthorized } from "../../core/errors.js"
import type { Instant } from "../../core/instant.js"
import type { Repository, Run } from "../../core/repository.js"
import { fingerprint, newId, newToken, now } from "./mint.js"
import { Repositories } from "./repositories.js"
import { RunRow } from "./run-row.js"
import { rowsOf, stored } from "./stored.js"

const invalid = new ErrUnauthorized({ reason: "invalid run token" })

/** Run tokens: good for one repository and one run, kept as SHA-256 only (contract 3.1 and 9). */
export class RunTokens extends Context.Tag("lab/RunTokens")<
  RunTokens,
  {
    /** Shown once, here. `null` for a token that lives as long as its run. */
    readonly issue: (runId: string, expiresAt: Instant | null) => Effect.Effect<Redacted.Redacted<string>, ErrStore>
    /** Unknown, expired and of an ended run are one indistinguishable `ErrUnauthorized`. */
    readonly resolve: (
      token: string
    ) => Effect.Effect<{ readonly run: Run; readonly repository: Repository }, ErrUnauthorized | ErrStore>
  }
>() {
  static readonly layer = Layer.effect(
    RunTokens,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const repositories = yield* Repositories
      const decode = rowsOf(RunRow)
      return RunTokens.of({
        issue: (runId, expiresAt) =>
          Effect.gen(function* () {
            const token = yield* newToken("lab_run")
            const row = { id: yield* newId("rtok"), runId, expiresAt, createdAt: yield* now }
            yield* sql`INSERT INTO run_tokens ${sql.insert({ ...row, hash: fingerprint(Redacted.value(token)) })}`
            return token
          }).pipe(stored("issue run token")),
        resolve: (token) =>
          Effect.gen(function* () {
            const rows = yield* sql`SELECT runs.* FROM run_tokens JOIN runs ON runs.id = run_tokens.run_id
              WHERE run_tokens.hash = ${fingerprint(token)} AND runs.outcome = 'active'
              AND (run_tokens.expires_at IS NULL OR run_tokens.expires_at > ${yield* now})`
            const [run] = yield* decode(rows)
            if (run === undefined) return yield* invalid
            const repository = yield* Effect.catchTag(repositories.find(run.repoId), "ErrNotFound", () => invalid)
            return { run, repository }
          }).pipe(stored("resolve run token"))
      })
    })
  ).pipe(Layer.provide(Repositories.layer))
}
