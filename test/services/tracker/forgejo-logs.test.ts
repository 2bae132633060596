import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { AttemptLog, CheckRunRow } from "../../../src/programs/sandbox/ci.js"
import { context, majors, red, withJobs } from "./forgejo-jobs.js"
import { logOf, outcomeOf, textOf } from "./scripted-logs.js"

/** What the log routes were asked: pages and REST alike. */
const logRequests = (
  requests: ReadonlyArray<{ readonly path: string; readonly query: Readonly<Record<string, string>> }>
) =>
  requests
    .filter(({ path }) => path.endsWith("/logs"))
    .map(({ path, query }) => `${path}${query["attempt"] === undefined ? "" : `?attempt=${query["attempt"]}`}`)

for (const major of majors) {
  describe(`the logs of Forgejo ${major}`, () => {
    it.scoped("C01 C29 each check has its own log, whatever is in its name, byte for byte in its case", () =>
      Effect.gen(function* () {
        const names = [
          "build (node 20, a/b)",
          "Build (node 20, a/b)",
          "a / unit",
          "unit",
          "Prüfung – Ω",
          "x".repeat(140)
        ]
        const { tracker } = yield* withJobs(
          major,
          names.map((name) => red(name))
        )
        const head = yield* tracker.checkLogs(7)
        assert.deepStrictEqual(new Set(head.checks.map(({ name }) => name)), new Set(names.map(context)))
        for (const name of names) assert.strictEqual(textOf(yield* head.log(context(name))), `log of ${name}\n`)
        const unknown = yield* Effect.flip(head.log(context("Unit")))
        assert.deepInclude(unknown, { _tag: "ErrUnknownCheck", available: head.checks.map(({ name }) => name) })
      })
    )

    it.scoped("C04 an unknown pull is not found", () =>
      Effect.gen(function* () {
        const { tracker } = yield* withJobs(major, [])
        assert.strictEqual((yield* Effect.flip(tracker.checkLogs(99)))._tag, "ErrNotFound")
      })
    )

    it.scoped("C21 C31 gives the bytes as they are", () =>
      Effect.gen(function* () {
        const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x1b, 0x5b, 0x33, 0x31, 0x6d, 0x0d, 0xff, 0x00, 0x0a, 0x78])
        const { tracker } = yield* withJobs(major, [red("unit", { log: bytes })])
        const { pieces } = yield* logOf(tracker, context("unit"))
        assert.strictEqual(Buffer.compare(Buffer.concat([...pieces]), bytes), 0)
      })
    )

    const attempts: ReadonlyArray<
      readonly [
        rule: string,
        attempts: ReadonlyArray<AttemptLog>,
        expected: Readonly<Record<string, unknown>>,
        asked: number
      ]
    > = [
      ["C06 the current attempt", ["first\n", "second\n"], { text: "second\n", attempt: 2 }, 1],
      ["C06 an attempt among many", ["1\n", "2\n", "3\n", "4\n"], { text: "4\n", attempt: 4 }, 1],
      [
        "C07 the attempt before one that lost its log, with both named",
        ["first\n", { status: 500 }],
        { text: "first\n", attempt: 1, fallback: { attempt: 2, status: 500 } },
        2
      ],
      [
        "12.2.25 the newest that is left, and the newest that is not",
        ["first\n", "expired", { status: 502 }],
        { text: "first\n", attempt: 1, fallback: { attempt: 3, status: 502 } },
        3
      ],
      [
        "12.2.25 a newer one that was cleaned up gives the notice too",
        ["first\n", "expired"],
        { text: "first\n", attempt: 1, fallback: { attempt: 2, status: 404 } },
        2
      ],
      [
        "12.2.35 an empty attempt counts as a failing one",
        ["first\n", ""],
        { text: "first\n", attempt: 1, fallback: { attempt: 2, status: 200 } },
        2
      ]
    ]
    for (const [rule, logs, expected, asked] of attempts) {
      it.scoped(`${rule}: ${JSON.stringify(logs)}`, () =>
        Effect.gen(function* () {
          const { sandbox, tracker } = yield* withJobs(major, [red("unit", { attempts: logs })])
          assert.deepStrictEqual(yield* outcomeOf(tracker, context("unit")), expected)
          assert.strictEqual(logRequests(sandbox.requests).length, asked)
        })
      )
    }

    const failures: ReadonlyArray<
      readonly [rule: string, row: Partial<CheckRunRow>, tag: string, words: ReadonlyArray<string>]
    > = [
      ["C23 an empty log", { log: "" }, "ErrLogUpstream", ["an empty log"]],
      ["C09 no attempt served, one with 5xx", { attempts: ["expired", { status: 503 }] }, "ErrLogUpstream", ["503"]],
      [
        "C10 a log that was cleaned up",
        { attempts: ["expired"] },
        "ErrLogAdapterMismatch",
        ["404", "cleaned up", "not started"]
      ],
      [
        "a job that was skipped",
        { conclusion: "skipped", attempts: [] },
        "ErrLogAdapterMismatch",
        ["404", "not started"]
      ],
      [
        "12.2.25 a rerun that waits hides the earlier log",
        { status: "queued", conclusion: null, attempts: ["first\n"] },
        "ErrLogAdapterMismatch",
        ["404", "rerun", "not started"]
      ],
      [
        "a running job without a line",
        { status: "in_progress", conclusion: null, attempts: [] },
        "ErrLogUpstream",
        ["500"]
      ]
    ]
    for (const [rule, row, tag, words] of failures) {
      it.scoped(`${rule} is ${tag} that names the check and asks for no issue`, () =>
        Effect.gen(function* () {
          const { log: _, ...bare } = red("unit")
          const { tracker } = yield* withJobs(major, [{ ...bare, ...row }])
          const error = yield* Effect.flip(logOf(tracker, context("unit")))
          assert.strictEqual(error._tag, tag)
          for (const word of [`"${context("unit")}"`, ...words]) assert.include(error.message, word)
          for (const word of ["file an issue", "storage", "dbfs", "actions_log"]) assert.notInclude(error.message, word)
        })
      )
    }

    it.scoped("C15 C30 a running job gives what there is so far", () =>
      Effect.gen(function* () {
        const { tracker } = yield* withJobs(major, [
          red("e2e", { status: "in_progress", conclusion: null, log: "step one\n" })
        ])
        assert.deepStrictEqual(yield* outcomeOf(tracker, context("e2e")), { text: "step one\n", attempt: 1 })
      })
    )

    it.scoped("below a sub-path, and with another address of its own than the one that we ask", () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker } = yield* withJobs(major, [red("unit", { attempts: ["1\n", "2\n"] })], {
          prefix: "/git"
        })
        assert.deepInclude(yield* outcomeOf(tracker, context("unit")), { text: "2\n" })
        world.rootUrl = "https://git.example.org/forge"
        sandbox.resetMeasures()
        assert.deepInclude(yield* outcomeOf(tracker, context("unit")), { text: "2\n" })
        assert.isTrue(sandbox.requests.every(({ path }) => path.startsWith("/git/")))
      })
    )

    it.scoped("a repository that was renamed since, still under the name that we were given", () =>
      Effect.gen(function* () {
        const { world, tracker, head } = yield* withJobs(major, [red("unit", { attempts: ["1\n", "2\n"] })])
        const before = world.ci.rows(head())
        world.rename("gizmo")
        assert.deepInclude(yield* outcomeOf(tracker, context("unit")), { text: "2\n" })
        world.checkRuns(head(), [])
        world.statuses(head(), [
          { context: context("unit"), state: "failure", targetUrl: "/acme/widget/actions/runs/1/jobs/0" }
        ])
        world.checkRuns("d".repeat(40), before.checkRuns)
        assert.deepInclude(yield* outcomeOf(tracker, context("unit")), { text: "2\n" })
      })
    )

    it.scoped("C37 what does not link to a job of this forge is refused with its link, and nothing is fetched", () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker, head } = yield* withJobs(major, [red("unit")])
        const links = ["", `${sandbox.foreign}/acme/widget/actions/runs/1/jobs/0`, "https://scan.example.test/r/9"]
        world.statuses(
          head(),
          links.map((targetUrl, n) => ({ context: `outside ${n}`, state: "error", targetUrl }))
        )
        const source = yield* tracker.checkLogs(7)
        sandbox.resetMeasures()
        for (const [n, link] of links.entries()) {
          const error = yield* Effect.flip(source.log(`outside ${n}`))
          assert.strictEqual(error._tag, "ErrUnsupported")
          assert.include(error.message, `"outside ${n}"`)
          assert.include(error.message, link)
        }
        assert.deepStrictEqual(sandbox.requests, [])
      })
    )
  })
}
