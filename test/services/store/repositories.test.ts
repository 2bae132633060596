import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { ChangeRequests } from "../../../src/services/store/change-requests.js"
import { Credentials } from "../../../src/services/store/credentials.js"
import { Repositories } from "../../../src/services/store/repositories.js"
import { RunHeads } from "../../../src/services/store/run-heads.js"
import { RunTokens } from "../../../src/services/store/run-tokens.js"
import { Runs } from "../../../src/services/store/runs.js"
import { databases } from "./databases.js"
import { builtin, forge } from "./samples.js"

for (const [name, layer] of databases) {
  it.layer(layer)(`repositories on ${name}`, (it) => {
    it.effect("gives back what was added, by name and by id", () =>
      Effect.gen(function* () {
        const repositories = yield* Repositories
        const added = yield* repositories.add({
          ...forge("kept"),
          insecureHttp: true,
          api: "http://127.0.0.1:3000/api/v1"
        })
        assert.match(added.id, /^repo_[0-9a-f]{32}$/)
        assert.strictEqual(added.createdAt, "1970-01-01T00:00:00.000Z")
        assert.deepStrictEqual(yield* repositories.find("kept"), added)
        assert.deepStrictEqual(yield* repositories.find(added.id), added)
      })
    )

    it.effect("refuses a name that is taken, at add and at update", () =>
      Effect.gen(function* () {
        const repositories = yield* Repositories
        yield* repositories.add(builtin("taken"))
        const other = yield* repositories.add(builtin("other"))
        const refused = [
          yield* Effect.flip(repositories.add(builtin("taken"))),
          yield* Effect.flip(repositories.update(other.id, { name: "taken" }))
        ]
        assert.deepStrictEqual(
          refused.map(({ _tag, message }) => [_tag, message]),
          Array(2).fill(["ErrConflict", "name already taken"])
        )
      })
    )

    it.effect("lists by name, in the same order on either database", () =>
      Effect.gen(function* () {
        const repositories = yield* Repositories
        yield* Effect.forEach(["b_2", "B-1", "a", "b-1"], (name) => repositories.add(builtin(name)))
        const names = (yield* repositories.list).map((repository) => repository.name)
        assert.deepStrictEqual(names, [...names].sort())
        assert.includeMembers(names, ["B-1", "a", "b-1", "b_2"])
      })
    )

    it.effect("updates only what the patch names", () =>
      Effect.gen(function* () {
        const repositories = yield* Repositories
        const before = yield* repositories.add(forge("patched"))
        const after = yield* repositories.update(before.id, { insecureHttp: true, binding: "builtin", forge: null })
        assert.deepStrictEqual(after, { ...before, insecureHttp: true, binding: "builtin", forge: null })
        assert.deepStrictEqual(yield* repositories.find(before.id), after)
        assert.deepStrictEqual(yield* repositories.update(before.id, {}), after)
      })
    )

    it.effect("fails with ErrNotFound for an unknown one", () =>
      Effect.gen(function* () {
        const repositories = yield* Repositories
        const failures = [
          yield* Effect.flip(repositories.find("absent")),
          yield* Effect.flip(repositories.update("repo_absent", { api: null })),
          yield* Effect.flip(repositories.update("repo_absent", {})),
          yield* Effect.flip(repositories.remove("repo_absent"))
        ]
        assert.deepStrictEqual(
          failures.map(({ _tag }) => _tag),
          Array(4).fill("ErrNotFound")
        )
      })
    )

    it.effect("takes everything below a repository along when it is removed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id: repoId } = yield* Effect.flatMap(Repositories, (repositories) => repositories.add(builtin("gone")))
        const run = yield* Effect.flatMap(Runs, (runs) =>
          runs.start({ repoId, kind: "manual", issueNumber: 7, branch: "afk/7" })
        )
        const token = yield* Effect.flatMap(RunTokens, (tokens) => tokens.issue(run.id, null))
        yield* Effect.flatMap(RunHeads, (heads) => heads.remember(run.id, 1, "abc"))
        yield* Effect.flatMap(ChangeRequests, (requests) =>
          requests.create({ repoId, head: "a", base: "main", title: "t", body: "", closes: [7] })
        )
        yield* Effect.flatMap(Repositories, (repositories) => repositories.remove(repoId))
        for (const table of ["runs", "run_tokens", "run_heads", "change_requests", "change_request_closes"]) {
          assert.deepStrictEqual(yield* sql`SELECT * FROM ${sql(table)}`, [], table)
        }
        const refused = yield* Effect.flip(Effect.flatMap(RunTokens, (tokens) => tokens.resolve(Redacted.value(token))))
        assert.strictEqual(refused._tag, "ErrUnauthorized")
      })
    )

    it.effect("keeps a credential sealed, opens it, and refuses to remove it while a repository refers to it", () =>
      Effect.gen(function* () {
        const [credentials, repositories, sql] = yield* Effect.all([Credentials, Repositories, SqlClient.SqlClient])
        const id = yield* credentials.put({ host: "forge.example", secret: Redacted.make("tok-päss") })
        assert.match(id, /^cred_[0-9a-f]{32}$/)
        assert.notInclude(JSON.stringify(yield* sql`SELECT * FROM credentials`), "tok-p")
        assert.strictEqual(Redacted.value(yield* credentials.open(id)), "tok-päss")

        const user = yield* repositories.add({ ...forge("user"), credentialId: id })
        const refused = yield* Effect.flip(credentials.remove(id))
        assert.deepStrictEqual(
          [refused._tag, refused.message],
          ["ErrConflict", "the credential is in use by a repository"]
        )
        yield* repositories.remove(user.id)
        yield* credentials.remove(id)
        assert.strictEqual((yield* Effect.flip(credentials.open(id)))._tag, "ErrNotFound")
      })
    )

    it.effect("refuses a credential whose stored bytes were tampered with", () =>
      Effect.gen(function* () {
        const [credentials, sql] = yield* Effect.all([Credentials, SqlClient.SqlClient])
        const id = yield* credentials.put({ host: "forge.example", secret: Redacted.make("token") })
        yield* sql`UPDATE credentials SET payload = ${"AAAA"} WHERE id = ${id}`
        assert.strictEqual((yield* Effect.flip(credentials.open(id)))._tag, "ErrVault")
      })
    )

    it.effect("remembers only the newest head of a run and pull", () =>
      Effect.gen(function* () {
        const heads = yield* RunHeads
        const { id: repoId } = yield* Effect.flatMap(Repositories, (repositories) => repositories.add(builtin("heads")))
        const run = yield* Effect.flatMap(Runs, (runs) =>
          runs.start({ repoId, kind: "manual", issueNumber: null, branch: null })
        )
        assert.deepStrictEqual(yield* heads.read(run.id, 3), Option.none())
        yield* heads.remember(run.id, 3, "old")
        yield* heads.remember(run.id, 3, "new")
        yield* heads.remember(run.id, 4, "other")
        assert.deepStrictEqual(yield* heads.read(run.id, 3), Option.some("new"))
      })
    )
  })
}
