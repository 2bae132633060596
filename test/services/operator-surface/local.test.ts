import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted, TestClock } from "effect"
import { ErrTrackerConfig } from "../../../src/core/errors.js"
import type { NewRepository, RepositoryPatch } from "../../../src/core/operator-api.js"
import type { RepoRef } from "../../../src/core/repo-ref.js"
import { HostProbe } from "../../../src/services/host-probe.js"
import { localOperator } from "../../../src/services/operator-surface/local.js"
import { Credentials } from "../../../src/services/store/credentials.js"
import { Repositories } from "../../../src/services/store/repositories.js"
import { RunTokens } from "../../../src/services/store/run-tokens.js"
import { databases } from "../store/databases.js"

const [[, store]] = databases

/** A host that is not reached, and the refs that were asked about. */
const probe = (answer: Effect.Effect<"github" | "forgejo", ErrTrackerConfig>) => {
  const asked: Array<RepoRef> = []
  const layer = HostProbe.test((ref) =>
    Effect.zipRight(
      Effect.sync(() => asked.push(ref)),
      answer
    )
  )
  return { asked, layer: Layer.merge(layer, store) }
}

const nobody = probe(Effect.dieMessage("no host may be asked")).layer

const widget: NewRepository = {
  name: "widget",
  remote_url: "https://git.example/acme/widget.git",
  forge: "forgejo",
  token: "sesame"
}

/** What is sealed in the store, opened. */
const heldBy = (name: string) =>
  Effect.gen(function* () {
    const { credentialId } = yield* Effect.flatMap(Repositories, (repositories) => repositories.find(name))
    if (credentialId === null) return null
    return Redacted.value(yield* Effect.flatMap(Credentials, (credentials) => credentials.open(credentialId)))
  })

const sealed = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql`SELECT id FROM credentials`, (rows) => rows.length)
)

it.effect("4.2 add registers with a sealed token and asks nobody when the forge is given", () =>
  Effect.gen(function* () {
    const operator = yield* localOperator
    const added = yield* operator.repoAdd(widget)
    assert.match(added.id, /^repo_[0-9a-f]{32}$/)
    assert.match(`${added.forge_credential_id}`, /^cred_[0-9a-f]{32}$/)
    assert.notInclude(JSON.stringify(added), "sesame")
    assert.strictEqual(yield* heldBy("widget"), "sesame")
    assert.deepStrictEqual(yield* operator.repoShow("widget"), added)
    assert.deepStrictEqual(yield* operator.repoShow(added.id), added)
    assert.deepStrictEqual((yield* operator.repoList).repos, [added])
  }).pipe(Effect.provide(nobody))
)

it.effect("4.2 add finds out what a host is from its name, else asks the host", () => {
  const { asked, layer } = probe(Effect.succeed("forgejo"))
  return Effect.gen(function* () {
    const operator = yield* localOperator
    const kind = (remote_url: string) =>
      Effect.map(operator.repoAdd({ remote_url, token: "t" }), ({ forge_kind }) => forge_kind)
    assert.strictEqual(yield* kind("git@github.com:acme/one"), "github")
    assert.strictEqual(yield* kind("https://codeberg.org/acme/two"), "forgejo")
    assert.strictEqual(asked.length, 0)
    assert.strictEqual(yield* kind("https://git.example/acme/three"), "forgejo")
    assert.deepStrictEqual(
      asked.map(({ host }) => host),
      ["git.example"]
    )
  }).pipe(Effect.provide(layer))
})

it.effect("4.2 add fails as the host does that does not tell what it is", () => {
  const { layer } = probe(Effect.fail(new ErrTrackerConfig({ reason: "git.example could not be reached" })))
  return Effect.gen(function* () {
    const operator = yield* localOperator
    const error = yield* Effect.flip(operator.repoAdd({ remote_url: "https://git.example/acme/three", token: "t" }))
    assert.deepStrictEqual([error._tag, yield* sealed], ["ErrTrackerConfig", 0])
  }).pipe(Effect.provide(layer))
})

const refused: ReadonlyArray<readonly [name: string, asked: NewRepository, tag: string, words: RegExp]> = [
  [
    "without a token, before any host is asked",
    { remote_url: "https://git.example/a/b" },
    "ErrInvalidBody",
    /needs a token.*builtin/
  ],
  [
    "of a forge without a token",
    { name: "widget", remote_url: widget.remote_url, forge: "forgejo" },
    "ErrInvalidBody",
    /needs a token/
  ],
  ["with a blank token", { ...widget, token: " \n" }, "ErrInvalidBody", /one line/],
  ["with a token of two lines", { ...widget, token: "a\nb" }, "ErrInvalidBody", /one line/],
  ["whose name is taken", { ...widget, name: "first" }, "ErrConflict", /^name already taken$/],
  ["whose remote is none", { ...widget, remote_url: "widget" }, "ErrInvalidBody", /is no repository/],
  ["whose host is another forge", { ...widget, remote_url: "https://github.com/a/b" }, "ErrTrackerConfig", /github/],
  ["in the clear", { ...widget, remote_url: "http://git.example/a/b" }, "ErrTrackerConfig", /not encrypted/]
]

for (const [name, asked, tag, words] of refused) {
  it.effect(`4.2 add refuses a repository ${name}, and leaves nothing behind`, () =>
    Effect.gen(function* () {
      const operator = yield* localOperator
      yield* operator.repoAdd({ name: "first", remote_url: "/srv/first.git", forge: "builtin" })
      const error = yield* Effect.flip(operator.repoAdd(asked))
      assert.strictEqual(error._tag, tag)
      assert.match(error.message, words)
      assert.deepStrictEqual([(yield* operator.repoList).repos.length, yield* sealed], [1, 0])
    }).pipe(Effect.provide(nobody))
  )
}

const changes: ReadonlyArray<readonly [name: string, patch: RepositoryPatch, expected: object, held: string | null]> = [
  ["nothing", {}, { name: "widget", forge_kind: "forgejo" }, "sesame"],
  ["the name", { name: "gadget" }, { name: "gadget" }, "sesame"],
  [
    "the repository on the same host",
    { remote_url: "git@git.example:acme/gadget" },
    { remote_url: "git@git.example:acme/gadget" },
    "sesame"
  ],
  ["the token", { token: "open" }, {}, "open"],
  [
    "the host, with its token",
    { remote_url: "https://new.example/acme/widget", token: "open" },
    { remote_url: "https://new.example/acme/widget" },
    "open"
  ],
  [
    "the API on the same host",
    { api: "https://git.example/proxy" },
    { forge_api: "https://git.example/proxy" },
    "sesame"
  ],
  ["the API back, by null", { api: null }, { forge_api: null }, "sesame"],
  ["the API back, by a blank", { api: " " }, { forge_api: null }, "sesame"],
  [
    "the kind to builtin, which drops the token",
    { forge: "builtin" },
    { tracker_binding: "builtin", forge_kind: "none", forge_credential_id: null },
    null
  ],
  ["plain http on", { insecure_http: true }, { insecure_http: true }, "sesame"]
]

for (const [name, patch, expected, held] of changes) {
  it.effect(`4.2 set changes ${name}; what is not named stays`, () =>
    Effect.gen(function* () {
      const operator = yield* localOperator
      const before = yield* operator.repoAdd({
        ...widget,
        ...("api" in patch ? { api: "https://git.example/api/v1" } : {})
      })
      const after = yield* operator.repoSet("widget", patch)
      const { forge_credential_id, ...rest } = before
      assert.deepInclude(after, { ...rest, ...("forge" in patch ? { forge_api: null } : {}), ...expected })
      assert.strictEqual(yield* heldBy(after.name), held)
      assert.strictEqual(yield* sealed, held === null ? 0 : 1)
    }).pipe(Effect.provide(nobody))
  )
}

const refusedChanges: ReadonlyArray<readonly [name: string, patch: RepositoryPatch, tag: string, words: RegExp]> = [
  [
    "to another host with the held token",
    { remote_url: "https://evil.example/acme/widget" },
    "ErrInvalidBody",
    /give the token again/
  ],
  [
    "to an API elsewhere with the held token",
    { api: "https://evil.example/api/v1" },
    "ErrInvalidBody",
    /give the token again/
  ],
  ["to a taken name, with a new token", { name: "first", token: "open" }, "ErrConflict", /^name already taken$/],
  ["to a token of two lines", { token: "a\nb" }, "ErrInvalidBody", /one line/],
  ["to a blank remote", { remote_url: " " }, "ErrInvalidBody", /remote_url/],
  [
    "to a forge that the host is not",
    { remote_url: "https://github.com/a/b", token: "t" },
    "ErrTrackerConfig",
    /github/
  ]
]

for (const [name, patch, tag, words] of refusedChanges) {
  it.effect(`4.2 set refuses a change ${name}, and changes nothing`, () =>
    Effect.gen(function* () {
      const operator = yield* localOperator
      yield* operator.repoAdd({ name: "first", remote_url: "/srv/first.git", forge: "builtin" })
      const before = yield* operator.repoAdd(widget)
      const error = yield* Effect.flip(operator.repoSet("widget", patch))
      assert.strictEqual(error._tag, tag)
      assert.match(error.message, words)
      assert.deepStrictEqual(yield* operator.repoShow("widget"), before)
      assert.deepStrictEqual([yield* heldBy("widget"), yield* sealed], ["sesame", 1])
    }).pipe(Effect.provide(nobody))
  )
}

it.effect("4.2 a builtin repository becomes one of a forge with a token alone", () =>
  Effect.gen(function* () {
    const operator = yield* localOperator
    yield* operator.repoAdd({
      name: "tools",
      remote_url: "https://git.example/a/tools",
      forge: "builtin",
      token: "ignored"
    })
    assert.isNull(yield* heldBy("tools"))
    const error = yield* Effect.flip(operator.repoSet("tools", { forge: "forgejo" }))
    assert.match(error.message, /needs a token/)
    yield* operator.repoSet("tools", { forge: "forgejo", token: "open" })
    assert.strictEqual(yield* heldBy("tools"), "open")
  }).pipe(Effect.provide(nobody))
)

it.effect("4.2 remove takes the credential along; what is not there is not found, by every verb", () =>
  Effect.gen(function* () {
    const operator = yield* localOperator
    yield* operator.repoAdd(widget)
    assert.deepStrictEqual(yield* operator.repoRemove("widget"), { ok: true })
    assert.strictEqual(yield* sealed, 0)
    const errors = yield* Effect.all(
      [
        operator.repoShow("widget"),
        operator.repoSet("widget", {}),
        operator.repoRemove("widget"),
        operator.runToken("widget", {})
      ].map((verb: Effect.Effect<unknown, { readonly message: string }>) => Effect.flip(verb))
    )
    assert.deepStrictEqual(
      errors.map(({ message }) => message),
      Array(4).fill("repository widget not found")
    )
  }).pipe(Effect.provide(nobody))
)

it.effect("4.2 a run token carries the run's branch and issue, and lives as long as was asked", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.UTC(2026, 0, 2))
    const operator = yield* localOperator
    const { id } = yield* operator.repoAdd(widget)
    const made = yield* operator.runToken("widget", { branch: "afk/4", issue: 4, ttl_seconds: 0.5 })
    assert.match(made.token, /^lab_run_[A-Za-z0-9_-]{43}$/)
    assert.strictEqual(made.expires_at, "2026-01-02T00:00:00.500Z")
    const { run, repository } = yield* Effect.flatMap(RunTokens, (tokens) => tokens.resolve(made.token))
    assert.deepInclude(run, {
      id: made.run_id,
      repoId: id,
      branch: "afk/4",
      issueNumber: 4,
      kind: "manual",
      outcome: "active"
    })
    assert.strictEqual(repository.name, "widget")
    const bare = yield* operator.runToken("widget", {})
    assert.isNull(bare.expires_at)
    assert.notStrictEqual(bare.token, made.token)
  }).pipe(Effect.provide(nobody))
)
