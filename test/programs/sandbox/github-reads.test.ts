import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { make } from "../../../src/programs/sandbox/sandbox.js"
import { at, call, column } from "./client.js"

const repo = "/repos/acme/widget"
const sha = "c".repeat(40)

describe("GitHub lists", () => {
  it.scoped("filters pulls by state, head with its owner, and base; a bare head filters nothing", () =>
    Effect.gen(function* () {
      const sandbox = yield* make()
      sandbox.world.open({ number: 8, head: "other" })
      sandbox.world.open({ number: 9, head: "feat", base: "stable" })
      sandbox.world.close(8)
      const numbers = (query: string) =>
        Effect.map(call(`${sandbox.github.api}${repo}/pulls?${query}`), ({ json }) => column(json, "number"))
      assert.deepStrictEqual(yield* numbers(""), [9, 7])
      assert.deepStrictEqual(yield* numbers("state=closed"), [8])
      assert.deepStrictEqual(yield* numbers("state=all&direction=asc"), [7, 8, 9])
      assert.deepStrictEqual(yield* numbers("state=all&head=acme:feat&base=main"), [7])
      assert.deepStrictEqual(yield* numbers("state=all&head=dev:feat"), [])
      assert.deepStrictEqual(yield* numbers("state=all&head=other"), [9, 8, 7])
    })
  )

  it.scoped("keeps the newest check run of a name in a suite, and all of them when asked", () =>
    Effect.gen(function* () {
      const sandbox = yield* make()
      sandbox.world.checkRuns(sha, [
        { id: 1, name: "unit", conclusion: "failure" },
        { id: 2, name: "unit", status: "in_progress" },
        { id: 3, name: "unit", conclusion: "success", run: 2 }
      ])
      const url = `${sandbox.github.api}${repo}/commits/${sha}/check-runs`
      const latest = yield* call(url)
      assert.deepStrictEqual(column(at(latest.json, "check_runs"), "id"), [2, 3])
      assert.deepStrictEqual(column(at(latest.json, "check_runs"), "status"), ["in_progress", "completed"])
      assert.strictEqual(at((yield* call(`${url}?filter=all`)).json, "total_count"), 3)
    })
  )

  it.scoped("gives short pages under a clamp, with the true total", () =>
    Effect.gen(function* () {
      const sandbox = yield* make()
      sandbox.world.paging.clamp = 30
      sandbox.world.checkRuns(
        sha,
        Array.from({ length: 35 }, (_, n) => ({ name: `job ${n}` }))
      )
      const url = `${sandbox.github.api}${repo}/commits/${sha}/check-runs?per_page=100`
      const [first, second] = [yield* call(url), yield* call(`${url}&page=2`)]
      assert.deepStrictEqual(
        [column(at(first.json, "check_runs"), "id").length, at(first.json, "total_count")],
        [30, 35]
      )
      assert.strictEqual(column(at(second.json, "check_runs"), "id").length, 5)
      assert.include(first.headers.get("link") ?? "", 'page=2>; rel="last"')
    })
  )
})

describe("GitHub's conditional reads", () => {
  it.scoped("earn a 304 that costs nothing, until something changes", () =>
    Effect.gen(function* () {
      const sandbox = yield* make()
      const url = `${sandbox.github.api}${repo}/pulls/7`
      const first = yield* call(url, { token: sandbox.token })
      const etag = first.headers.get("etag") ?? ""
      assert.match(etag, /^W\/"[0-9a-f]{40}"$/)
      const ask = { token: sandbox.token, headers: { "if-none-match": etag } }
      const second = yield* call(url, ask)
      assert.deepStrictEqual([second.status, second.text], [304, ""])
      assert.strictEqual(second.headers.get("x-ratelimit-used"), first.headers.get("x-ratelimit-used"))
      assert.strictEqual(sandbox.measures().notModified, 1)
      sandbox.world.push("feat", sha)
      assert.strictEqual((yield* call(url, ask)).status, 200)
      assert.strictEqual((yield* call(url, { headers: { "if-none-match": etag } })).status, 200, "another credential")
    })
  )

  it.scoped("go by Last-Modified where the world says so, and see a change within the same second", () =>
    Effect.gen(function* () {
      const sandbox = yield* make()
      sandbox.world.validators = "last-modified"
      const url = `${sandbox.github.api}${repo}/pulls/7`
      const since = (yield* call(url)).headers.get("last-modified") ?? ""
      const ask = { headers: { "if-modified-since": since } }
      assert.strictEqual((yield* call(url, ask)).status, 304)
      sandbox.world.push("feat", sha)
      assert.strictEqual((yield* call(url, ask)).status, 200)
    })
  )
})

describe("GitHub's primary limit", () => {
  it.scoped("refuses what is asked beyond it, until the hour is over", () =>
    Effect.gen(function* () {
      const sandbox = yield* make()
      sandbox.world.rateLimit.limit = 1
      const url = `${sandbox.github.api}${repo}`
      assert.strictEqual((yield* call(url)).headers.get("x-ratelimit-remaining"), "0")
      const refused = yield* call(url)
      assert.deepStrictEqual([refused.status, refused.headers.get("x-ratelimit-reset")], [403, "3600"])
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* call(url)).status, 200)
    })
  )
})
