import * as Migrator from "@effect/sql/Migrator"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * The one schema of both databases (contract 9): ids and instants are TEXT, counters and flags INTEGER, sealed values
 * base64 TEXT, because only these have one spelling and one meaning in SQLite and PostgreSQL.
 */
const first = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE credentials (
    id TEXT PRIMARY KEY,
    host TEXT NOT NULL,
    payload TEXT NOT NULL,
    created_at TEXT NOT NULL
  )`
  yield* sql`CREATE TABLE repositories (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    remote_url TEXT NOT NULL,
    binding TEXT NOT NULL CHECK (binding IN ('forge', 'builtin')),
    forge TEXT CHECK (forge IN ('github', 'forgejo')),
    api TEXT,
    insecure_http INTEGER NOT NULL CHECK (insecure_http IN (0, 1)),
    credential_id TEXT REFERENCES credentials (id),
    next_cr_number INTEGER NOT NULL DEFAULT 1,
    created_at TEXT NOT NULL,
    CHECK ((binding = 'builtin') = (forge IS NULL))
  )`
  yield* sql`CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    repo_id TEXT NOT NULL REFERENCES repositories (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    issue_number INTEGER,
    branch TEXT,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    outcome TEXT NOT NULL,
    CHECK ((outcome = 'active') = (ended_at IS NULL))
  )`
  yield* sql`CREATE INDEX runs_of_repository ON runs (repo_id, started_at)`
  yield* sql`CREATE INDEX runs_by_outcome ON runs (outcome)`
  yield* sql`CREATE TABLE run_tokens (
    id TEXT PRIMARY KEY,
    run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    hash TEXT NOT NULL UNIQUE,
    expires_at TEXT,
    created_at TEXT NOT NULL
  )`
  yield* sql`CREATE INDEX tokens_of_run ON run_tokens (run_id)`
  yield* sql`CREATE TABLE run_heads (
    run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    pull_number INTEGER NOT NULL,
    head TEXT NOT NULL,
    read_at TEXT NOT NULL,
    PRIMARY KEY (run_id, pull_number)
  )`
  yield* sql`CREATE TABLE api_tokens (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    last_used_at TEXT
  )`
  yield* sql`CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL)`
  yield* sql`CREATE TABLE change_requests (
    repo_id TEXT NOT NULL REFERENCES repositories (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    head TEXT NOT NULL,
    base TEXT NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'merged', 'closed')),
    merge_commit TEXT,
    created_at TEXT NOT NULL,
    ended_at TEXT,
    PRIMARY KEY (repo_id, number)
  )`
  yield* sql`CREATE UNIQUE INDEX one_open_change_request ON change_requests (repo_id, head) WHERE state = 'open'`
  yield* sql`CREATE TABLE change_request_closes (
    repo_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    issue_number INTEGER NOT NULL,
    PRIMARY KEY (repo_id, number, issue_number),
    FOREIGN KEY (repo_id, number) REFERENCES change_requests (repo_id, number) ON DELETE CASCADE
  )`
})

const secrets = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE repo_secrets (
    id TEXT PRIMARY KEY,
    repo_id TEXT NOT NULL REFERENCES repositories (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    payload TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (repo_id, name)
  )`
})

const migrate = Migrator.make({})({ loader: Migrator.fromRecord({ "0001_first": first, "0002_secrets": secrets }) })

/** Brings the schema up to date. Two servers that start at once on one empty database collide once; the loser looks again. */
export const Migrations = Layer.effectDiscard(
  Effect.retry(migrate, { times: 2, while: (error) => error._tag === "SqlError" })
)
