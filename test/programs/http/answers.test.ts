import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, LabServer, type Reply, servers } from "../../support/server.js"

const json = "application/json; charset=utf-8"

/** What every answer has, whatever it says. */
const proper = (answer: Reply, secrets: ReadonlyArray<string>) => {
  assert.match(`${answer.headers["x-request-id"]}`, /^[0-9a-f-]{36}$/)
  const whole = answer.text + JSON.stringify(answer.headers)
  for (const secret of secrets) assert.notInclude(whole, secret)
}

describe.each(servers)("what is answered, over %s", (_, server) => {
  layer(server)((it) => {
    it.effect("3.2 each agent route, from a new pull to the merged one", () =>
      Effect.gen(function* () {
        const { address, forge, run, pat } = yield* LabServer
        const { token } = yield* run("widget", { branch: "topic", issue: 4 })
        forge.world.push("topic", "1".repeat(40))
        const ids = new Set<unknown>()
        const agent = (method: string, path: string, body?: unknown) =>
          Effect.map(ask(address, `/agent/v1${path}`, { method, token, body }), (answer) => {
            proper(answer, [token, forge.token, pat])
            assert.strictEqual(answer.headers["content-type"], json)
            ids.add(answer.headers["x-request-id"])
            return { status: answer.status, body: answer.json }
          })
        const url = `${forge.github.web}/${forge.world.fullName}/pull/8`
        const row = { number: 8, state: "open", head: "topic", url }

        assert.deepStrictEqual(yield* agent("POST", "/prs", { title: "Add\twriter", body: "Because.", n: 1 }), {
          status: 201,
          body: { number: 8, url }
        })
        const sent = forge.requests.find(({ method, path }) => method === "POST" && path.endsWith("/pulls"))
        assert.deepStrictEqual(JSON.parse(sent?.body ?? ""), {
          title: "Add\twriter",
          body: "Because.",
          head: "topic",
          base: "main"
        })
        const seven = { number: 7, state: "open", head: "feat", url: url.replace("/8", "/7") }
        assert.deepStrictEqual(yield* agent("GET", "/prs"), { status: 200, body: { prs: [row, seven] } })

        assert.deepStrictEqual(yield* agent("GET", "/prs/8"), {
          status: 200,
          body: { ...row, title: "Add\twriter", body: "Because.", reviews: [], comments: [] }
        })
        forge.world.review(8, "erin", "approved", "fine")
        forge.world.comment(8, null, "[autoland] verdict: pass")
        const viewed = yield* agent("GET", "/prs/8")
        assert.deepInclude(viewed.body, {
          reviews: [{ reviewer: "erin", state: "approved", body: "fine", dismissed: false }],
          comments: [{ author: "ghost", body: "[autoland] verdict: pass", created_at: "1970-01-01T00:00:00.000Z" }]
        })

        assert.deepStrictEqual(yield* agent("GET", "/prs/8/checks"), {
          status: 200,
          body: { state: "none", checks: [] }
        })
        forge.world.checkRuns("1".repeat(40), [{ name: "unit\ttests", conclusion: "timed_out", title: "slow" }])
        const checked = yield* agent("GET", "/prs/8/checks")
        assert.nestedProperty(checked.body, "checks[0].url")
        assert.deepStrictEqual(JSON.parse(JSON.stringify(checked.body, (key, value) => (key === "url" ? "" : value))), {
          state: "failure",
          checks: [{ name: "unit\ttests", state: "failure", rawState: "timed_out", summary: "slow", url: "" }]
        })

        assert.deepStrictEqual(yield* agent("POST", "/prs/8/merge"), { status: 200, body: { ...row, state: "merged" } })
        assert.deepStrictEqual(yield* agent("POST", "/prs/8/merge", {}), {
          status: 200,
          body: { ...row, state: "merged" }
        })
        assert.strictEqual(ids.size, 8)
      })
    )

    it.effect("12.2.8 a merge names the head that the run has read, not one that was pushed since", () =>
      Effect.gen(function* () {
        const { address, forge, run } = yield* LabServer
        const { token } = yield* run()
        const { number } = forge.world.open({ head: "moving", sha: "a".repeat(40) })
        const merge = (body?: unknown) => ask(address, `/agent/v1/prs/${number}/merge`, { method: "POST", token, body })
        assert.strictEqual((yield* ask(address, `/agent/v1/prs/${number}/checks`, { token })).status, 200)
        forge.world.push("moving", "b".repeat(40))
        assert.deepInclude(yield* merge(), { status: 409 })
        assert.deepInclude(yield* merge({ head: "a".repeat(40) }), { status: 409 })
        assert.deepInclude(yield* merge({ head: "b".repeat(40) }), { status: 200 })
      })
    )

    it.effect("3.2 a run whose token names no branch opens no pull request", () =>
      Effect.gen(function* () {
        const { address, run } = yield* LabServer
        const { token } = yield* run()
        const answer = yield* ask(address, "/agent/v1/prs", { method: "POST", token, body: { title: "x" } })
        assert.strictEqual(answer.status, 409)
        assert.nestedPropertyVal(answer.json, "code", "ErrUnsupported")
      })
    )

    it.effect("B09 a builtin repository has change requests and no checks; a number that is none is not found", () =>
      Effect.gen(function* () {
        const { address, operator, run } = yield* LabServer
        yield* operator.repoAdd({ name: "tools", remote_url: "/srv/git/tools.git", forge: "builtin" })
        const { token } = yield* run("tools")
        assert.deepInclude(yield* ask(address, "/agent/v1/prs", { token }), { status: 200, json: { prs: [] } })
        const answer = yield* ask(address, "/agent/v1/prs/1/checks", { token })
        assert.strictEqual(answer.status, 404)
        assert.nestedPropertyVal(answer.json, "error", "not found")
      })
    )

    it.effect("every error has its request's id, its media type and no token in it", () =>
      Effect.gen(function* () {
        const { address, forge, run, pat } = yield* LabServer
        const { token } = yield* run()
        forge.faults.add({
          path: "/repos/{o}/{r}/pulls/{n}",
          fault: { kind: "status", status: 401, body: `bad ${forge.token}` }
        })
        const answers = yield* Effect.all([
          ask(address, "/agent/v1/prs/7", { token }),
          ask(address, "/agent/v1/prs/x", { token }),
          ask(address, "/agent/v1/prs", { token: `${token}x` }),
          ask(address, "/agent/v1/prs", { method: "POST", token, body: `{"title":"${token}` }),
          ask(address, "/api/v1/repos", { token }),
          ask(address, "/api/v1/repos/none", { token: pat }),
          ask(address, "/nowhere", { token: pat })
        ])
        forge.faults.clear()
        assert.deepStrictEqual(
          answers.map(({ status }) => status),
          [502, 404, 401, 400, 401, 404, 404]
        )
        for (const answer of answers) {
          proper(answer, [token, forge.token, pat])
          assert.strictEqual(answer.headers["content-type"], json)
          assert.isString(Reflect.get(Object(answer.json), "error"))
        }
      })
    )
  })
})
