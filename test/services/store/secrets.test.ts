import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Redacted, TestClock } from "effect"
import { Repositories } from "../../../src/services/store/repositories.js"
import { RepoSecrets } from "../../../src/services/store/secrets.js"
import { databases } from "./databases.js"
import { builtin } from "./samples.js"

const repository = (name: string) =>
  Effect.map(
    Effect.flatMap(Repositories, (repositories) => repositories.add(builtin(name))),
    ({ id }) => id
  )

const secret = (repoId: string, name: string, value: string, description?: string) => ({
  repoId,
  name,
  value: Redacted.make(value),
  ...(description === undefined ? {} : { description })
})

const clear = (secrets: ReadonlyArray<{ readonly name: string; readonly value: Redacted.Redacted<string> }>) =>
  secrets.map(({ name, value }) => [name, Redacted.value(value)])

const garbled = (repoId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE repo_secrets SET payload = 'AAAA' WHERE repo_id = ${repoId}`)

for (const [name, layer] of databases) {
  it.layer(layer)(`secrets on ${name}`, (it) => {
    it.effect("lists what was put by name, in the order of bytes, and never a value", () =>
      Effect.gen(function* () {
        const [repo, secrets] = [yield* repository("list"), yield* RepoSecrets]
        yield* secrets.put(secret(repo, "B", "value-number-two"))
        yield* secrets.put(secret(repo, "A_B", "value-number-three", "of the forge"))
        yield* secrets.put(secret(repo, "AB", "value-number-one"))
        const rows = yield* secrets.list(repo)
        assert.deepStrictEqual(
          rows.map(({ name, description }) => [name, description]),
          [
            ["AB", ""],
            ["A_B", "of the forge"],
            ["B", ""]
          ]
        )
        for (const { id } of rows) assert.match(id, /^sec_[0-9a-f]{32}$/)
        assert.deepStrictEqual(
          new Set(rows.flatMap(Object.keys)),
          new Set(["id", "name", "description", "createdAt", "updatedAt"])
        )
      })
    )

    it.effect("stores no value in the clear", () =>
      Effect.gen(function* () {
        const [repo, secrets, sql] = [yield* repository("sealed"), yield* RepoSecrets, yield* SqlClient.SqlClient]
        yield* secrets.put(secret(repo, "KEY", "tok-5501-tok-5501"))
        const text = JSON.stringify(yield* sql`SELECT * FROM repo_secrets WHERE repo_id = ${repo}`)
        assert.notInclude(text, "tok-5501")
        assert.notInclude(text, Buffer.from("tok-5501").toString("base64").slice(0, -1))
      })
    )

    it.effect("rotates in place: id, moment of making and a description that is not named stay", () =>
      Effect.gen(function* () {
        const [repo, secrets] = [yield* repository("rotate"), yield* RepoSecrets]
        const first = yield* secrets.put(secret(repo, "KEY", "first-value", "old words"))
        yield* TestClock.adjust("1 second")
        const second = yield* secrets.put(secret(repo, "KEY", "second-value"))
        assert.deepStrictEqual(second, { ...first, updatedAt: second.updatedAt })
        assert.isBelow(first.updatedAt.localeCompare(second.updatedAt), 0)
        const third = yield* secrets.put(secret(repo, "KEY", "third-value", ""))
        assert.deepStrictEqual(third, { ...second, description: "" })
        assert.deepStrictEqual(yield* secrets.list(repo), [third])
        assert.deepStrictEqual(clear(yield* secrets.values(repo, ["KEY"])), [["KEY", "third-value"]])
      })
    )

    it.effect("many puts of one name at once leave one secret", () =>
      Effect.gen(function* () {
        const [repo, secrets] = [yield* repository("many"), yield* RepoSecrets]
        yield* Effect.all(
          Array.from({ length: 8 }, (_, n) => secrets.put(secret(repo, "KEY", `value-${n}`))),
          { concurrency: "unbounded" }
        )
        assert.strictEqual((yield* secrets.list(repo)).length, 1)
      })
    )

    it.effect("opens the named values by name; what stands in them comes back byte for byte", () =>
      Effect.gen(function* () {
        const [repo, secrets] = [yield* repository("values"), yield* RepoSecrets]
        const odd = "  two\r\nlines\twith é, 漢 and 🔑\n"
        yield* secrets.put(secret(repo, "B", odd))
        yield* secrets.put(secret(repo, "A", "a-value"))
        yield* secrets.put(secret(repo, "C", "c-value"))
        assert.deepStrictEqual(clear(yield* secrets.values(repo, ["B", "A", "B"])), [
          ["A", "a-value"],
          ["B", odd]
        ])
      })
    )

    it.effect("names what is unknown, once each and sorted, before anything is opened", () =>
      Effect.gen(function* () {
        const [repo, other, secrets] = [
          yield* repository("unknown"),
          yield* repository("neighbour"),
          yield* RepoSecrets
        ]
        yield* secrets.put(secret(repo, "MINE", "my-value"))
        yield* secrets.put(secret(other, "THEIRS", "their-value"))
        yield* garbled(repo)
        const error = yield* Effect.flip(secrets.values(repo, ["Z", "MINE", "THEIRS", "Z"]))
        assert.deepStrictEqual([error._tag, error.message], ["ErrUnknownSecrets", "unknown secret(s): THEIRS, Z"])
      })
    )

    it.effect("fails as a whole when a value cannot be opened, in one uninformative sentence", () =>
      Effect.gen(function* () {
        const [repo, secrets] = [yield* repository("garbled"), yield* RepoSecrets]
        yield* secrets.put(secret(repo, "KEY", "tok-5501-tok-5501"))
        yield* garbled(repo)
        const sealed = yield* secrets.sealed(repo)
        for (const open of [secrets.values(repo, ["KEY"]), sealed.open]) {
          const error = yield* Effect.flip(Effect.asVoid(open))
          assert.deepStrictEqual([error._tag, error.message], ["ErrVault", "a sealed value cannot be opened"])
        }
        assert.strictEqual((yield* secrets.list(repo)).length, 1)
      })
    )

    it.effect(
      "has another revision after every put and remove, the same one in between, and forgets with its repository",
      () =>
        Effect.gen(function* () {
          const [repo, secrets, repositories] = [yield* repository("revision"), yield* RepoSecrets, yield* Repositories]
          const revision = Effect.map(secrets.sealed(repo), (sealed) => sealed.revision)
          const seen = [yield* revision]
          // The clock of a test stands: a revision that hangs on it would not change.
          for (const change of [
            secrets.put(secret(repo, "KEY", "one-value")),
            secrets.put(secret(repo, "KEY", "two-value")),
            secrets.put(secret(repo, "OTHER", "two-value")),
            secrets.remove(repo, "KEY")
          ]) {
            yield* change
            const next = yield* revision
            assert.notInclude(seen, next)
            assert.strictEqual(yield* revision, next)
            seen.push(next)
          }
          assert.strictEqual((yield* Effect.flip(secrets.remove(repo, "KEY")))._tag, "ErrNotFound")
          yield* repositories.remove(repo)
          assert.deepStrictEqual(yield* secrets.list(repo), [])
        })
    )

    it.effect("keeps nothing for a repository that is not there", () =>
      Effect.gen(function* () {
        const secrets = yield* RepoSecrets
        const error = yield* Effect.flip(secrets.put(secret("repo_gone", "KEY", "tok-5501-tok-5501")))
        assert.match(error.message, /^the store failed at put secret: (SQLITE_CONSTRAINT_FOREIGNKEY|23503)$/)
      })
    )
  })
}
