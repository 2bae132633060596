import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import type { CheckRunRow } from "../../../src/programs/sandbox/ci.js"
import { make, type Sandbox } from "../../../src/programs/sandbox/sandbox.js"
import { at, call, column } from "./client.js"

const repo = "/repos/acme/widget"
const sha = "a".repeat(40)

const withRows = (...rows: ReadonlyArray<CheckRunRow>) => Effect.tap(make(), ({ world }) => world.checkRuns(sha, rows))

const red = (name: string, more: Partial<CheckRunRow> = {}): CheckRunRow => ({
  name,
  conclusion: "failure",
  log: `log of ${name}\n`,
  ...more
})

const github = (sandbox: Sandbox, path: string) => call(`${sandbox.github.api}${repo}${path}`, { token: sandbox.token })

/** The signed link that the log route of a job leads to. */
const linkOf = (sandbox: Sandbox, job: number) =>
  Effect.map(github(sandbox, `/actions/jobs/${job}/logs`), ({ status, headers, text }) => {
    assert.deepStrictEqual([status, text], [302, ""])
    return headers.get("location") ?? ""
  })

describe("GitHub's Actions", () => {
  it.scoped("lists the runs of a commit, and the jobs of a run that its check runs stand for", () =>
    Effect.gen(function* () {
      const sandbox = yield* withRows(
        red("unit", { id: 11, run: 900 }),
        { name: "lint", id: 12, run: 900, conclusion: "success" },
        red("cover", { id: 13, run: 900, app: "codecov" }),
        red("e2e", { id: 14, run: 901, workflow: "nightly", status: "in_progress", conclusion: null })
      )
      sandbox.world.checkRuns("b".repeat(40), [red("other", { run: 902 })])
      const { json } = yield* github(sandbox, `/actions/runs?head_sha=${sha}`)
      const runs = at(json, "workflow_runs")
      assert.strictEqual(at(json, "total_count"), 2)
      assert.deepStrictEqual(
        ["id", "status", "conclusion", "head_sha", "name"].map((key) => column(runs, key)),
        [
          [901, 900],
          ["in_progress", "completed"],
          [null, "failure"],
          [sha, sha],
          ["nightly", "ci"]
        ]
      )
      const jobs = yield* github(sandbox, "/actions/runs/900/jobs")
      assert.deepStrictEqual(column(at(jobs.json, "jobs"), "id"), [11, 12])
      const [suite] = column(
        at((yield* github(sandbox, `/commits/${sha}/check-runs`)).json, "check_runs"),
        "check_suite"
      )
      assert.strictEqual(at(runs, 1, "check_suite_id"), at(suite, "id"))
      const job = yield* github(sandbox, "/actions/jobs/12")
      assert.deepInclude(job.json, { id: 12, run_id: 900, name: "lint", conclusion: "success" })
      assert.match(String(at(job.json, "check_run_url")), /\/check-runs\/12$/)
      assert.strictEqual((yield* github(sandbox, "/actions/jobs/13")).status, 404)
      assert.strictEqual((yield* github(sandbox, "/actions/runs/7/jobs")).status, 404)
    })
  )

  it.scoped(
    "keeps the jobs of earlier attempts under filter=all, and shows those of the last attempt alone without it",
    () =>
      Effect.gen(function* () {
        const sandbox = yield* withRows(red("unit", { id: 81, attempts: ["old\n", "new\n"] }), red("lint", { id: 72 }))
        const jobs = (query: string) =>
          Effect.map(github(sandbox, `/actions/runs/1/jobs${query}`), ({ json }) => at(json, "jobs"))
        const [latest, all] = [yield* jobs(""), yield* jobs("?filter=all")]
        assert.deepStrictEqual([column(latest, "id"), column(latest, "run_attempt")], [[81], [2]])
        assert.deepStrictEqual(column(all, "name"), ["unit", "unit", "lint"])
        assert.deepStrictEqual(column(all, "run_attempt"), [1, 2, 1])
        const [first] = column(all, "id")
        const link = yield* linkOf(sandbox, Number(first))
        assert.strictEqual((yield* call(link)).text, "old\n")
        const { json } = yield* github(sandbox, `/actions/runs?head_sha=${sha}`)
        assert.strictEqual(at(json, "workflow_runs", 0, "run_attempt"), 2)
      })
  )

  it.scoped("pages both lists", () =>
    Effect.gen(function* () {
      const sandbox = yield* withRows(...Array.from({ length: 70 }, (_, n) => red(`job ${n}`, { run: 1 + (n % 2) })))
      const page = yield* github(sandbox, "/actions/runs/1/jobs?per_page=30&page=2")
      assert.deepStrictEqual([at(page.json, "total_count"), column(at(page.json, "jobs"), "id").length], [35, 5])
      assert.include(page.headers.get("link"), 'rel="prev"')
    })
  )

  it.scoped("leads to a log by a link that is signed anew each time and good for a minute", () =>
    Effect.gen(function* () {
      const sandbox = yield* withRows(red("unit", { id: 11 }))
      const [link, again] = [yield* linkOf(sandbox, 11), yield* linkOf(sandbox, 11)]
      assert.isTrue(link.startsWith(sandbox.foreign))
      assert.notStrictEqual(link, again)
      const log = yield* call(link)
      assert.deepStrictEqual(
        [log.status, log.text, log.headers.get("content-type")],
        [200, "log of unit\n", "text/plain; charset=utf-8"]
      )
      yield* TestClock.adjust("60 seconds")
      assert.strictEqual((yield* call(link)).status, 200)
      yield* TestClock.adjust("1 millis")
      for (const bad of [link, link.replace(/sig=.*/, "sig=x"), link.replace(/\?.*/, "")]) {
        const { status, headers, text } = yield* call(bad)
        assert.deepStrictEqual([status, headers.get("content-type")], [403, "application/xml"])
        assert.include(text, "<Code>AuthenticationFailed</Code>")
      }
    })
  )

  it.scoped("opens a link for its own blob alone, and to nobody who brings a credential", () =>
    Effect.gen(function* () {
      const sandbox = yield* withRows(red("unit", { id: 11 }), red("lint", { id: 12 }))
      const [unit, lint] = [yield* linkOf(sandbox, 11), yield* linkOf(sandbox, 12)]
      const crossed = unit.replace(/\?.*/, "") + lint.replace(/.*\?/, "?")
      assert.strictEqual((yield* call(crossed)).status, 403)
      assert.strictEqual((yield* call(unit, { token: sandbox.token })).status, 403)
    })
  )

  const ends: ReadonlyArray<readonly [what: string, row: Partial<CheckRunRow>, status: number, message: string]> = [
    ["that expired", { attempts: ["expired"] }, 410, "Server Error"],
    ["that was skipped", { conclusion: "skipped", attempts: [] }, 404, "Not Found"],
    ["whose log fails", { attempts: [{ status: 500 }] }, 500, "Server Error"]
  ]
  for (const [what, row, status, message] of ends) {
    it.scoped(`answers ${status} for a job ${what}`, () =>
      Effect.gen(function* () {
        const sandbox = yield* withRows({ ...red("unit", { id: 11 }), ...row })
        const answer = yield* github(sandbox, "/actions/jobs/11/logs")
        assert.strictEqual(answer.status, status)
        assert.deepInclude(answer.json, { message, status: `${status}` })
        assert.strictEqual((yield* github(sandbox, "/actions/jobs/99/logs")).status, 404)
      })
    )
  }

  for (const status of ["in_progress", "queued"]) {
    it.scoped(`has a link for a job that is ${status}, with no blob behind it yet`, () =>
      Effect.gen(function* () {
        const sandbox = yield* withRows(red("unit", { id: 11, status, conclusion: null }))
        const blob = yield* call(yield* linkOf(sandbox, 11))
        assert.deepStrictEqual([blob.status, blob.headers.get("content-type")], [404, "application/xml"])
        assert.include(blob.text, "<Code>BlobNotFound</Code>")
      })
    )
  }

  it.scoped("hides all of it from strangers where the repository is private", () =>
    Effect.gen(function* () {
      const sandbox = yield* withRows(red("unit", { id: 11 }))
      sandbox.world.private = true
      const token = sandbox.world.account("eve", "stranger")
      for (const path of [`/actions/runs?head_sha=${sha}`, "/actions/runs/1/jobs", "/actions/jobs/11/logs"])
        assert.strictEqual((yield* call(`${sandbox.github.api}${repo}${path}`, { token })).status, 404)
    })
  )

  it.scoped("gives each commit a run of its own where rows name none, on both wires", () =>
    Effect.gen(function* () {
      const sandbox = yield* withRows(red("unit"))
      sandbox.world.checkRuns("b".repeat(40), [red("unit", { log: "of b\n" })])
      const { json } = yield* github(sandbox, "/actions/runs")
      assert.deepStrictEqual(column(at(json, "workflow_runs"), "id"), [2, 1])
      const page = `${sandbox.forgejo.web}/acme/widget/actions/runs/2/jobs/0/attempt/1/logs`
      assert.strictEqual((yield* call(page)).text, "of b\n")
    })
  )
})

describe("Forgejo's pages of jobs", () => {
  it.scoped("carry every name and every byte", () =>
    Effect.gen(function* () {
      const names = ["a / unit", "build (x, y)", "Prüfung – Ω", 'say "hi"', "tab\tand\nbreak"]
      const sandbox = yield* withRows(...names.map((name) => red(name)))
      for (const [position, name] of names.entries()) {
        const { status, headers, text } = yield* call(
          `${sandbox.forgejo.web}/acme/widget/actions/runs/1/jobs/${position}/attempt/1/logs`
        )
        assert.deepStrictEqual([status, text], [200, `log of ${name}\n`])
        assert.include(decodeURIComponent(headers.get("content-disposition") ?? ""), `UTF-8''ci-${name}-`)
      }
    })
  )

  it.scoped("lead from a former name to the present one", () =>
    Effect.gen(function* () {
      const sandbox = yield* withRows(red("unit"))
      sandbox.world.rename("gizmo")
      const { status, headers } = yield* call(`${sandbox.forgejo.web}/acme/widget/actions/runs/1/jobs/0`)
      assert.deepStrictEqual([status, headers.get("location")], [301, "/acme/gizmo/actions/runs/1/jobs/0"])
      assert.strictEqual((yield* call(`${sandbox.forgejo.web}/acme/other/actions/runs/1/jobs/0`)).status, 404)
    })
  )

  it.scoped("say of a running job without a line that there is nothing to open", () =>
    Effect.gen(function* () {
      const sandbox = yield* withRows(red("unit", { status: "in_progress", conclusion: null, attempts: [] }))
      const { status, text } = yield* call(`${sandbox.forgejo.web}/acme/widget/actions/runs/1/jobs/0/attempt/1/logs`)
      assert.strictEqual(status, 500)
      assert.match(text, /^dbfs open /)
    })
  )
})
