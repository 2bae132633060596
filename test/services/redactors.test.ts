import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Redactors } from "../../src/services/redactors.js"
import { Repositories } from "../../src/services/store/repositories.js"
import { RepoSecrets } from "../../src/services/store/secrets.js"
import { databases } from "./store/databases.js"
import { builtin } from "./store/samples.js"

const world = Layer.provideMerge(Redactors.layer, databases[0][1])

const extra = (name: string, value: string) => ({ name, value: Redacted.make(value) })

const setUp = (name: string) =>
  Effect.gen(function* () {
    const [repositories, secrets, redactors] = yield* Effect.all([Repositories, RepoSecrets, Redactors])
    const { id } = yield* repositories.add(builtin(name))
    const put = (name: string, value: string) => secrets.put({ repoId: id, name, value: Redacted.make(value) })
    return { id, secrets, redactors, put }
  })

it.layer(world)("redactors of repositories", (it) => {
  it.effect("mask the repository's secrets and the server's own credentials, by name", () =>
    Effect.gen(function* () {
      const { id, put, redactors } = yield* setUp("masks")
      yield* put("KEY", "tok-5501-tok-5501")
      const redactor = yield* redactors.of(id, [
        extra("FORGE_TOKEN", "ghp_0123456789"),
        extra("RUN_TOKEN", "lab_run_abcdef")
      ])
      assert.strictEqual(
        redactor.text("tok-5501-tok-5501 ghp_0123456789 lab_run_abcdef else"),
        "[REDACTED:KEY] [REDACTED:FORGE_TOKEN] [REDACTED:RUN_TOKEN] else"
      )
    })
  )

  it.effect("know nothing of another repository's secrets", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* setUp("one"), yield* setUp("other")]
      yield* one.put("KEY", "tok-5501-tok-5501")
      assert.isTrue((yield* other.redactors.of(other.id, [])).isEmpty)
    })
  )

  it.effect("are built once while nothing changes, and anew at each change", () =>
    Effect.gen(function* () {
      const { id, put, redactors, secrets } = yield* setUp("changes")
      yield* put("KEY", "tok-5501-tok-5501")
      const first = yield* redactors.of(id, [extra("RUN_TOKEN", "lab_run_abcdef")])
      assert.strictEqual(yield* redactors.of(id, [extra("RUN_TOKEN", "lab_run_abcdef")]), first)
      assert.notStrictEqual(yield* redactors.of(id, [extra("RUN_TOKEN", "lab_run_ghijkl")]), first)
      yield* put("KEY", "new-7702-new-7702")
      assert.strictEqual((yield* redactors.of(id, [])).text("new-7702-new-7702"), "[REDACTED:KEY]")
      yield* secrets.remove(id, "KEY")
      assert.isTrue((yield* redactors.of(id, [])).isEmpty)
    })
  )

  it.effect("are refused while one secret cannot be opened, and given again when it can", () =>
    Effect.gen(function* () {
      const [{ id, put, redactors }, sql] = [yield* setUp("garbled"), yield* SqlClient.SqlClient]
      yield* put("KEY", "tok-5501-tok-5501")
      yield* put("OTHER", "oth-5502-oth-5502")
      const rows = yield* sql`SELECT payload FROM repo_secrets WHERE repo_id = ${id} AND name = 'OTHER'`
      yield* sql`UPDATE repo_secrets SET payload = 'AAAA' WHERE repo_id = ${id} AND name = 'OTHER'`
      for (let n = 0; n < 2; n++) {
        const error = yield* Effect.flip(Effect.asVoid(redactors.of(id, [])))
        assert.deepStrictEqual(
          [error._tag, error.message],
          [
            "ErrRedactorUnavailable",
            "nothing is shown, since secrets could not be masked: a sealed value cannot be opened"
          ]
        )
      }
      yield* sql`UPDATE repo_secrets SET payload = ${String(rows[0]?.["payload"])} WHERE repo_id = ${id} AND name = 'OTHER'`
      assert.strictEqual((yield* redactors.of(id, [])).text("oth-5502-oth-5502"), "[REDACTED:OTHER]")
    })
  )

  it.effect("are refused while the store does not answer", () =>
    Effect.gen(function* () {
      const [{ id, redactors }, sql] = [yield* setUp("down"), yield* SqlClient.SqlClient]
      yield* sql`ALTER TABLE repo_secrets RENAME TO gone`
      const error = yield* Effect.flip(Effect.asVoid(redactors.of(id, [])))
      assert.strictEqual(error._tag, "ErrRedactorUnavailable")
    })
  )
})

it.effect("the redactor of a test masks what the test says", () =>
  Effect.gen(function* () {
    const redactor = yield* (yield* Redactors).of("any", [extra("RUN_TOKEN", "lab_run_abcdef")])
    assert.strictEqual(redactor.text("tok-5501-tok-5501 lab_run_abcdef"), "[REDACTED:KEY] [REDACTED:RUN_TOKEN]")
  }).pipe(Effect.provide(Redactors.test({ KEY: "tok-5501-tok-5501" })))
)
