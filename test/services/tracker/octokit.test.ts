import { readdirSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { githubTracker } from "../../../src/services/tracker/github/github.js"
import * as Wire from "../../../src/services/tracker/github/wire.js"
import { Transport } from "../../../src/services/transport/transport.js"
import { at, column } from "../../programs/sandbox/client.js"
import { failureOf } from "../../support/sandbox.js"

const require = createRequire(import.meta.url)
const folder = join(dirname(require.resolve("@octokit/fixtures/package.json")), "scenarios", "api.github.com")
const Fixture = Schema.Struct({
  method: Schema.String,
  path: Schema.String,
  status: Schema.Int,
  headers: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  response: Schema.Unknown
})
type Fixture = typeof Fixture.Type
const scenarios = new Map(
  readdirSync(folder).map((name) => [
    name,
    Schema.decodeUnknownSync(Schema.Array(Fixture))(require(join(folder, name, "normalized-fixture.json")))
  ])
)
const all = [...scenarios].flatMap(([name, rows]) => rows.map((row) => ({ name, ...row })))
const last = (name: string, fits: (row: Fixture) => boolean = () => true) => scenarios.get(name)?.findLast(fits)

/** A tracker over a GitHub that answers each path by a recording. */
const replaying = (answer: (method: string, path: string) => Fixture | undefined) =>
  Effect.gen(function* () {
    const layer = Transport.test(({ method, path }) =>
      Effect.sync(() => {
        const { status = 500, headers = {}, response = "" } = answer(method, path) ?? {}
        const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])
        const body = Buffer.from(typeof response === "string" ? response : JSON.stringify(response))
        return { status, headers: Object.fromEntries(texts), rawHeaders: [], body }
      })
    )
    const transport = Context.get(yield* Layer.build(layer), Transport)
    const api = new URL("https://api.github.com")
    const forge = { flavor: "github", api, owner: "octokit-fixture-org", name: "hello-world" } as const
    return githubTracker(transport.client(forge, Redacted.make("ghp_x")))
  })

const isRepository = ({ method, path, status }: Fixture) =>
  /get|patch/.test(method) && status === 200 && /^\/(repos\/[^/]+\/[^/]+|repositories\/\d+)$/.test(path)
const repositories = all.filter(isRepository)

describe("recorded by octokit", () => {
  it("has what these tests speak of", () => assert.isAtLeast(repositories.length, 3))

  for (const recorded of repositories) {
    it.scoped(`a repository: ${recorded.name} ${recorded.method} ${recorded.path}`, () =>
      Effect.gen(function* () {
        const tracker = yield* replaying(() => recorded)
        assert.strictEqual(yield* tracker.defaultBranch, at(recorded.response, "default_branch"))
      })
    )
  }

  it.scoped("a combined status and its rows", () =>
    Effect.gen(function* () {
      const status = last("create-status", ({ path }) => path.endsWith("/status"))
      const head = { ref: "feat", sha: "a".repeat(40), repo: null }
      const pull = { id: 1, number: 7, title: "T", state: "open", html_url: "u", head, base: head }
      const runs = { total_count: 0, check_runs: [] }
      const made = (response: unknown) => ({ method: "get", path: "", status: 200, headers: {}, response })
      const tracker = yield* replaying((_, path) =>
        path.includes("/check-runs") ? made(runs) : path.includes("/status") ? status : made(pull)
      )
      assert.deepStrictEqual(
        (yield* tracker.checks(7)).checks.map(({ name, rawState, summary, url }) => [name, rawState, summary, url]),
        [
          ["example/1", "failure", "create-status failure test", "https://example.com"],
          ["example/2", "success", "create-status success test", "https://example.com"]
        ]
      )
    })
  )

  it.effect("the rows of a status as they are written and listed", () =>
    Effect.gen(function* () {
      const written = (scenarios.get("create-status") ?? []).flatMap(({ path, response }) =>
        path.endsWith("/status") ? [] : Array.isArray(response) ? response : [response]
      )
      assert.isAtLeast(written.length, 4)
      for (const row of written) assert.property(yield* Schema.decodeUnknown(Wire.Status)(row), "context")
    })
  )

  it.scoped("a renamed repository is followed by its number, with the method kept", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const moved = last("rename-repository", ({ status }) => status === 301)
      const there = last("rename-repository", ({ method, path }) => method === "get" && path === "/repositories/1000")
      const tracker = yield* replaying((method, path) => {
        asked.push(`${method} ${path}`)
        return path.startsWith("/repositories/") ? there : moved
      })
      assert.strictEqual(yield* tracker.defaultBranch, at(there?.response, "default_branch"))
      assert.deepStrictEqual(asked, ["GET /repos/octokit-fixture-org/hello-world", "GET /repositories/1000"])
    })
  )

  it.scoped("a validation error is told by its facts", () =>
    Effect.gen(function* () {
      const refused = last("errors")
      const tracker = yield* replaying(() => refused)
      const error = yield* failureOf(tracker.createPull({ title: "T", body: "", head: "a", base: "b" }))
      assert.deepInclude(error, { _tag: "ErrForge", status: 422, words: "Validation Failed: Label color invalid" })
    })
  )

  it.scoped("a 404 is not found", () =>
    Effect.gen(function* () {
      const tracker = yield* replaying(() => last("branch-protection", ({ status }) => status === 404))
      assert.strictEqual((yield* failureOf(tracker.defaultBranch))._tag, "ErrNotFound")
    })
  )

  it.scoped("pages are counted by the recorded Link headers, whose addresses have the numeric form", () =>
    Effect.gen(function* () {
      const pages = scenarios.get("paginate-issues") ?? []
      const asked: Array<number> = []
      const tracker = yield* replaying((_, path) => {
        const page = Number(/[?&]page=(\d+)/.exec(path)?.[1])
        asked.push(page)
        return pages[page - 1]
      })
      const comments = yield* tracker.pullComments(1)
      assert.deepStrictEqual(asked, [1, 2, 3, 4, 5])
      assert.deepStrictEqual(
        comments.map(({ id }) => id),
        pages.flatMap(({ response }) => column(response, "id"))
      )
    })
  )
})
