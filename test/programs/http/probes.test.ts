import { SqlClient } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { inject } from "vitest"
import { agentRoutes } from "../../../src/core/agent-api.js"
import { operatorRoutes } from "../../../src/core/operator-api.js"
import { ask, LabServer } from "../../support/server.js"

const asMaintainer = <A, E>(work: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.suspend(() => Effect.provide(work, PgClient.layer({ url: Redacted.make(inject("postgresUrl")) })))

/** Lets nobody, or everybody again, into the database of a server. */
const allowing = (url: string, allowed: boolean) =>
  asMaintainer(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const name = new URL(url).pathname.slice(1)
      yield* sql`ALTER DATABASE ${sql(name)} ALLOW_CONNECTIONS ${sql.literal(String(allowed))}`
      if (!allowed) yield* sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name}`
    })
  )

layer(LabServer.postgres)((it) => {
  it.effect("4.1 the probes ask for no token, and readiness follows the store", () =>
    Effect.gen(function* () {
      const { address, databaseUrl = "", run } = yield* LabServer
      const { token } = yield* run()
      const probe = (path: string) => Effect.map(ask(address, path), ({ status }) => status)
      assert.deepStrictEqual([yield* probe("/healthz"), yield* probe("/readyz")], [200, 200])

      yield* allowing(databaseUrl, false)
      assert.deepStrictEqual([yield* probe("/healthz"), yield* probe("/readyz")], [200, 503])
      const answer = yield* ask(address, "/agent/v1/prs", { token })
      assert.deepStrictEqual([answer.status, answer.json], [500, { error: "internal error", code: "ErrStore" }])

      yield* allowing(databaseUrl, true)
      assert.deepStrictEqual([yield* probe("/healthz"), yield* probe("/readyz")], [200, 200])
    })
  )
})

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), value)

/** Every `$ref` of a document, at whatever depth. */
const references = (value: unknown): ReadonlyArray<string> =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, inner]) =>
        key === "$ref" && typeof inner === "string" ? [inner] : references(inner)
      )
    : []

layer(LabServer.sqlite)((it) => {
  const document = Effect.gen(function* () {
    const { address } = yield* LabServer
    const answer = yield* ask(address, "/openapi.json")
    assert.deepInclude(answer, { status: 200 })
    assert.strictEqual(answer.headers["content-type"], "application/json; charset=utf-8")
    return answer.json
  })

  it.effect("/openapi.json is a document of OpenAPI 3.1 in which every reference leads somewhere", () =>
    Effect.gen(function* () {
      const spec = yield* document
      assert.match(`${at(spec, "openapi")}`, /^3\.1\.\d+$/)
      assert.isString(at(spec, "info", "title"))
      assert.isString(at(spec, "info", "version"))
      const refs = references(spec)
      assert.isAbove(refs.length, 10)
      for (const ref of new Set(refs)) assert.isObject(at(spec, ...ref.replace("#/", "").split("/")), ref)
    })
  )

  const routes = [
    ...Object.values(agentRoutes).map((route) => ({ ...route, path: `/agent/v1${route.path}`, scheme: "runToken" })),
    ...Object.values(operatorRoutes).map((route) => ({
      ...route,
      path: `/api/v1${route.path}`,
      scheme: "personalToken"
    }))
  ].map((route) => ({ ...route, path: route.path.replace(/:(\w+)/g, "{$1}") }))

  it.effect("/openapi.json has the routes that are served, and no other", () =>
    Effect.gen(function* () {
      const paths = Object.entries(Object(at(yield* document, "paths"))).flatMap(([path, methods]) =>
        Object.keys(Object(methods)).map((method) => `${method.toUpperCase()} ${path}`)
      )
      assert.sameMembers(
        paths,
        routes.map(({ method, path }) => `${method} ${path}`)
      )
    })
  )

  for (const { method, path, scheme } of routes) {
    it.effect(`/openapi.json says how ${method} ${path} is asked and refused`, () =>
      Effect.gen(function* () {
        const spec = yield* document
        const route = at(spec, "paths", path, method.toLowerCase())
        assert.deepStrictEqual(at(route, "security"), [{ [scheme]: [] }])
        assert.deepInclude(at(spec, "components", "securitySchemes", scheme), { type: "http", scheme: "bearer" })
        const responses = Object(at(route, "responses"))
        assert.includeMembers(Object.keys(responses), ["400", "401", "404", "409", "500"])
        const refusals = Object.entries(responses).filter(([status]) => status >= "400")
        for (const [status, response] of refusals) {
          const [type] = Object.keys(Object(at(response, "content")))
          assert.strictEqual(type, "application/json", status)
        }
        for (const ref of references(refusals)) {
          const name = ref.split("/").at(-1) ?? ""
          assert.match(name, /^Err[A-Z]/)
          const schema = at(spec, "components", "schemas", name)
          assert.includeMembers([...Object(at(schema, "required"))], ["error", "code"])
        }
      })
    )
  }

  it.effect("/openapi.json tells that a merge needs no body, and that a new pull needs one", () =>
    Effect.gen(function* () {
      const spec = yield* document
      const required = (path: string) => at(spec, "paths", path, "post", "requestBody", "required")
      assert.deepStrictEqual([required("/agent/v1/prs/{n}/merge"), required("/agent/v1/prs")], [false, true])
      assert.isObject(at(spec, "paths", "/agent/v1/prs/{n}/merge", "post", "requestBody", "content"))
    })
  )
})
