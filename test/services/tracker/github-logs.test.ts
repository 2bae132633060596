import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { CheckRunRow } from "../../../src/programs/sandbox/ci.js"
import { inWaves, many, practice, repo } from "../../support/sandbox.js"
import { logOf, outcomeOf, textOf } from "./scripted-logs.js"

const red = (name: string, more: Partial<CheckRunRow> = {}): CheckRunRow => ({
  name,
  conclusion: "failure",
  log: `log of ${name}\n`,
  ...more
})

/** A sandbox whose head has these rows. */
const withRuns = (...rows: ReadonlyArray<CheckRunRow>) =>
  Effect.tap(practice("github"), ({ world, head }) => world.checkRuns(head(), rows))

const logRoute = /\/actions\/jobs\/\d+\/logs/

describe("the logs of github", () => {
  it.scoped("C01 C29 each check has its own log, whatever is in its name, byte for byte in its case", () =>
    Effect.gen(function* () {
      const names = [
        "call / build (node 20, a/b)",
        "Call / build (node 20, a/b)",
        "test: windows",
        "Prüfung – Ω",
        "x".repeat(140),
        "tab\tand\nbreak",
        "ci.yml / unit (pull_request)",
        "%2e%2e/../.."
      ]
      const { tracker } = yield* withRuns(...names.map((name) => red(name)))
      const head = yield* tracker.checkLogs(7)
      assert.deepStrictEqual(
        head.checks.map(({ name }) => name),
        names
      )
      for (const name of names) assert.strictEqual(textOf(yield* head.log(name)), `log of ${name}\n`)
      for (const near of ["test: Windows", "test: windows ", "tab and break"])
        assert.strictEqual((yield* Effect.flip(head.log(near)))._tag, "ErrUnknownCheck")
    })
  )

  it.scoped("C21 C31 gives the bytes as they are: mark, colours, carriage returns, NUL, no text, a line of 3 MiB", () =>
    Effect.gen(function* () {
      const start = "\u001b[31mError\u001b[0m\r\n10%\r20%\n\u0000"
      const bytes = Buffer.concat([
        Buffer.from([0xef, 0xbb, 0xbf]),
        Buffer.from(start),
        Buffer.from([0xff]),
        Buffer.alloc(3 * 2 ** 20, "x")
      ])
      const { tracker } = yield* withRuns(red("unit", { log: bytes }))
      const { pieces } = yield* logOf(tracker, "unit")
      assert.strictEqual(Buffer.compare(Buffer.concat([...pieces]), bytes), 0)
    })
  )

  it.scoped(
    "C03 an unknown name lists what there is: runs first, then statuses; C04 an unknown pull lists nothing",
    () =>
      Effect.gen(function* () {
        const { world, tracker, head } = yield* withRuns(red("unit"), { name: "lint", conclusion: "success" })
        world.statuses(head(), [{ context: "deploy", state: "success" }])
        const unknown = yield* Effect.flip(logOf(tracker, "units"))
        assert.deepInclude(unknown, { _tag: "ErrUnknownCheck", check: "units", available: ["unit", "lint", "deploy"] })
        assert.strictEqual((yield* Effect.flip(tracker.checkLogs(99)))._tag, "ErrNotFound")
      })
  )

  it.scoped("C23 a name that two runs carry is refused with both ids, and no log is fetched", () =>
    Effect.gen(function* () {
      const { tracker, asked } = yield* withRuns(
        red("finish", { id: 8311, run: 1 }),
        red("finish", { id: 8312, run: 2, conclusion: "success" })
      )
      const { _tag, message } = yield* Effect.flip(logOf(tracker, "finish"))
      assert.strictEqual(_tag, "ErrUnsupported")
      for (const word of ["2", '"finish"', "8311", "8312"]) assert.include(message, word)
      assert.isFalse(asked().some((path) => logRoute.test(path)))
    })
  )

  const refusals: ReadonlyArray<readonly [what: string, row: CheckRunRow, words: ReadonlyArray<string>]> = [
    ["C24 a run of another app names the app", red("cover", { app: "codecov" }), ['"cover"', "codecov"]],
    ["C24 a run of no app says that none is named", red("cover", { app: null }), ['"cover"', "no app"]]
  ]
  for (const [what, row, words] of refusals) {
    it.scoped(what, () =>
      Effect.gen(function* () {
        const { tracker, asked } = yield* withRuns(row)
        const { _tag, message } = yield* Effect.flip(logOf(tracker, row.name))
        assert.strictEqual(_tag, "ErrUnsupported")
        for (const word of words) assert.include(message, word)
        assert.isFalse(asked().some((path) => logRoute.test(path)))
      })
    )
  }

  for (const [link, said] of [
    ["https://scan.example.test/r/9", "https://scan.example.test/r/9"],
    ["", "outside service,"]
  ] as const) {
    it.scoped(`C37 a commit status has no log here: its link ${JSON.stringify(link)} is named and never fetched`, () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker, head } = yield* practice("github")
        world.statuses(head(), [{ context: "scan", state: "error", targetUrl: link }])
        const { _tag, message } = yield* Effect.flip(logOf(tracker, "scan"))
        assert.strictEqual(_tag, "ErrUnsupported")
        assert.include(message, '"scan"')
        assert.include(message, said)
        assert.strictEqual(sandbox.measures().peak.foreign, 0)
      })
    )
  }

  it.scoped("6.5 a run wins over a status of its name", () =>
    Effect.gen(function* () {
      const { world, tracker, head } = yield* withRuns(red("unit"))
      world.statuses(head(), [{ context: "unit", state: "failure" }])
      assert.strictEqual(textOf(yield* logOf(tracker, "unit")), "log of unit\n")
    })
  )

  it.scoped(
    "C24 after a partial re-run the log of the job that was not run again is found by the id of its check run",
    () =>
      Effect.gen(function* () {
        const { tracker } = yield* withRuns(
          { name: "unit", id: 81, run: 900, status: "in_progress", attempts: ["old unit\n", "new unit\n"] },
          red("lint", { id: 72, run: 900, log: "lint said no\n" })
        )
        const head = yield* tracker.checkLogs(7)
        const lint = yield* head.log("lint")
        assert.deepStrictEqual([textOf(lint), lint.attempt], ["lint said no\n", 1])
        const unit = yield* Effect.flip(head.log("unit"))
        assert.strictEqual(unit._tag, "ErrLogAdapterMismatch")
      })
  )

  it.scoped("6.5 serves the latest attempt alone and tells which it is, never a fallback", () =>
    Effect.gen(function* () {
      const { tracker } = yield* withRuns(red("unit", { attempts: ["first\n", "second\n"] }))
      assert.deepStrictEqual(yield* outcomeOf(tracker, "unit"), { text: "second\n", attempt: 2 })
      const lost = yield* withRuns(red("unit", { attempts: ["first\n", { status: 500 }] }))
      assert.deepInclude(yield* outcomeOf(lost.tracker, "unit"), { _tag: "ErrLogUpstream" })
    })
  )

  it.scoped(
    "C30 a finished job is served while its run goes on; a running one is an error with its causes, not an unknown check",
    () =>
      Effect.gen(function* () {
        const { tracker } = yield* withRuns(red("lint"), { name: "e2e", status: "in_progress", log: "so far\n" })
        const head = yield* tracker.checkLogs(7)
        assert.strictEqual(textOf(yield* head.log("lint")), "log of lint\n")
        const { _tag, message } = yield* Effect.flip(head.log("e2e"))
        assert.strictEqual(_tag, "ErrLogAdapterMismatch")
        for (const word of ['"e2e"', "404", "not ended", "expired"]) assert.include(message, word)
      })
  )

  it.scoped("C25 a log that has expired and a job that was skipped name the check and both likely causes", () =>
    Effect.gen(function* () {
      const { tracker } = yield* withRuns(red("unit", { attempts: ["expired"] }), {
        name: "lint",
        conclusion: "skipped"
      })
      const head = yield* tracker.checkLogs(7)
      for (const [name, status] of [
        ["unit", "410"],
        ["lint", "404"]
      ] as const) {
        const { _tag, message } = yield* Effect.flip(head.log(name))
        assert.strictEqual(_tag, "ErrLogAdapterMismatch")
        for (const word of [JSON.stringify(name), status, "expired", "not started"]) assert.include(message, word)
      }
    })
  )

  it.scoped("reads runs and jobs of all pages", () =>
    Effect.gen(function* () {
      const rows = many(230, (n) => red(`job ${n}`, { run: 1 + (n % 115) }))
      const { world, tracker } = yield* withRuns(...rows)
      world.paging.clamp = 40
      assert.strictEqual(textOf(yield* logOf(tracker, "job 1")), "log of job 1\n")
    })
  )

  it.scoped("a repository that was renamed since still gives its logs", () =>
    Effect.gen(function* () {
      const { world, tracker } = yield* withRuns(red("unit"))
      world.rename("gizmo")
      assert.strictEqual(textOf(yield* logOf(tracker, "unit")), "log of unit\n")
    })
  )

  for (const [kind, path, tag] of [
    ["a listing of runs that the token may not read", `${repo}/actions/runs`, "ErrForge"],
    ["a listing of jobs that the token may not read", `${repo}/actions/runs/{run}/jobs`, "ErrForge"]
  ] as const) {
    it.scoped(
      `${kind} says which permission it needs, never an unknown pull; a check without a log is refused all the same`,
      () =>
        Effect.gen(function* () {
          const { sandbox, tracker } = yield* withRuns(red("unit"), red("cover", { app: "codecov" }))
          for (const status of [403, 404]) {
            sandbox.faults.clear()
            sandbox.faults.add({ path, fault: { kind: "json", status, value: { message: "Resource not accessible" } } })
            const head = yield* tracker.checkLogs(7)
            const error = yield* Effect.flip(head.log("unit"))
            assert.strictEqual(error._tag, tag)
            assert.include(error.message, "Actions: read")
            assert.strictEqual((yield* Effect.flip(head.log("cover")))._tag, "ErrUnsupported")
          }
        })
    )
  }

  it.scoped("C23 a log that breaks off is an error", () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* withRuns(red("unit"))
      sandbox.faults.add({ server: "foreign", path: "**", fault: { kind: "truncate", keep: 4 } })
      const { _tag, message } = yield* Effect.flip(logOf(tracker, "unit"))
      assert.strictEqual(_tag, "ErrForge")
      assert.include(message, '"unit"')
    })
  )
})

describe("the cost of logs on github", () => {
  for (const count of [1, 10, 25]) {
    it.scoped(`${count} failing checks are five round trips: pull, rows beside runs, jobs, routes, links`, () =>
      Effect.gen(function* () {
        const names = many(count, (n) => `job ${n}`)
        const { sandbox, tracker } = yield* withRuns(...names.map((name) => red(name)))
        const all = Effect.flatMap(tracker.checkLogs(7), ({ log }) =>
          Effect.forEach(names, log, { concurrency: "unbounded" })
        )
        const logs = yield* inWaves(sandbox, [1, 3, 1, count, count], all)
        assert.deepStrictEqual(
          logs.map(textOf),
          names.map((name) => `log of ${name}\n`)
        )
        assert.deepInclude(sandbox.measures(), { requests: 5 + 2 * count, depth: 5 })
      })
    )
  }

  it.scoped("checks of several workflows list the jobs of each side by side", () =>
    Effect.gen(function* () {
      const names = many(6, (n) => `job ${n}`)
      const { sandbox, tracker } = yield* withRuns(...names.map((name, i) => red(name, { run: 40 + (i % 3) })))
      const all = Effect.flatMap(tracker.checkLogs(7), ({ log }) =>
        Effect.forEach(names, log, { concurrency: "unbounded" })
      )
      yield* inWaves(sandbox, [1, 3, 3, 6, 6], all)
      assert.deepInclude(sandbox.measures(), { requests: 19, depth: 5 })
    })
  )
})
