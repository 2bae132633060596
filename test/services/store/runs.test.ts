import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Option, Redacted, TestClock } from "effect"
import { instantOf } from "../../../src/core/instant.js"
import { PersonalTokens } from "../../../src/services/store/personal-tokens.js"
import { Repositories } from "../../../src/services/store/repositories.js"
import { RunTokens } from "../../../src/services/store/run-tokens.js"
import { Runs } from "../../../src/services/store/runs.js"
import { Settings } from "../../../src/services/store/settings.js"
import { databases } from "./databases.js"
import { builtin } from "./samples.js"

const started = (name: string) =>
  Effect.gen(function* () {
    const repository = yield* Effect.flatMap(Repositories, (repositories) => repositories.add(builtin(name)))
    const runs = yield* Runs
    const run = yield* runs.start({ repoId: repository.id, kind: "manual", issueNumber: 7, branch: "lab/x" })
    return { repository, run, runs }
  })

/** The failure; a success is not shown, since it is long. */
const refused = <A, E>(effect: Effect.Effect<A, E>) => Effect.flip(Effect.asVoid(effect))

for (const [name, layer] of databases) {
  it.layer(layer)(`runs and tokens on ${name}`, (it) => {
    it.effect("resolves a run token to its run and repository, and keeps only its hash", () =>
      Effect.gen(function* () {
        const { repository, run } = yield* started("resolve")
        const [tokens, sql] = yield* Effect.all([RunTokens, SqlClient.SqlClient])
        const token = Redacted.value(yield* tokens.issue(run.id, null))
        assert.match(token, /^lab_run_[A-Za-z0-9_-]{43}$/)
        assert.deepStrictEqual(yield* tokens.resolve(token), { run, repository })
        const rows = JSON.stringify(yield* sql`SELECT * FROM run_tokens`)
        assert.notInclude(rows, token)
        assert.match(rows, /"hash":"[0-9a-f]{64}"/)
      })
    )

    it.effect("answers an unknown, an expired and an ended run's token alike", () =>
      Effect.gen(function* () {
        const { run, runs } = yield* started("alike")
        const [tokens, sql] = yield* Effect.all([RunTokens, SqlClient.SqlClient])
        const expiresAt = instantOf((yield* Clock.currentTimeMillis) + 1000)
        const expiring = Redacted.value(yield* tokens.issue(run.id, expiresAt))
        yield* TestClock.adjust("999 millis")
        yield* tokens.resolve(expiring)
        yield* TestClock.adjust("1 millis")
        const expired = yield* refused(tokens.resolve(expiring))
        const unknown = yield* refused(tokens.resolve("lab_run_nobody"))
        yield* runs.end(run.id, "stopped")
        assert.deepStrictEqual(yield* sql`SELECT id FROM run_tokens WHERE run_id = ${run.id}`, [])
        const late = Redacted.value(yield* tokens.issue(run.id, null))
        const ended = yield* refused(tokens.resolve(late))
        assert.deepStrictEqual(
          [expired, unknown, ended].map(({ _tag, message }) => [_tag, message]),
          Array(3).fill(["ErrUnauthorized", "invalid run token"])
        )
      })
    )

    it.effect("ends a run for exactly one of many callers, and never rewrites the outcome", () =>
      Effect.gen(function* () {
        const { run, runs } = yield* started("once")
        const sql = yield* SqlClient.SqlClient
        const ends = yield* Effect.all(
          Array.from({ length: 8 }, () => runs.end(run.id, "success")),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(ends.filter(Boolean).length, 1)
        assert.isFalse(yield* runs.end(run.id, "death"))
        assert.deepStrictEqual(yield* sql`SELECT outcome FROM runs WHERE id = ${run.id}`, [{ outcome: "success" }])
        assert.isFalse(yield* runs.end("run_absent", "death"))
      })
    )

    it.effect("fails with ErrStore, and without a value, for a run of no repository", () =>
      Effect.gen(function* () {
        const runs = yield* Runs
        const error = yield* Effect.flip(
          runs.start({ repoId: "repo_x", kind: "manual", issueNumber: null, branch: null })
        )
        assert.strictEqual(error._tag, "ErrStore")
        assert.match(error.message, /^the store failed at start run: (SQLITE_CONSTRAINT_FOREIGNKEY|23503)$/)
      })
    )

    it.effect("verifies a personal token, notes the use, lists newest first and revokes at once", () =>
      Effect.gen(function* () {
        const tokens = yield* PersonalTokens
        const first = yield* tokens.create("laptop")
        yield* TestClock.adjust("1 second")
        const second = yield* tokens.create("ci")
        const token = Redacted.value(first.token)
        assert.match(token, /^lab_pat_[A-Za-z0-9_-]{43}$/)
        yield* TestClock.adjust("1 second")
        yield* tokens.verify(token)
        const moment = instantOf(yield* Clock.currentTimeMillis)
        assert.deepStrictEqual(
          (yield* tokens.list).map(({ id, name, lastUsedAt }) => [id, name, lastUsedAt]),
          [
            [second.id, "ci", null],
            [first.id, "laptop", moment]
          ]
        )
        yield* tokens.remove(first.id)
        const failures = [yield* Effect.flip(tokens.verify(token)), yield* Effect.flip(tokens.verify("lab_pat_x"))]
        assert.deepStrictEqual(
          failures.map(({ _tag, message }) => [_tag, message]),
          Array(2).fill(["ErrUnauthorized", "authentication required"])
        )
        assert.strictEqual((yield* Effect.flip(tokens.remove(first.id)))._tag, "ErrNotFound")
      })
    )

    it.effect("keeps the newest value of a setting", () =>
      Effect.gen(function* () {
        const settings = yield* Settings
        assert.deepStrictEqual(yield* settings.get("git_author_name"), Option.none())
        yield* settings.set("git_author_name", "Ada")
        yield* settings.set("git_author_name", "Ada L.")
        assert.deepStrictEqual(yield* settings.get("git_author_name"), Option.some("Ada L."))
      })
    )
  })
}
