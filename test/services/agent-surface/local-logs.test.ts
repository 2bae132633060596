import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Either } from "effect"
import { toWire } from "../../../src/core/agent-errors.js"
import { checksState } from "../../../src/core/checks.js"
import { ErrForge, ErrLogAdapterMismatch, ErrRateLimited, ErrUnsupported } from "../../../src/core/errors.js"
import type { LogOptions } from "../../../src/core/log-choice.js"
import { reportOf, textOf } from "../../../src/services/agent-surface/local-logs.js"
import { type Answer, all, bytes, external, log, type State, shown, source, told, upstream } from "./shown-logs.js"

describe("6.3 which logs are shown", () => {
  it.effect("C01 C05 a section for each red check in row order, each header exact, a missing line feed added", () =>
    Effect.gen(function* () {
      const from = source([
        ["unit", "failure", log("assert 1 == 2")],
        ["build", "success", log("never asked for\n")],
        ["lint", "failure", log("one\ntwo\n")],
        ["e2e", "pending", log("never\n")]
      ])
      const text = "=== logs: unit ===\nassert 1 == 2\n=== logs: lint ===\none\ntwo\n"
      assert.deepStrictEqual(yield* told(from), { text, notices: [] })
      assert.deepStrictEqual(new Set(from.asked), new Set(["unit", "lint"]))
    })
  )

  it.effect("C02 nothing red is nothing to show, and no log is asked for", () =>
    Effect.gen(function* () {
      const from = source([["build", "success", log("x\n")]])
      assert.isUndefined(yield* told(from))
      assert.isUndefined(yield* told(source([])))
      assert.deepStrictEqual(from.asked, [])
    })
  )

  for (const state of ["success", "pending", "failure"] as const) {
    it.effect(`one check by its name is its log alone, also when it is ${state}`, () =>
      Effect.gen(function* () {
        const from = source([
          ["unit", "failure", log("no\n")],
          ["build", state, log("as\ngrass")]
        ])
        assert.deepStrictEqual(yield* told(from, { ...all, check: "build" }), { text: "as\ngrass\n", notices: [] })
        assert.deepStrictEqual(from.asked, ["build"])
      })
    )
  }

  it.effect("an empty name is no name", () =>
    Effect.gen(function* () {
      const from = source([["unit", "failure", log("red\n")]])
      assert.strictEqual((yield* told(from, { ...all, check: "" }))?.text, "=== logs: unit ===\nred\n")
    })
  )

  it.effect("C03 an unknown name lists what there is, and no log is asked for", () =>
    Effect.gen(function* () {
      const from = source([["unit", "failure", log("red\n")]])
      const error = yield* Effect.flip(told(from, { ...all, check: "units" }))
      assert.deepInclude(error, { _tag: "ErrUnknownCheck", available: ["unit"] })
      assert.deepStrictEqual(from.asked, [])
    })
  )

  it.effect("C29 a name cannot break a heading", () =>
    Effect.gen(function* () {
      const from = source([["unit\n=== logs: other ===\u202e", "failure", log("text\n")]])
      assert.strictEqual((yield* told(from))?.text, "=== logs: unit === logs: other ===  ===\ntext\n")
    })
  )

  it.effect("C21 bytes stay as they are, in the pieces in which they came", () =>
    Effect.gen(function* () {
      const raw = Uint8Array.from({ length: 512 }, (_, i) => i % 256)
      const from = source([["unit", "failure", { attempt: 1, pieces: [raw.subarray(0, 7), raw.subarray(7)] }]])
      const found = yield* shown(from, { ...all, check: "unit" })
      const out = found === undefined ? Buffer.of() : Buffer.concat([...textOf(found)])
      assert.strictEqual(Buffer.compare(out, Buffer.concat([raw, Buffer.from("\n")])), 0)
    })
  )

  it.effect("the document holds the same, its text decoded leniently across pieces", () =>
    Effect.gen(function* () {
      const [first, second] = [bytes("é").subarray(0, 1), bytes("é").subarray(1)]
      const from = source([
        ["unit", "failure", { attempt: 1, pieces: [first, second, Uint8Array.of(0xff), bytes("x")] }],
        ["lint", "failure", log("l\n", { fallback: { attempt: 2, status: 500 } })]
      ])
      const found = yield* shown(from)
      assert.isDefined(found)
      if (found === undefined) return
      const { logs, notices } = reportOf(found)
      assert.deepStrictEqual(logs, [
        { check: "unit", text: "é\ufffdx\n" },
        { check: "lint", text: "l\n" }
      ])
      assert.strictEqual(notices.length, 1)
    })
  )
})

describe("6.3 a log that cannot be had", () => {
  it.effect("C17 fails all, with no byte of the others", () =>
    Effect.gen(function* () {
      const from = source([
        ["unit", "failure", log("the first log\n")],
        ["e2e", "failure", upstream("e2e")]
      ])
      const error = yield* Effect.flip(told(from))
      assert.deepInclude(error, { _tag: "ErrLogUpstream", check: "e2e" })
      assert.notInclude(JSON.stringify(toWire(error)), "the first log")
    })
  )

  it.effect("the first failure in row order is the answer, whichever came first", () =>
    Effect.gen(function* () {
      const second = yield* Deferred.make<void>()
      const from = source([
        ["unit", "failure", log("fine\n")],
        ["lint", "failure", Effect.zipRight(Deferred.await(second), upstream("lint"))],
        ["e2e", "failure", Effect.zipRight(Deferred.succeed(second, undefined), external)]
      ])
      assert.deepInclude(yield* Effect.flip(told(from)), { _tag: "ErrLogUpstream", check: "lint" })
    })
  )

  it.effect("all are on their way at once", () =>
    Effect.gen(function* () {
      const names = Array.from({ length: 32 }, (_, i) => `job ${i}`)
      const everybody = yield* Deferred.make<void>()
      let here = 0
      const arrive = Effect.suspend(() => {
        here += 1
        return here === names.length ? Deferred.succeed(everybody, undefined) : Effect.void
      })
      const answer = arrive.pipe(Effect.zipRight(Deferred.await(everybody)), Effect.as(log("x\n")))
      const found = yield* told(source(names.map((name) => [name, "failure", answer] as const)))
      assert.strictEqual(found?.text.split("=== logs: ").length, 33)
    })
  )

  it.effect("12.2.12 one that the forge does not serve names --check and --partial when others were wanted too", () =>
    Effect.gen(function* () {
      const rows = [
        ["cover", "failure", external],
        ["unit", "failure", log("red\n")]
      ] as const
      const { message } = yield* Effect.flip(told(source(rows)))
      for (const word of ["cover", "codecov", "--check", "--partial"]) assert.include(message, word)
      const alone = yield* Effect.flip(told(source(rows), { ...all, check: "cover" }))
      assert.strictEqual(alone.message, external.reason)
    })
  )

  it.effect("12.2.12 --partial serves the others in row order, a notice for each that is missing", () =>
    Effect.gen(function* () {
      const from = source([
        ["cover", "failure", external],
        ["unit", "failure", log("red\n", { fallback: { attempt: 2, status: 502 } })],
        ["e2e", "failure", upstream("e2e")],
        ["lint", "failure", log("lint\n")]
      ])
      const found = yield* told(from, { partial: true })
      assert.strictEqual(found?.text, "=== logs: unit ===\nred\n=== logs: lint ===\nlint\n")
      assert.deepStrictEqual(
        found?.notices.map((notice) => [/^"([^"]*)"/.exec(notice)?.[1], /codecov|502|500/.exec(notice)?.[0]]),
        [
          ["cover", "codecov"],
          ["unit", "502"],
          ["e2e", "500"]
        ]
      )
    })
  )

  it.effect("12.2.12 --partial with none at all is the first error", () =>
    Effect.gen(function* () {
      const from = source([
        ["e2e", "failure", upstream("e2e")],
        ["cover", "failure", external]
      ])
      assert.deepInclude(yield* Effect.flip(told(from, { partial: true })), { _tag: "ErrLogUpstream", check: "e2e" })
    })
  )

  it.effect("C18 a notice is one line for a header, whatever name and reason hold", () =>
    Effect.gen(function* () {
      const name = `ci\r\nX-Evil: 1 ${"0123456789".repeat(40)}TAIL`
      const from = source([
        [name, "failure", log("first\n", { fallback: { attempt: 2, status: 500 } })],
        ["scan", "failure", new ErrUnsupported({ reason: "it links to x\r\nX-Evil: 2" })]
      ])
      const found = yield* told(from, { partial: true })
      assert.strictEqual(found?.notices.length, 2)
      for (const notice of found?.notices ?? []) assert.notMatch(notice, /[\r\n]|TAIL/)
    })
  )
})

describe("an empty output with success", () => {
  const logs: ReadonlyArray<Answer> = [
    log("x"),
    log("\n"),
    log("\u001b[0m"),
    { attempt: 1, pieces: [new Uint8Array(), bytes("\r")] },
    log("old\n", { fallback: { attempt: 2, status: 500 } }),
    upstream("unit"),
    external,
    new ErrLogAdapterMismatch({ check: "unit", asked: "a", came: "b", advice: "c" }),
    new ErrForge({ asked: "a", words: "b" }),
    new ErrRateLimited({ forge: "github", words: "w" })
  ]
  const others: ReadonlyArray<Answer> = [log("lint\n"), external]
  const states: ReadonlyArray<State> = ["success", "failure"]
  const choices: ReadonlyArray<LogOptions> = [undefined, "", "unit", "nope"].flatMap((check) =>
    [true, false].flatMap((partial) => [undefined, 1].map((focus) => ({ check, partial, focus })))
  )

  it.effect("cannot be, on any path", () =>
    Effect.gen(function* () {
      const ends = { nothing: 0, failed: 0, shown: 0 }
      for (const [unit, lint] of logs.flatMap((one) => others.map((other) => [one, other] as const)))
        for (const state of states)
          for (const options of choices) {
            const rows = [
              ["unit", state, unit],
              ["lint", "failure", lint]
            ] as const
            for (const from of [source(rows), source(rows.slice(0, 1)), source([])]) {
              const found = yield* Effect.either(shown(from, options))
              if (Either.isLeft(found)) ends.failed += 1
              else if (found.right === undefined) {
                ends.nothing += 1
                assert.isTrue(options.check === undefined || options.check === "")
                assert.notStrictEqual(checksState(from.checks), "failure")
              } else {
                ends.shown += 1
                assert.isAbove(found.right.logs.length, 0)
                for (const { pieces } of found.right.logs) assert.isAbove(Buffer.concat([...pieces]).length, 0)
                for (const { text } of reportOf(found.right).logs) assert.isAbove(text.length, 0)
              }
            }
          }
      for (const count of Object.values(ends)) assert.isAbove(count, 100)
    })
  )
})
