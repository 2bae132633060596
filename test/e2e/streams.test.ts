import { once } from "node:events"
import { closeSync, openSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { temporary } from "../services/store/databases.js"
import { json, loopback } from "../support/http.js"
import { run, start } from "../support/program.js"

const check = (name: string, state: string) => ({ name, state, rawState: state, summary: "", url: "" })

/** A server whose every pull is in this state, by so many rows. */
const serverOf = (state: string, rows = 1) =>
  Effect.map(
    loopback(json({ state, checks: Array.from({ length: rows }, (_, i) => check(`check ${i}`, state)) })),
    (server) => ({ ...server, env: { LAB_URL: server.origin.href, LAB_TOKEN: `lab_run_${"A".repeat(43)}` } })
  )

const many = 5000
const rows = `state: failure\n${Array.from({ length: many }, (_, i) => `check ${i}\tfailure\tfailure\t\t\n`).join("")}`

it.scopedLive("C22 a pipe and a file get the same bytes and the same exit code, however many", () =>
  Effect.gen(function* () {
    const { env } = yield* serverOf("failure", many)
    const hint = "logs: labctl pr logs 7\n"
    const piped = yield* run("labctl", ["pr", "checks", "7"], { env })
    assert.deepStrictEqual([piped.code, piped.stderr, piped.stdout === rows], [2, hint, true])
    const path = join(yield* temporary, "out")
    const file = openSync(path, "w")
    const filed = yield* run("labctl", ["pr", "checks", "7"], { env, stdout: file })
    closeSync(file)
    assert.deepStrictEqual([filed.code, filed.stderr, readFileSync(path, "utf8") === rows], [2, hint, true])
    const document = yield* run("labctl", ["pr", "checks", "7", "--json"], { env })
    assert.deepStrictEqual([document.code, document.stderr], [2, hint])
    assert.strictEqual(JSON.parse(document.stdout).checks.length, many)
  })
)

it.scopedLive("C22 red is never 0 to a reader that left, before the first byte or in the middle", () =>
  Effect.gen(function* () {
    for (const count of [1, many]) {
      const { env } = yield* serverOf("failure", count)
      const early = yield* start("labctl", ["pr", "checks", "7"], { env })
      early.child.stdout?.destroy()
      assert.notStrictEqual((yield* early.ended).code, 0)
    }
    const { env } = yield* serverOf("failure", many)
    const late = yield* start("labctl", ["pr", "checks", "7"], { env })
    yield* Effect.promise(() => once(late.child.stdout ?? process.stdin, "data"))
    late.child.stdout?.destroy()
    assert.notStrictEqual((yield* late.ended).code, 0)
  })
)

it.scopedLive("C22 stderr that nobody reads changes nothing", () =>
  Effect.gen(function* () {
    const { env } = yield* serverOf("failure")
    const { child, ended } = yield* start("labctl", ["pr", "checks", "7"], { env })
    child.stderr?.destroy()
    assert.strictEqual((yield* ended).code, 2)
  })
)

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143]
] as const) {
  it.scopedLive(`${signal} ends a wait with ${code} and nothing on stdout`, () =>
    Effect.gen(function* () {
      const { env } = yield* serverOf("pending")
      const waiting = yield* start("labctl", ["pr", "checks", "7", "--wait"], { env })
      yield* waiting.said("stderr", /1 of 1 pending/)
      yield* waiting.kill(signal)
      const ended = yield* waiting.ended
      assert.deepStrictEqual([ended.code, ended.stdout], [code, ""])
    })
  )
}

it.scopedLive("a signal in the first read ends it too", () =>
  Effect.gen(function* () {
    const { env, next } = yield* Effect.map(
      loopback(() => undefined),
      (server) => ({
        ...server,
        env: { LAB_URL: server.origin.href, LAB_TOKEN: "lab_run_x" }
      })
    )
    const reading = yield* start("labctl", ["pr", "checks", "7"], { env })
    yield* next
    yield* reading.kill("SIGTERM")
    const ended = yield* reading.ended
    assert.deepStrictEqual([ended.code, ended.stdout], [143, ""])
  })
)

it.scopedLive("B11 the cap of a wait ends it with the pending report and exit 3", () =>
  Effect.gen(function* () {
    const { env, seen } = yield* serverOf("pending")
    const args = ["pr", "checks", "--interval", "0.05", "7", "--timeout=0.2", "--wait"]
    const ended = yield* run("labctl", args, { env })
    assert.deepStrictEqual([ended.code, ended.stdout], [3, "state: pending\ncheck 0\tpending\tpending\t\t\n"])
    assert.isAbove(seen.length, 1)
  })
)

it.scopedLive("12.2.34 no escape code comes out, whatever the rows and the environment say", () =>
  Effect.gen(function* () {
    const hostile = check("\u001b[2J\u009b31mred\u202e\n=== fake", "failure")
    const { origin } = yield* loopback(json({ state: "failure", checks: [hostile] }))
    const env = { LAB_URL: origin.href, LAB_TOKEN: "lab_run_x" }
    for (const colours of [{}, { NO_COLOR: "1" }, { FORCE_COLOR: "3", CLICOLOR_FORCE: "1", TERM: "xterm-256color" }]) {
      const ended = yield* run("labctl", ["pr", "checks", "7"], { env: { ...env, ...colours } })
      assert.deepStrictEqual(ended, {
        code: 2,
        stdout: "state: failure\n [2J 31mred  === fake\tfailure\tfailure\t\t\n",
        stderr: "logs: labctl pr logs 7\n"
      })
    }
  })
)
