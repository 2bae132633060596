import { mkdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Settings } from "../../../src/services/store/settings.js"
import { ready, Store } from "../../../src/services/store/store.js"
import { databases, freshPostgres, temporary } from "./databases.js"

const open = (layer: Layer.Layer<SqlClient.SqlClient, unknown>) => Effect.scoped(Effect.asVoid(Layer.build(layer)))

for (const [name, layer] of databases) {
  it.effect(`is ready on ${name}`, () => Effect.provide(ready, layer))
}

it.scoped("keeps what was stored when a SQLite file is opened again, in WAL, in a directory of its own", () =>
  Effect.gen(function* () {
    const filename = join(yield* temporary, "data", "lab.db")
    const store = Settings.layer.pipe(Layer.provideMerge(Store.sqlite(filename)))
    yield* Effect.provide(
      Effect.flatMap(Settings, (settings) => settings.set("k", "v")),
      store
    )
    const [value, mode] = yield* Effect.provide(
      Effect.all([
        Effect.flatMap(Settings, (settings) => settings.get("k")),
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql`PRAGMA journal_mode`)
      ]),
      Layer.fresh(store)
    )
    assert.deepStrictEqual([value._tag, mode], ["Some", [{ journalMode: "wal" }]])
    assert.deepStrictEqual(
      [join(filename, ".."), filename].map((path) => statSync(path).mode & 0o777),
      [0o700, 0o600]
    )
  })
)

it.scoped("lets several servers start at once on one empty PostgreSQL database", () =>
  Effect.gen(function* () {
    const url = Redacted.make(yield* freshPostgres)
    yield* Effect.all(
      Array.from({ length: 8 }, () => open(Store.postgres(url))),
      { concurrency: "unbounded" }
    )
  })
)

it.scoped("goes on when PostgreSQL cuts its connections", () =>
  Effect.gen(function* () {
    const url = Redacted.make(yield* freshPostgres)
    const [ours, theirs] = [
      yield* Layer.build(Store.postgres(url)),
      yield* Layer.build(Layer.fresh(Store.postgres(url)))
    ]
    yield* Effect.provide(ready, ours)
    yield* Effect.provide(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`
      ),
      theirs
    )
    // The pool may hand out dead connections until it has heard of the cut: at most as many as it holds.
    yield* Effect.provide(Effect.retry(ready, { times: 10 }), ours)
  })
)

it.scoped("says ErrStore when a SQLite file is not a database or cannot be made", () =>
  Effect.gen(function* () {
    const directory = yield* temporary
    const [garbage, blocked] = [join(directory, "garbage.db"), join(directory, "taken")]
    writeFileSync(garbage, "this is not a database, but it is longer than a header of one would be ".repeat(20))
    mkdirSync(blocked)
    const failures = yield* Effect.forEach([garbage, blocked, join(garbage, "below", "lab.db")], (filename) =>
      Effect.flip(open(Store.sqlite(filename)))
    )
    assert.deepStrictEqual(
      failures.map(String),
      ["SQLITE_NOTADB", "EISDIR", "ENOTDIR"].map((code) => `ErrStore: the store failed at open: ${code}`)
    )
  })
)

it.effect("says ErrStore, and never the URL, when PostgreSQL cannot be reached", () =>
  Effect.gen(function* () {
    const url = Redacted.make("postgres://lab:hunter2@127.0.0.1:1/lab")
    const failure = String(yield* Effect.flip(open(Store.postgres(url))))
    assert.match(failure, /^ErrStore: the store failed at open: /)
    assert.notInclude(failure, "hunter2")
  })
)
