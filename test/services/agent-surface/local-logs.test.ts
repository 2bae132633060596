import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Either } from "effect"
import { toWire } from "../../../src/core/agent-errors.js"
import type { CheckLog } from "../../../src/core/check-log.js"
import { checksState } from "../../../src/core/checks.js"
import {
  ErrForge,
  ErrLogAdapterMismatch,
  ErrLogUpstream,
  ErrNotFound,
  ErrRateLimited,
  ErrUnknownCheck,
  ErrUnsupported
} from "../../../src/core/errors.js"
import type { LogOptions } from "../../../src/core/log-choice.js"
import { buildRedactor } from "../../../src/core/redact/redactor.js"
import { reportOf, shownLogs, textOf } from "../../../src/services/agent-surface/local-logs.js"
import type { LogError } from "../../../src/services/tracker/check-logs.js"

const bytes = (text: string) => new TextEncoder().encode(text)
const log = (text: string, more: Partial<CheckLog> = {}): CheckLog => ({ pieces: [bytes(text)], attempt: 1, ...more })

type State = "success" | "pending" | "failure"
type Answer = CheckLog | LogError | Effect.Effect<CheckLog, LogError>

const answered = (answer: Answer): Effect.Effect<CheckLog, LogError> =>
  "pieces" in answer ? Effect.succeed(answer) : Effect.isEffect(answer) ? answer : Effect.fail(answer)

/** A head whose rows are `[name, state, what its log is]`. */
const source = (rows: ReadonlyArray<readonly [name: string, state: State, answer: Answer]>) => {
  const asked: Array<string> = []
  return {
    asked,
    head: "c0ffee",
    checks: rows.map(([name, state]) => ({ name, state, rawState: state, summary: "", url: "" })),
    log: (name: string) =>
      Effect.suspend(() => {
        asked.push(name)
        const row = rows.find(([other]) => other === name)
        return row === undefined ? Effect.dieMessage(`no such row ${name}`) : answered(row[2])
      })
  }
}

const redactorOf = (values: Readonly<Record<string, string>>) =>
  Either.getOrThrow(buildRedactor(Object.entries(values).map(([name, value]) => ({ name, value: bytes(value) }))))
const blank = redactorOf({})

const all: LogOptions = { partial: false }
const shown = (from: ReturnType<typeof source>, options: LogOptions = all, redactor = blank) =>
  shownLogs(7, from, redactor, options)

/** The text and the notices of an answer. */
const told = (from: ReturnType<typeof source>, options: LogOptions = all, redactor = blank) =>
  Effect.map(shown(from, options, redactor), (found) =>
    found === undefined
      ? undefined
      : { text: Buffer.concat([...textOf(found)]).toString("utf8"), notices: found.notices }
  )

const external = new ErrUnsupported({ reason: 'the check "cover" was posted by the app codecov' })

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

const upstream = (check: string) => new ErrLogUpstream({ check, asked: "GET /x", came: "500" })

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

const secret = "s3cr3t-value-0123456789"
const masking = redactorOf({ DEPLOY_KEY: secret })
const forms = [secret, Buffer.from(secret).toString("base64"), Buffer.from(secret).toString("hex")]

describe("redaction of what is shown", () => {
  it.effect("C19 the text, in each form and across pieces, all other bytes as they were", () =>
    Effect.gen(function* () {
      const text = `before ${forms.join(" | ")} after\n`
      for (let cut = 0; cut <= text.length; cut += 3) {
        const pieces = [bytes(text.slice(0, cut)), bytes(text.slice(cut))]
        const from = source([["unit", "failure", { attempt: 1, pieces }]])
        const found = yield* told(from, { ...all, check: "unit" }, masking)
        const mask = "[REDACTED:DEPLOY_KEY]"
        assert.strictEqual(found?.text, `before ${mask} | ${mask} | ${mask} after\n`)
      }
    })
  )

  it.effect("12.2.13 a heading, the document's names, and a name that a notice cuts in the middle of the value", () =>
    Effect.gen(function* () {
      const name = `${"x".repeat(190)}${secret}`
      const from = source([
        [`deploy ${secret}`, "failure", log("red\n")],
        [name, "failure", log("old\n", { fallback: { attempt: 2, status: 500 } })]
      ])
      const found = yield* shown(from, all, masking)
      assert.isDefined(found)
      if (found === undefined) return
      const everything = JSON.stringify([reportOf(found), Buffer.concat([...textOf(found)]).toString("utf8")])
      assert.include(everything, "=== logs: deploy [REDACTED:DEPLOY_KEY] ===")
      assert.notInclude(everything, secret.slice(0, 6))
    })
  )

  const errors: ReadonlyArray<LogError> = [
    new ErrUnsupported({ reason: `it links to https://x/${secret}` }),
    new ErrLogUpstream({ check: secret, asked: `GET /${secret}`, came: secret }),
    new ErrLogAdapterMismatch({ check: secret, asked: secret, came: secret, advice: secret }),
    new ErrForge({ asked: secret, status: 403, words: secret, remedy: secret }),
    new ErrRateLimited({ forge: "github", words: secret, retryAfter: 7 }),
    new ErrUnknownCheck({ check: secret, available: [secret, "unit"] }),
    new ErrNotFound({ subject: secret })
  ]
  for (const error of errors) {
    it.effect(`12.2.13 the words and fields of ${error._tag}, as an error and as a notice`, () =>
      Effect.gen(function* () {
        const rows = [
          ["unit", "failure", error],
          ["lint", "failure", log("red\n")]
        ] as const
        const failed = yield* Effect.flip(told(source(rows), all, masking))
        assert.strictEqual(failed._tag, error._tag)
        const wire = JSON.stringify(toWire(failed)) + failed.message
        assert.notInclude(wire, secret)
        assert.include(wire, "[REDACTED:DEPLOY_KEY]")
        const found = yield* told(source(rows), { partial: true }, masking)
        assert.notInclude(JSON.stringify(found), secret)
      })
    )
  }

  it.effect("12.2.13 the names that an unknown check lists", () =>
    Effect.gen(function* () {
      const from = source([[`deploy ${secret}`, "failure", log("red\n")]])
      const error = yield* Effect.flip(told(from, { ...all, check: "nope" }, masking))
      assert.deepInclude(error, { available: ["deploy [REDACTED:DEPLOY_KEY]"] })
    })
  )

  it.effect("6.3 a value that colour codes cut, which is whole once they are gone", () =>
    Effect.gen(function* () {
      const cut = `${secret.slice(0, 9)}\u001b[0m${secret.slice(9)}`
      const from = source([["unit", "failure", log(`##[error]${cut}\n`)]])
      const found = yield* told(from, { ...all, focus: 60 }, masking)
      assert.notInclude(found?.text, secret)
      assert.include(found?.text, "[REDACTED:DEPLOY_KEY]")
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
