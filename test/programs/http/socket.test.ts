import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { assert, it, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as Sandbox from "../../../src/programs/sandbox/sandbox.js"
import { served } from "../../../src/programs/serve.js"
import { localOperator } from "../../../src/services/operator-surface/local.js"
import { temporary } from "../../services/store/databases.js"
import { ask, LabServer } from "../../support/server.js"

const mode = (path: string) => statSync(path).mode & 0o777

const local = { host: "127.0.0.1", port: 0 }

const stateIn = (dataDir: string) => ({ dataDir, databaseUrl: undefined, masterKeyFile: undefined })

layer(LabServer.sqlite)((it) => {
  it.effect("3.1 the agent's socket and its directory are for their owner alone", () =>
    Effect.gen(function* () {
      const { socket } = yield* LabServer
      assert.deepStrictEqual([mode(socket), mode(join(socket, ".."))], [0o700, 0o700])
    })
  )

  it.effect("3.1 the agent's socket serves the agent's routes", () =>
    Effect.gen(function* () {
      const { socket, run } = yield* LabServer
      const { token } = yield* run()
      const answer = yield* ask(socket, "/agent/v1/prs/7/checks", { token })
      assert.deepInclude(answer, { status: 200, json: { state: "none", checks: [] } })
      assert.deepInclude(yield* ask(socket, "/healthz"), { status: 200, text: "ok\n" })
    })
  )

  it.effect.each(["/api/v1/repos", "/openapi.json", "/readyz", "/healthz/more", "/agent/v1/../../api/v1/repos", "/"])(
    "A11 the agent's socket has no %s: 404, and 401 for who has no run token",
    (path) =>
      Effect.gen(function* () {
        const { socket, run, pat } = yield* LabServer
        const { token } = yield* run()
        const answers = yield* Effect.forEach([token, pat, undefined], (held) =>
          ask(socket, path, held === undefined ? {} : { token: held })
        )
        assert.deepStrictEqual(
          answers.map(({ status }) => status),
          path.startsWith("/agent") ? [404, 404, 404] : [404, 401, 401]
        )
        for (const { headers } of answers) assert.isDefined(headers["x-request-id"])
      })
  )
})

it.scopedLive(
  "3.1 a socket that a killed server left is replaced, in a directory that was open, and unlinked at the end",
  () =>
    Effect.gen(function* () {
      const dataDir = yield* temporary
      const socket = join(dataDir, "agent", "agent.sock")
      mkdirSync(join(dataDir, "agent"))
      chmodSync(join(dataDir, "agent"), 0o755)
      const killed = spawn(process.execPath, [
        "-e",
        `require("node:net").createServer().listen(${JSON.stringify(socket)}, () => process.kill(process.pid, "SIGKILL"))`
      ])
      yield* Effect.promise(() => once(killed, "close"))
      assert.isTrue(existsSync(socket))
      yield* served(stateIn(dataDir), local, () =>
        Effect.gen(function* () {
          assert.strictEqual((yield* ask(socket, "/healthz")).status, 200)
          assert.deepStrictEqual([mode(socket), mode(join(socket, ".."))], [0o700, 0o700])
        })
      )
      assert.isFalse(existsSync(socket))
    })
)

it.scopedLive("a second server leaves the agents of the first one alone", () =>
  Effect.gen(function* () {
    const { dataDir, socket } = yield* LabServer
    const error = yield* Effect.flip(served(stateIn(dataDir), local, () => Effect.void))
    assert.strictEqual(error._tag, "ServeError")
    assert.include(String(Reflect.get(error, "cause")), "a server runs on this data directory already")
    assert.strictEqual((yield* ask(socket, "/healthz")).status, 200)
  }).pipe(Effect.provide(LabServer.sqlite))
)

it.scopedLive("an address that is taken leaves no socket behind", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporary
    const taken = createServer().listen(0, "127.0.0.1")
    yield* Effect.addFinalizer(() => Effect.sync(() => taken.close()))
    yield* Effect.promise(() => once(taken, "listening"))
    const address = taken.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const error = yield* Effect.flip(served(stateIn(dataDir), { host: "127.0.0.1", port }, () => Effect.void))
    assert.match(String(Reflect.get(error, "cause")), /EADDRINUSE/)
    assert.isFalse(existsSync(join(dataDir, "agent", "agent.sock")))
  })
)

it.scopedLive("a stop answers what is in flight from a store that is still there, and takes nothing new", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporary
    const forge = yield* Sandbox.make()
    const { flying, address, socket } = yield* served(stateIn(dataDir), local, (address) =>
      Effect.gen(function* () {
        const operator = yield* localOperator
        const { api, web } = forge.github
        const remote_url = `${web}/${forge.world.fullName}`
        yield* operator.repoAdd({ name: "widget", remote_url, forge: "github", api, token: forge.token })
        const { token } = yield* operator.runToken("widget", {})
        forge.faults.add({ path: "/repos/{o}/{r}/pulls/7", fault: { kind: "delay", ms: 300 } })
        const socket = join(dataDir, "agent", "agent.sock")
        const flying = yield* Effect.forkDaemon(
          Effect.all(
            [address, socket].map((place) =>
              ask(place, "/agent/v1/prs/7/checks", { token, headers: { connection: "keep-alive" } })
            ),
            { concurrency: "unbounded" }
          )
        )
        yield* Effect.repeat(Effect.yieldNow(), { until: () => forge.requests.length > 0 })
        return { flying, address, socket }
      })
    )
    for (const answer of yield* Fiber.join(flying))
      assert.deepInclude(answer, { status: 200, json: { state: "none", checks: [] } })
    for (const place of [address, socket]) yield* Effect.flip(ask(place, "/healthz"))
  })
)

layer(LabServer.sqlite)((it) => {
  it.effect("9 what the store keeps of tokens and credentials is no plain text", () =>
    Effect.gen(function* () {
      const { dataDir, forge, pat, run } = yield* LabServer
      const { token } = yield* run()
      const kept = ["lab.db", "lab.db-wal"]
        .map((name) => join(dataDir, name))
        .filter((path) => existsSync(path))
        .map((path) => readFileSync(path, "latin1"))
        .join("")
      assert.include(kept, "widget")
      for (const secret of [token, pat, forge.token]) assert.notInclude(kept, secret)
    })
  )
})
