import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck } from "effect"
import { Meter } from "../../../src/programs/sandbox/measure.js"
import { make } from "../../../src/programs/sandbox/sandbox.js"
import { call } from "./client.js"

const arrival = { server: "github", method: "GET", path: "/", query: {}, headers: {}, body: "", startedAt: 0 } as const

describe("measures", () => {
  it.live("tell parallel from serial: one read, then three side by side, is two deep and three at once", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sandbox = yield* make({ latencyMs: 60 })
        const read = call(`${sandbox.forgejo.api}/repos/acme/widget/pulls/7`)
        yield* read
        yield* Effect.all([read, read, read], { concurrency: "unbounded" })
        const { requests, depth, peak } = sandbox.measures()
        assert.deepStrictEqual(
          { requests, depth, peak },
          { requests: 4, depth: 2, peak: { github: 0, forgejo: 3, foreign: 0 } }
        )
        assert.deepStrictEqual(
          sandbox.requests.map((request) => request.depth),
          [1, 2, 2, 2]
        )
        sandbox.resetMeasures()
        yield* read
        assert.deepStrictEqual([sandbox.measures().depth, sandbox.requests.length], [1, 1])
      })
    )
  )

  it.scoped("record what was asked and what was answered", () =>
    Effect.gen(function* () {
      const sandbox = yield* make({ prefix: "/forge" })
      const url = `${sandbox.forgejo.api}/repos/acme/widget/issues/7/comments?since=x`
      yield* call(url, { method: "POST", token: sandbox.token, body: { body: "hi" } })
      const [request] = sandbox.requests
      assert.deepStrictEqual(
        [request?.server, request?.method, request?.path, request?.query, request?.body, request?.status],
        ["forgejo", "POST", "/forge/api/v1/repos/acme/widget/issues/7/comments", { since: "x" }, '{"body":"hi"}', 201]
      )
      assert.strictEqual(request?.headers["authorization"], `token ${sandbox.token}`)
    })
  )

  it("have for depth the longest chain of requests that each began after another had ended", () => {
    const spans = FastCheck.array(FastCheck.tuple(FastCheck.nat(50), FastCheck.integer({ min: 1, max: 20 })), {
      maxLength: 12
    })
    FastCheck.assert(
      FastCheck.property(spans, (drawn) => {
        const all = drawn.map(([start, length]) => ({ start, end: start + length }))
        const meter = new Meter()
        const flying = new Map<number, ReturnType<Meter["start"]>>()
        const moments = all
          .flatMap(({ start, end }, i) => [
            { at: start, end: false, i },
            { at: end, end: true, i }
          ])
          .sort((a, b) => a.at - b.at || Number(b.end) - Number(a.end))
        for (const { end, i } of moments) {
          const flight = flying.get(i)
          if (end && flight !== undefined) meter.end(flight, 200, 0)
          else flying.set(i, meter.start(arrival))
        }
        // The longest chain, found the slow way: over all requests in the order of their starts.
        const ordered = all.toSorted((a, b) => a.start - b.start)
        const chain: Array<number> = []
        ordered.forEach(({ start }, i) => {
          chain.push(1 + Math.max(0, ...ordered.slice(0, i).map(({ end }, j) => (end <= start ? (chain[j] ?? 0) : 0))))
        })
        assert.strictEqual(meter.measures().depth, Math.max(0, ...chain))
        const most = Math.max(
          0,
          ...all.map(({ start }) => all.filter((other) => other.start <= start && start < other.end).length)
        )
        assert.strictEqual(meter.measures().peak.github, most)
      })
    )
  })
})
