import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { ErrForge, ErrLabServer, ErrNotFound, ErrRateLimited, ErrUnauthorized } from "../../src/core/errors.js"
import { instantOf } from "../../src/core/instant.js"
import { scriptedChecks } from "../support/surface.js"
import { green, pending, wait } from "../support/waiting.js"

const badGateway = new ErrLabServer({ status: 502, words: "HTTP 502" })
const limited = (seconds: number) =>
  new ErrRateLimited({ forge: "github", words: "quota", resetAt: instantOf(seconds * 1000) })

it.effect("B12 three failures in a row end it with the last reason, nothing on stdout", () =>
  Effect.gen(function* () {
    const { layer, reads } = scriptedChecks(pending, badGateway)
    assert.deepStrictEqual(yield* wait(layer), {
      exit: "HTTP 502",
      out: "",
      err: "labctl pr checks: 1 of 2 pending: e2e\nlabctl pr checks: HTTP 502; the wait goes on\n"
    })
    assert.deepStrictEqual(reads, [0, 10, 20, 30])
  })
)

it.effect("B12b one 502 between two good reads is one line, and the wait goes on at the usual time", () =>
  Effect.gen(function* () {
    const { layer, reads } = scriptedChecks(pending, badGateway, pending, green)
    assert.deepInclude(yield* wait(layer), {
      exit: 0,
      err: "labctl pr checks: 1 of 2 pending: e2e\nlabctl pr checks: HTTP 502; the wait goes on\n"
    })
    assert.deepStrictEqual(reads, [0, 10, 20, 30])
  })
)

it.effect("6.2 failures that are not in a row do not add up, and each new reason is told", () =>
  Effect.gen(function* () {
    const refused = new ErrLabServer({ words: "connection refused" })
    const script = [pending, badGateway, refused, pending, badGateway, badGateway, green]
    const { layer, reads } = scriptedChecks(...script)
    assert.deepInclude(yield* wait(layer), {
      exit: 0,
      err: [
        "1 of 2 pending: e2e",
        "HTTP 502; the wait goes on",
        "connection refused; the wait goes on",
        "HTTP 502; the wait goes on"
      ]
        .map((line) => `labctl pr checks: ${line}\n`)
        .join("")
    })
    assert.strictEqual(reads.length, script.length)
  })
)

for (const error of [badGateway, new ErrForge({ asked: "x", words: "refused" }), limited(20)]) {
  it.effect(`B12c a first read that fails with ${error._tag} ends it at once`, () =>
    Effect.gen(function* () {
      const { layer, reads } = scriptedChecks(error, green)
      assert.deepStrictEqual(yield* wait(layer), { exit: error.message, out: "", err: "" })
      assert.deepStrictEqual(reads, [0])
    })
  )
}

for (const error of [
  new ErrNotFound({ subject: "pull request 7" }),
  new ErrUnauthorized({ reason: "invalid run token" })
]) {
  it.effect(`6.2 ${error._tag} ends it at once at any read`, () =>
    Effect.gen(function* () {
      const { layer, reads } = scriptedChecks(pending, error, green)
      assert.deepInclude(yield* wait(layer), { exit: error.message, out: "" })
      assert.deepStrictEqual(reads, [0, 10])
    })
  )
}

it.effect("C18 a rate limit before the cap is waited for, not asked before, and does not count", () =>
  Effect.gen(function* () {
    const { layer, reads } = scriptedChecks(pending, badGateway, badGateway, limited(120), badGateway)
    assert.deepInclude(yield* wait(layer), { exit: "HTTP 502" })
    assert.deepStrictEqual(reads, [0, 10, 20, 30, 120])
  })
)

it.effect("C18 a rate limit that resets after the cap ends it with its reason", () =>
  Effect.gen(function* () {
    const { layer, reads } = scriptedChecks(pending, limited(301))
    const { exit, out } = yield* wait(layer)
    assert.deepStrictEqual(
      [exit, out],
      ["rate limited by github (try again after 1970-01-01T00:05:01.000Z): quota", ""]
    )
    assert.deepStrictEqual(reads, [0, 10])
  })
)

it.effect("C18 a rate limit that names no reset is ridden out, the third one ends it", () =>
  Effect.gen(function* () {
    const { layer, reads } = scriptedChecks(pending, new ErrRateLimited({ forge: "github", words: "secondary" }))
    assert.match(String((yield* wait(layer)).exit), /named no time to come back/)
    assert.deepStrictEqual(reads, [0, 10, 20, 30])
  })
)

it.effect("6.2 a failure at the cap leaves the last good report, exit 3", () =>
  Effect.gen(function* () {
    const { layer } = scriptedChecks(pending, badGateway)
    assert.deepInclude(yield* wait(layer, { timeout: 20_000 }), {
      exit: 3,
      out: "state: pending\nunit\tsuccess\tsuccess\t\t\ne2e\tpending\tpending\t\t\n"
    })
  })
)
