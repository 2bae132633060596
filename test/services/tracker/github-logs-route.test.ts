import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { logOf, outcomeOf, repo, type Script, type Scripted, scripted, sha, token } from "./scripted-logs.js"

const run = { id: 11, name: "unit", status: "completed", conclusion: "failure", app: { slug: "github-actions" } }
const job = { id: 501, run_attempt: 2, check_run_url: "https://api.github.test/repos/acme/widget/check-runs/11" }
const route = `${repo}/actions/jobs/501/logs`
const storage = "https://blob.test"
const secret = "s1gn4tur3"
const link = `${storage}/results/501?sig=${secret}`

/** One failing check, its run and its job, and the answers of its log. */
const forge = (
  script: Script,
  jobs: ReadonlyArray<unknown> = [job],
  workflowRun: unknown = { id: 900, run_attempt: 3 }
) =>
  scripted("github", {
    [`${repo}/commits/${sha}/check-runs`]: { json: { total_count: 1, check_runs: [run] } },
    [`${repo}/actions/runs`]: { json: { total_count: 1, workflow_runs: [workflowRun] } },
    [`${repo}/actions/runs/900/jobs`]: { json: { total_count: jobs.length, jobs } },
    ...script
  })

const redirect = (location?: string, status = 302): Scripted => ({
  status,
  type: null,
  headers: location === undefined ? {} : { location }
})

/** The log route leads to the storage host, which answers this. */
const stored = (answer: Scripted) => forge({ [route]: redirect(link), [`${storage}/results/501`]: answer })

describe("6.5 where the log route leads", () => {
  it.scoped("C25 a foreign host gets neither the credential nor GitHub's headers, the API's own host both", () =>
    Effect.gen(function* () {
      const { tracker, asked } = yield* forge({
        [route]: redirect("/elsewhere/501"),
        "/elsewhere/501": redirect(link),
        [`${storage}/results/501`]: { body: "red\n" }
      })
      assert.deepStrictEqual(yield* outcomeOf(tracker, "unit"), { text: "red\n", attempt: 2 })
      const [first, second, foreign] = asked.slice(-3).map(({ headers }) => headers)
      for (const own of [first, second])
        assert.deepInclude(own, { authorization: `Bearer ${token}`, "x-github-api-version": "2022-11-28" })
      assert.deepStrictEqual(Object.keys(foreign ?? {}), ["user-agent"])
    })
  )

  it.scoped("another port, and another scheme, of the API's host is a foreign host", () =>
    Effect.gen(function* () {
      const { tracker, asked } = yield* forge({
        [route]: redirect("https://api.github.test:8443/logs/501"),
        "https://api.github.test:8443/logs/501": { body: "red\n" }
      })
      assert.deepInclude(yield* outcomeOf(tracker, "unit"), { text: "red\n" })
      assert.notProperty(asked.at(-1)?.headers, "authorization")
    })
  )

  for (const status of [301, 302, 303, 307, 308]) {
    it.scoped(`follows a ${status}`, () =>
      Effect.gen(function* () {
        const { tracker } = yield* forge({
          [route]: redirect(link, status),
          [`${storage}/results/501`]: { body: "red\n" }
        })
        assert.deepInclude(yield* outcomeOf(tracker, "unit"), { text: "red\n" })
      })
    )
  }

  /** A chain of `hops` redirects between storage hosts, then a log. */
  const chain = (hops: number) =>
    forge({
      [route]: redirect(`${storage}/1`),
      ...Object.fromEntries(
        Array.from({ length: hops }, (_, i) => [
          `${storage}/${i + 1}`,
          i + 1 < hops ? redirect(`${storage}/${i + 2}`) : { body: "red\n" }
        ])
      )
    })

  it.scoped("follows five redirects and no sixth", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* outcomeOf((yield* chain(5)).tracker, "unit"), { text: "red\n" })
      const { tracker, asked } = yield* chain(6)
      const error = yield* Effect.flip(logOf(tracker, "unit"))
      assert.deepInclude(error, { _tag: "ErrLogAdapterMismatch", came: "more than 5 redirects" })
      assert.isFalse(asked.some(({ path }) => path === "/6"))
    })
  )

  const nowhere: ReadonlyArray<readonly [what: string, location: string | undefined]> = [
    ["no Location", undefined],
    ["a Location that is no address", "https://[half"],
    ["an address that is not https", "http://blob.test/results/501?sig=s1gn4tur3"],
    ["an address of another scheme", "ftp://blob.test/results/501?sig=s1gn4tur3"]
  ]
  for (const [what, location] of nowhere) {
    it.scoped(`C25 ${what} is a mismatch that does not show it`, () =>
      Effect.gen(function* () {
        const { tracker, paths } = yield* forge({ [route]: redirect(location) })
        const error = yield* Effect.flip(logOf(tracker, "unit"))
        assert.deepInclude(error, { _tag: "ErrLogAdapterMismatch", check: "unit", asked: `github GET ${route}` })
        for (const word of ["blob.test", secret, "[half"]) assert.notInclude(error.message, word)
        assert.isTrue(paths().at(-1)?.endsWith(route))
      })
    )
  }
})

/** The last answer, whoever gave it, and what it stands for. */
const ends: ReadonlyArray<readonly [rule: string, answer: Scripted, tag: string, words: ReadonlyArray<string>]> = [
  [
    "C26 404",
    { status: 404, json: { message: "Not Found" } },
    "ErrLogAdapterMismatch",
    ["404", "expired", "not started", "adapter"]
  ],
  [
    "C25 410",
    { status: 410, json: { message: "Server Error", status: "410" } },
    "ErrLogAdapterMismatch",
    ["410", "expired"]
  ],
  ["C26 500", { status: 500, body: "x" }, "ErrLogUpstream", ["500"]],
  ["C26 503", { status: 503, body: "x" }, "ErrLogUpstream", ["503"]],
  ["C26 429 with Retry-After", { status: 429, headers: { "retry-after": "30" } }, "ErrRateLimited", ["30 s"]],
  ["403 with Retry-After", { status: 403, headers: { "retry-after": "9" } }, "ErrRateLimited", ["9 s"]],
  ["an ordinary 403", { status: 403, json: { message: "no" } }, "ErrForge", ["403", '"unit"']],
  ["401", { status: 401, json: { message: "no" } }, "ErrForge", ["401", '"unit"']],
  ["206", { status: 206, body: "part" }, "ErrLogAdapterMismatch", ["206", "file an issue"]],
  ["204", { status: 204, type: null }, "ErrLogAdapterMismatch", ["204", "file an issue"]],
  ["418", { status: 418, body: "x" }, "ErrLogAdapterMismatch", ["418", "file an issue"]],
  [
    "C27 12.2.35 a page",
    { type: "text/html; charset=utf-8", body: "<p>Maintenance</p>" },
    "ErrLogAdapterMismatch",
    ["text/html"]
  ],
  ["JSON", { json: { message: "ok" } }, "ErrLogAdapterMismatch", ["application/json"]],
  ["an archive", { type: "application/zip", body: "PK" }, "ErrLogAdapterMismatch", ["application/zip"]],
  ["C23 12.2.35 nothing in it", { body: "" }, "ErrLogUpstream", ["an empty log"]],
  [
    "C25 the XML of an expired link",
    { status: 403, type: "application/xml", body: "<Error/>" },
    "ErrForge",
    ["403", '"unit"']
  ]
]

describe("6.5 what the last answer stands for", () => {
  for (const [rule, answer, tag, words] of ends) {
    it.scoped(`${rule} is ${tag}, from the storage host and from the API alike`, () =>
      Effect.gen(function* () {
        for (const { tracker } of [yield* stored(answer), yield* forge({ [route]: answer })]) {
          const error = yield* Effect.flip(logOf(tracker, "unit"))
          assert.strictEqual(error._tag, tag)
          for (const word of words) assert.include(error.message, word)
          if (tag !== "ErrRateLimited") assert.include(error.message, `github GET ${route}`)
          for (const word of ["<", secret, "blob.test", token]) assert.notInclude(error.message, word)
        }
      })
    )
  }

  for (const type of ["text/plain", "TEXT/PLAIN;charset=x", "application/octet-stream", null]) {
    it.scoped(`a 200 of ${type ?? "no type"} is the log, even when it begins like a page`, () =>
      Effect.gen(function* () {
        const { tracker } = yield* stored({ type, body: "<html> was expected\n" })
        assert.deepInclude(yield* outcomeOf(tracker, "unit"), { text: "<html> was expected\n" })
      })
    )
  }

  it.scoped("the words of a storage host are not quoted, since they may hold the link; those of the API are", () =>
    Effect.gen(function* () {
      for (const status of [401, 403, 429]) {
        const answer = { status, body: `denied: ${link}` }
        const said = yield* Effect.flip(logOf((yield* stored(answer)).tracker, "unit"))
        assert.notInclude(JSON.stringify(said) + said.message, secret)
        const { message } = yield* Effect.flip(
          logOf((yield* forge({ [route]: { status, body: "not for you" } })).tracker, "unit")
        )
        assert.include(message, "not for you")
      }
    })
  )

  it.scoped("C25 a storage host that refuses the connection is an ordinary error that does not name it", () =>
    Effect.gen(function* () {
      const { tracker } = yield* stored({ refused: true })
      const error = yield* Effect.flip(logOf(tracker, "unit"))
      assert.strictEqual(error._tag, "ErrForge")
      assert.include(error.message, '"unit"')
      for (const word of [secret, "blob.test"]) assert.notInclude(error.message, word)
    })
  )
})

describe("6.5 the join", () => {
  it.scoped("C22 goes by the id of the check run, whatever the jobs are called", () =>
    Effect.gen(function* () {
      const other = { ...job, id: 502, name: "unit", check_run_url: `${job.check_run_url}2` }
      const { tracker } = yield* forge(
        { [route]: { body: "of 11\n" }, [`${repo}/actions/jobs/502/logs`]: { body: "of 112\n" } },
        [other, { ...job, name: "something else" }]
      )
      assert.deepInclude(yield* outcomeOf(tracker, "unit"), { text: "of 11\n" })
    })
  )

  it.scoped("asks for the jobs of all attempts", () =>
    Effect.gen(function* () {
      const { tracker, paths } = yield* forge({ [route]: { body: "red\n" } })
      yield* logOf(tracker, "unit")
      assert.isTrue(paths().some((path) => path.includes("/actions/runs/900/jobs?filter=all")))
      assert.isTrue(paths().some((path) => path.includes(`/actions/runs?head_sha=${sha}`)))
    })
  )

  const strangers: ReadonlyArray<readonly [what: string, jobs: ReadonlyArray<unknown>]> = [
    ["none", []],
    ["one without a link", [{ id: 501 }]],
    ["one whose link is null", [{ id: 501, check_run_url: null }]],
    ["one whose link ends in no number", [{ id: 501, check_run_url: "https://x/check-runs/eleven" }]],
    ["one whose link ends in a longer number", [{ id: 501, check_run_url: "https://x/check-runs/111" }]]
  ]
  for (const [what, jobs] of strangers) {
    it.scoped(`of ${what} is a mismatch that says how much was walked`, () =>
      Effect.gen(function* () {
        const { tracker } = yield* forge({}, jobs)
        const error = yield* Effect.flip(logOf(tracker, "unit"))
        assert.strictEqual(error._tag, "ErrLogAdapterMismatch")
        for (const word of ['"unit"', `1 runs with ${jobs.length} jobs`, "11", "file an issue"])
          assert.include(error.message, word)
      })
    )
  }

  const attempts: ReadonlyArray<readonly [ofJob: unknown, ofRun: unknown, attempt: number]> = [
    [2, 3, 2],
    [null, 3, 3],
    [undefined, 3, 3],
    [null, null, 1]
  ]
  for (const [ofJob, ofRun, attempt] of attempts) {
    it.scoped(`the attempt of a job that says ${ofJob} in a run that says ${ofRun} is ${attempt}`, () =>
      Effect.gen(function* () {
        const jobs = [{ ...job, run_attempt: ofJob }]
        const { tracker } = yield* forge({ [route]: { body: "red\n" } }, jobs, { id: 900, run_attempt: ofRun })
        assert.deepStrictEqual(yield* outcomeOf(tracker, "unit"), { text: "red\n", attempt })
      })
    )
  }
})
