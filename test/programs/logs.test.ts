import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import type { LogsReport } from "../../src/core/agent-api.js"
import { ErrForge, ErrLabServer, ErrLogUpstream, ErrUnknownCheck } from "../../src/core/errors.js"
import type { LogOptions } from "../../src/core/log-choice.js"
import { type LogsOptions, logs } from "../../src/programs/logs.js"
import { AgentSurface, type LogText, type SurfaceError } from "../../src/services/agent-surface/surface.js"
import { Output } from "../../src/services/output.js"

type Text = LogText<SurfaceError> | undefined | SurfaceError
type Document = LogsReport | undefined | SurfaceError

const answered = <A extends object>(
  answer: A | undefined | SurfaceError
): Effect.Effect<A | undefined, SurfaceError> =>
  answer instanceof Error ? Effect.fail(answer) : Effect.succeed(answer)

/** Runs the verb on these answers: its exit code or error, and what it wrote where, in its order. */
const run = (text: Text, document: Document = undefined, more: Partial<LogsOptions> = {}) => {
  const written: Array<readonly ["out" | "err", string]> = []
  const keep = (stream: "out" | "err") => (piece: string | Uint8Array) =>
    Effect.sync(() => void written.push([stream, Buffer.from(piece).toString("latin1")]))
  const asked: Array<{ readonly n: number; readonly options: LogOptions }> = []
  const ask = (n: number, options: LogOptions) => Effect.sync(() => void asked.push({ n, options }))
  const surface = AgentSurface.test({
    pullLogs: (n, options) => Effect.zipRight(ask(n, options), answered(text)),
    pullLogsJson: (n, options) => Effect.zipRight(ask(n, options), answered(document))
  })
  return logs({ n: 7, json: false, partial: false, ...more }).pipe(
    Effect.match({ onSuccess: (exit): number | SurfaceError => exit, onFailure: (error) => error }),
    Effect.provide(Layer.merge(surface, Layer.succeed(Output, { out: keep("out"), err: keep("err") }))),
    Effect.map((exit) => {
      const all = (stream: "out" | "err") => written.flatMap(([to, piece]) => (to === stream ? [piece] : [])).join("")
      return { exit, written, asked, out: all("out"), err: all("err") }
    })
  )
}

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (pieces: ReadonlyArray<string>, notices: ReadonlyArray<string> = []): LogText<SurfaceError> => ({
  notices,
  body: Stream.fromIterable(pieces.map(bytes))
})

const breaking = (...pieces: ReadonlyArray<string>): LogText<SurfaceError> => ({
  notices: [],
  body: Stream.concat(Stream.fromIterable(pieces.map(bytes)), Stream.fail(new ErrLabServer({ words: "broke off" })))
})

describe("labctl pr logs", () => {
  it.effect("streams the text as it comes, exit 0", () =>
    Effect.gen(function* () {
      const { exit, written } = yield* run(text(["=== logs: unit ===\n", "red\n"]))
      assert.deepStrictEqual(
        [exit, written],
        [
          0,
          [
            ["out", "=== logs: unit ===\n"],
            ["out", "red\n"]
          ]
        ]
      )
    })
  )

  it.effect("C21 writes bytes that are no text", () =>
    Effect.gen(function* () {
      const body = Stream.make(Uint8Array.of(0xff, 0x00, 0xef, 0xbb, 0xbf))
      assert.strictEqual((yield* run({ notices: [], body })).out, "\u00ff\u0000\u00ef\u00bb\u00bf")
    })
  )

  it.effect("6.3 tells each notice on stderr, one line each, before the first byte", () =>
    Effect.gen(function* () {
      const { exit, written } = yield* run(text(["red\n"], ['"unit": first', '"lint": a\nb']))
      assert.deepStrictEqual(written, [
        ["err", 'labctl pr logs: "unit": first\n'],
        ["err", 'labctl pr logs: "lint": a b\n'],
        ["out", "red\n"]
      ])
      assert.strictEqual(exit, 0)
    })
  )

  for (const json of [false, true]) {
    it.effect(`C02 C23 nothing red: nothing on stdout, stderr says so, exit 1${json ? ", --json" : ""}`, () =>
      Effect.gen(function* () {
        const { exit, out, err } = yield* run(undefined, undefined, { json })
        assert.deepStrictEqual([exit, out, err], [1, "", "labctl pr logs: no failing checks on PR 7\n"])
      })
    )

    for (const [available, line] of [
      [["unit", "lint, too", "a\tb"], "unit, lint, too, a b"],
      [[], "(none)"]
    ] as const) {
      it.effect(`C03 an unknown check lists ${line} on the second line, exit 1${json ? ", --json" : ""}`, () =>
        Effect.gen(function* () {
          const unknown = new ErrUnknownCheck({ check: "units", available })
          const { exit, out, err } = yield* run(unknown, unknown, { json, check: "units" })
          assert.deepStrictEqual([exit, out], [1, ""])
          const [first, second, ...rest] = err.split("\n")
          assert.match(first ?? "", /^labctl pr logs: .*units/)
          assert.deepStrictEqual([second, rest], [`available contexts: ${line}`, [""]])
        })
      )
    }

    it.effect(`other failures are the caller's to tell${json ? ", --json" : ""}`, () =>
      Effect.gen(function* () {
        const error = new ErrLogUpstream({ check: "unit", asked: "GET /x", came: "500" })
        const { exit, out, err } = yield* run(error, error, { json })
        assert.deepStrictEqual([exit, out, err], [error, "", ""])
      })
    )
  }

  it.effect("--json prints one document on one line", () =>
    Effect.gen(function* () {
      const report = { logs: [{ check: "unit", text: "red\n" }], notices: ["n"] }
      const { exit, out } = yield* run(undefined, report, { json: true })
      assert.deepStrictEqual([exit, JSON.parse(out), out.endsWith("}\n")], [0, report, true])
    })
  )

  it.effect("passes on what was asked for", () =>
    Effect.gen(function* () {
      const wanted = { check: "unit", partial: true, focus: 20 }
      const { asked } = yield* run(text(["x"]), undefined, wanted)
      assert.strictEqual(asked.length, 1)
      assert.strictEqual(asked[0]?.n, 7)
      assert.deepInclude(asked[0]?.options, wanted)
    })
  )

  const ends: ReadonlyArray<readonly [what: string, answer: Text, json: Document]> = [
    ["nothing red", undefined, undefined],
    ["C23 a stream that breaks off before the first byte", breaking(), new ErrLabServer({ words: "broke off" })],
    ["a stream that breaks off after some", breaking("half"), new ErrLabServer({ words: "broke off" })],
    ["a stream without a byte", text([]), undefined],
    ["a stream of empty pieces", text(["", ""], ["a notice"]), undefined],
    [
      "an unknown check",
      new ErrUnknownCheck({ check: "x", available: [] }),
      new ErrUnknownCheck({ check: "x", available: [] })
    ],
    ["a forge that is down", new ErrForge({ asked: "a", words: "b" }), new ErrForge({ asked: "a", words: "b" })],
    ["a log", text(["x"]), { logs: [{ check: "unit", text: "x" }], notices: [] }]
  ]
  for (const [what, answer, json] of ends) {
    it.effect(`an empty output with exit 0 cannot be: ${what}`, () =>
      Effect.gen(function* () {
        for (const ended of [yield* run(answer), yield* run(answer, json, { json: true })]) {
          assert.isFalse(ended.exit === 0 && ended.out === "")
          if (ended.exit === 1) assert.isTrue(ended.out === "" && ended.err !== "")
        }
      })
    )
  }
})
