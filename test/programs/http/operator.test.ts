import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Asked, ask, LabServer, servers } from "../../support/server.js"

const routes = [
  ["GET", "/repos"],
  ["POST", "/repos"],
  ["GET", "/repos/widget"],
  ["PATCH", "/repos/widget"],
  ["DELETE", "/repos/widget"],
  ["POST", "/repos/widget/run-tokens"]
] as const

const required = { error: "authentication required", code: "ErrUnauthorized", reason: "authentication required" }

/** As the operator. */
const asOperator = (method: string, path: string, body?: unknown, more: Asked = {}) =>
  Effect.gen(function* () {
    const { address, forge, pat } = yield* LabServer
    const answer = yield* ask(address, `/api/v1${path}`, { method, token: pat, body, ...more })
    assert.strictEqual(answer.headers["content-type"], "application/json; charset=utf-8")
    assert.isDefined(answer.headers["x-request-id"])
    for (const secret of [forge.token, "sesame"]) assert.notInclude(answer.text, secret)
    return { status: answer.status, body: answer.json }
  })

const invalid = (reason: string) => ({ status: 400, body: { error: reason, code: "ErrInvalidBody", reason } })

describe.each(servers)("the operator API, over %s", (_, server) => {
  layer(server)((it) => {
    for (const [method, path] of routes) {
      it.effect(`4.1 A07 ${method} ${path} wants a personal access token before it looks at anything else`, () =>
        Effect.gen(function* () {
          const { address, operator, run } = yield* LabServer
          const { token } = yield* run()
          const body = method === "GET" ? undefined : "{"
          for (const held of [undefined, token, `lab_pat_${"A".repeat(43)}`, "ghp_x"]) {
            const answer = yield* ask(address, `/api/v1${path}`, {
              method,
              body,
              ...(held === undefined ? {} : { token: held })
            })
            assert.deepStrictEqual([answer.status, answer.json], [401, required])
          }
          assert.strictEqual((yield* operator.repoList).repos.length, 1)
        })
      )
    }

    it.effect("4.2 a repository from its registration to its removal", () =>
      Effect.gen(function* () {
        const { forge } = yield* LabServer
        const added = yield* asOperator("POST", "/repos", {
          remote_url: "https://git.example/acme/gadget.git",
          forge: "forgejo",
          token: "sesame",
          colour: "red"
        })
        assert.strictEqual(added.status, 201)
        const row = {
          name: "gadget",
          remote_url: "https://git.example/acme/gadget.git",
          tracker_binding: "forge",
          forge_kind: "forgejo",
          forge_api: null,
          insecure_http: false,
          created_at: "1970-01-01T00:00:00.000Z"
        }
        assert.deepInclude(added.body, row)
        assert.hasAllKeys(added.body, [...Object.keys(row), "id", "forge_credential_id"])

        const shown = yield* asOperator("GET", "/repos/gadget")
        assert.deepStrictEqual(shown, { ...added, status: 200 })
        const listed = yield* asOperator("GET", "/repos")
        assert.deepNestedPropertyVal(listed.body, "repos[0]", added.body)
        assert.nestedPropertyVal(listed.body, "repos[1].name", "widget")

        const changed = yield* asOperator("PATCH", "/repos/gadget", { name: "gizmo" })
        assert.deepStrictEqual(changed, { status: 200, body: { ...Object(added.body), name: "gizmo" } })
        assert.deepStrictEqual(yield* asOperator("DELETE", "/repos/gizmo"), { status: 200, body: { ok: true } })
        const gone = yield* asOperator("GET", "/repos/gizmo")
        assert.deepStrictEqual(gone, {
          status: 404,
          body: { error: "not found", code: "ErrNotFound", subject: "repository gizmo" }
        })
        assert.strictEqual(forge.requests.length, 0, "no forge is asked about a registration whose kind is given")
      })
    )

    it.effect.each([
      ["POST", "/repos", "{", "invalid JSON body"],
      ["POST", "/repos", undefined, "invalid JSON body"],
      ["POST", "/repos", {}, "remote_url is required"],
      ["POST", "/repos", { remote_url: "x", forge: "gitlab" }, "field forge is not what it must be: see /openapi.json"],
      ["POST", "/repos", { remote_url: "x", token: 7 }, "field token is not what it must be: see /openapi.json"],
      ["PATCH", "/repos/widget", "[]", "invalid JSON body"],
      ["PATCH", "/repos/widget", { colour: "red" }, 'unknown field "colour"'],
      ["PATCH", "/repos/widget", { id: "repo_1" }, 'unknown field "id"'],
      ["POST", "/repos/widget/run-tokens", { issue: 0 }, "field issue is not what it must be: see /openapi.json"],
      [
        "POST",
        "/repos/widget/run-tokens",
        { ttl_seconds: -1 },
        "field ttl_seconds is not what it must be: see /openapi.json"
      ]
    ] as const)("4.2 %s %s with %j is refused", ([method, path, body, reason]) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* asOperator(method, path, body), invalid(reason))
      })
    )

    it.effect("A09 a body over 1 MiB is refused here too", () =>
      Effect.gen(function* () {
        const body = JSON.stringify({ remote_url: "x".repeat(2 ** 20) })
        assert.deepStrictEqual(yield* asOperator("POST", "/repos", body), invalid("invalid JSON body"))
      })
    )

    it.effect("4.2 a taken name is 409, a repository that is not there 404 before its body", () =>
      Effect.gen(function* () {
        const taken = yield* asOperator("POST", "/repos", {
          name: "widget",
          remote_url: "/srv/w.git",
          forge: "builtin"
        })
        assert.deepStrictEqual(taken, {
          status: 409,
          body: { error: "name already taken", code: "ErrConflict", reason: "name already taken" }
        })
        for (const [method, path] of [
          ["PATCH", ""],
          ["DELETE", ""],
          ["POST", "/run-tokens"]
        ] as const) {
          const answer = yield* asOperator(method, `/repos/none${path}`, {})
          assert.deepInclude(answer, { status: 404 })
        }
        assert.deepInclude(yield* asOperator("PUT", "/repos/widget", {}), { status: 404 })
      })
    )

    it.effect("the kind of a host is asked of the host, without a credential", () =>
      Effect.gen(function* () {
        const { forge } = yield* LabServer
        forge.resetMeasures()
        const { web } = forge.forgejo
        const added = yield* asOperator("POST", "/repos", {
          name: "found",
          remote_url: `${web}/acme/found`,
          token: "sesame"
        })
        assert.deepInclude(added, { status: 201 })
        assert.nestedPropertyVal(added.body, "forge_kind", "forgejo")
        assert.isNotEmpty(forge.requests)
        for (const { headers } of forge.requests) assert.notProperty(headers, "authorization")
        yield* asOperator("DELETE", "/repos/found")
      })
    )

    it.effect("4.2 a run token opens the agent API for its repository; no body asks for one without end", () =>
      Effect.gen(function* () {
        const { address } = yield* LabServer
        const made = yield* asOperator("POST", "/repos/widget/run-tokens", {
          issue: 4,
          branch: "afk/4",
          ttl_seconds: 60
        })
        assert.strictEqual(made.status, 201)
        assert.hasAllKeys(made.body, ["run_id", "token", "expires_at"])
        assert.nestedPropertyVal(made.body, "expires_at", "1970-01-01T00:01:00.000Z")
        const { token } = Object(made.body)
        assert.strictEqual((yield* ask(address, "/agent/v1/prs", { token })).status, 200)
        const bare = yield* asOperator("POST", "/repos/widget/run-tokens")
        assert.deepInclude(bare.body, { expires_at: null })
      })
    )
  })
})
