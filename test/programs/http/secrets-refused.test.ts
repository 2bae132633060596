import { request } from "node:http"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Store } from "../../../src/services/store/store.js"
import { ask, LabServer } from "../../support/server.js"

const value = "tok-5501-tok-5501"

const setUp = (name: string) =>
  Effect.gen(function* () {
    const { address, dataDir, operator, run } = yield* LabServer
    yield* operator.repoAdd({ name, remote_url: `/srv/git/${name}.git`, forge: "builtin" })
    const { token } = yield* run(name)
    return { address, dataDir, operator, token }
  })

/** Posts `megabytes` of diff as long as the server takes them. */
const upload = (address: string, token: string, megabytes: number) =>
  Effect.async<{ readonly status: number; readonly text: string }, Error>((resume) => {
    const headers = { authorization: `Bearer ${token}` }
    const sent = request(`${address}/agent/v1/secrets/scan`, { method: "POST", headers, agent: false }, (answer) => {
      let text = ""
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk
      })
      answer.on("end", () => {
        sent.destroy()
        resume(Effect.succeed({ status: answer.statusCode ?? 0, text }))
      })
    })
    sent.on("error", (error) => resume(Effect.fail(error)))
    const megabyte = Buffer.alloc(2 ** 20, `+${"x".repeat(1022)}\n`)
    let left = megabytes
    const more = () => {
      while (left > 0) {
        left--
        if (!sent.write(megabyte)) return void sent.once("drain", more)
      }
      sent.end()
    }
    more()
  })

layer(LabServer.sqlite)("secrets that cannot be served", (it) => {
  it.effect(
    "3.4 a diff of 256 MiB is scanned, a larger one is answered 413, with secrets and without",
    () =>
      Effect.gen(function* () {
        const { address, operator, token } = yield* setUp("large")
        const scan = (megabytes: number) =>
          Effect.map(upload(address, token, megabytes), ({ status, text }) => [status, JSON.parse(text)])
        const tooLarge = [413, { error: "diff too large", code: "ErrTooLarge", reason: "diff too large" }]
        assert.deepStrictEqual(yield* scan(257), tooLarge)
        yield* operator.secretPut("large", "KEY", { value })
        assert.deepStrictEqual(yield* scan(256), [200, { findings: [] }])
        assert.deepStrictEqual(yield* scan(400), tooLarge)
      }),
    120_000
  )

  it.effect("3.2 C20 D14 what cannot be opened is an opaque 500 for values and scan, and the list goes on", () =>
    Effect.gen(function* () {
      const { address, dataDir, operator, token } = yield* setUp("garbled")
      yield* operator.secretPut("garbled", "KEY", { value })
      yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE repo_secrets SET payload = 'AAAA'`).pipe(
        Effect.provide(Store.sqlite(join(dataDir, "lab.db")))
      )
      const values = yield* ask(address, "/agent/v1/secrets/values", {
        method: "POST",
        token,
        body: { names: ["KEY"] }
      })
      assert.deepStrictEqual([values.status, values.json], [500, { error: "internal error", code: "ErrVault" }])
      const scan = yield* ask(address, "/agent/v1/secrets/scan", { method: "POST", token, body: "+x\n" })
      assert.deepStrictEqual(
        [scan.status, scan.json],
        [500, { error: "internal error", code: "ErrRedactorUnavailable" }]
      )
      const list = yield* ask(address, "/agent/v1/secrets", { token })
      assert.deepStrictEqual(list.json, { secrets: [{ name: "KEY", description: "" }] })
    })
  )
})
