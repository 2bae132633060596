import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Asked, ask, LabServer, servers } from "../../support/server.js"

const value = "tok-5501-tok-5501"

/** A repository of its own, asked for by the operator and by an agent of it. */
const setUp = (name: string) =>
  Effect.gen(function* () {
    const { address, operator: surface, pat, run } = yield* LabServer
    yield* surface.repoAdd({ name, remote_url: `/srv/git/${name}.git`, forge: "builtin" })
    const { token } = yield* run(name)
    const operator = (method: string, path = "", more: Asked = {}) =>
      ask(address, `/api/v1/repos/${name}/secrets${path}`, { method, token: pat, ...more })
    const agent = (method: string, path = "", more: Asked = {}) =>
      ask(address, `/agent/v1/secrets${path}`, { method, token, ...more })
    const put = (secret: string, value: string, more: Readonly<Record<string, unknown>> = {}) =>
      operator("PUT", `/${secret}`, { body: { value, ...more } })
    return { address, token, pat, operator, agent, put }
  })

const invalid = (reason: string) => ({ error: reason, code: "ErrInvalidBody", reason })

describe.each(servers)("secrets, over %s", (_, server) => {
  layer(server)((it) => {
    it.effect("4.4 put answers with everything but the value, and rotates the one that is there", () =>
      Effect.gen(function* () {
        const { operator, put, agent } = yield* setUp("puts")
        const first = yield* put("KEY", value, { description: "of the registry" })
        assert.strictEqual(first.status, 200, first.text)
        assert.hasAllKeys(first.json, ["id", "name", "description", "created_at", "updated_at"])
        assert.deepInclude(first.json, { name: "KEY", description: "of the registry" })
        const second = yield* put("KEY", "new-7702-new-7702")
        assert.deepInclude(second.json, { description: "of the registry" })
        const list = yield* operator("GET")
        assert.deepStrictEqual(list.json, { secrets: [second.json] })
        for (const { text } of [first, second, list]) assert.notMatch(text, /tok-5501|new-7702/)
        const { json } = yield* agent("POST", "/values", { body: { names: ["KEY"] } })
        assert.deepStrictEqual(json, { values: { KEY: "new-7702-new-7702" } })
      })
    )

    it.effect("4.4 remove forgets a secret once, and one of another repository is not there", () =>
      Effect.gen(function* () {
        const [{ operator, put }, other] = [yield* setUp("removes"), yield* setUp("removes-not")]
        yield* put("KEY", value)
        assert.strictEqual((yield* other.operator("DELETE", "/KEY")).status, 404)
        assert.deepStrictEqual((yield* operator("DELETE", "/KEY")).json, { ok: true })
        assert.strictEqual((yield* operator("DELETE", "/KEY")).status, 404)
        assert.deepStrictEqual((yield* operator("GET")).json, { secrets: [] })
      })
    )

    it.effect.each([
      ["a name in small letters", "key", { value }, /^the name "key" does not match/],
      ["no value", "KEY", {}, /^value is required$/],
      ["an empty value", "KEY", { value: "" }, /^value is required$/],
      ["a value that is a number", "KEY", { value: 7 }, /^value is required$/],
      ["a short value", "KEY", { value: "a1b2c" }, /^the value of KEY is shorter than 6 bytes/],
      ["a common value", "KEY", { value: "localhost" }, /^the value of KEY is a common word/],
      ["a piece of another's placeholder", "KEY", { value: "D:OTHER]" }, /placeholder \[REDACTED:OTHER\]/]
    ] as const)("2.3 4.4 put of %s is refused, and nothing of it is told or kept", ([what, name, body, words]) =>
      Effect.gen(function* () {
        const { operator, put } = yield* setUp(what.replaceAll(/[^a-z]/g, "-"))
        yield* put("OTHER", value)
        const answer = yield* operator("PUT", `/${name}`, { body })
        assert.strictEqual(answer.status, 400, answer.text)
        assert.nestedProperty(answer.json, "error")
        assert.match(JSON.parse(answer.text).error, words)
        assert.notMatch(answer.text, /a1b2c|localhost/)
        assert.lengthOf(JSON.parse((yield* operator("GET")).text).secrets, 1)
      })
    )

    it.effect("2.3 force stores what was refused, and it is given out and found like any other", () =>
      Effect.gen(function* () {
        const { agent, put } = yield* setUp("forced")
        assert.strictEqual((yield* put("KEY", "a1b2c", { force: true })).status, 200)
        const { json } = yield* agent("POST", "/scan", { body: "+++ b/a.txt\n+x a1b2c y\n" })
        assert.deepStrictEqual(json, { findings: [{ secret: "KEY", file: "a.txt", form: "raw" }] })
      })
    )

    it.effect("an unknown repository has no secrets, whatever is asked", () =>
      Effect.gen(function* () {
        const { address, pat } = yield* LabServer
        for (const [method, path] of [
          ["GET", ""],
          ["PUT", "/KEY"],
          ["DELETE", "/KEY"]
        ] as const) {
          const asked = { method, token: pat, ...(method === "PUT" ? { body: { value } } : {}) }
          assert.strictEqual((yield* ask(address, `/api/v1/repos/nowhere/secrets${path}`, asked)).status, 404)
        }
      })
    )

    it.effect("a run token opens no operator route of secrets, and a personal one no agent route", () =>
      Effect.gen(function* () {
        const { agent, operator, token, pat } = yield* setUp("scopes")
        assert.strictEqual((yield* operator("GET", "", { token })).status, 401)
        assert.strictEqual((yield* operator("PUT", "/KEY", { token, body: { value } })).status, 401)
        assert.strictEqual((yield* agent("GET", "", { token: pat })).status, 401)
        assert.strictEqual((yield* agent("POST", "/values", { token: pat, body: { names: ["KEY"] } })).status, 401)
        assert.strictEqual((yield* agent("POST", "/scan", { token: pat, body: "+x\n" })).status, 401)
      })
    )

    it.effect("3.2 an agent reads names and descriptions by name, of its own repository alone", () =>
      Effect.gen(function* () {
        const [{ agent, put }, other] = [yield* setUp("lists"), yield* setUp("lists-other")]
        yield* put("B", "bbb-5501-bbb")
        yield* put("A", "aaa-5501-aaa", { description: "first" })
        yield* other.put("C", "ccc-5501-ccc")
        assert.deepStrictEqual((yield* agent("GET")).json, {
          secrets: [
            { name: "A", description: "first" },
            { name: "B", description: "" }
          ]
        })
        assert.deepStrictEqual((yield* (yield* setUp("lists-none")).agent("GET")).json, { secrets: [] })
      })
    )

    it.effect("3.2 values are given all or none: unknown names are told, sorted and once each", () =>
      Effect.gen(function* () {
        const [{ agent, put }, other] = [yield* setUp("values"), yield* setUp("values-other")]
        yield* put("MINE", value)
        yield* other.put("THEIRS", value)
        const answer = yield* agent("POST", "/values", { body: { names: ["Z", "MINE", "THEIRS", "Z"] } })
        assert.strictEqual(answer.status, 404)
        assert.deepStrictEqual(answer.json, {
          error: "unknown secret(s): THEIRS, Z",
          code: "ErrUnknownSecrets",
          names: ["THEIRS", "Z"]
        })
        const given = yield* agent("POST", "/values", { body: { names: ["MINE", "MINE"] } })
        assert.deepStrictEqual(given.json, { values: { MINE: value } })
      })
    )

    it.effect.each([
      ["no names", {}, "names is required"],
      ["an empty list", { names: [] }, "names is required"],
      ["no list", { names: "KEY" }, "names is required"],
      ["nothing", undefined, "invalid JSON body"]
    ] as const)("3.2 values of %s is refused", ([_, body, reason]) =>
      Effect.gen(function* () {
        const { address, run } = yield* LabServer
        const { token } = yield* run()
        const asked = body === undefined ? {} : { body }
        const answer = yield* ask(address, "/agent/v1/secrets/values", { method: "POST", token, ...asked })
        assert.deepStrictEqual([answer.status, answer.json], [400, invalid(reason)])
      })
    )

    it.effect("3.4 a scan finds each form once a file, sorted, and tells nothing of the diff", () =>
      Effect.gen(function* () {
        const { agent, put } = yield* setUp("scans")
        yield* put("KEY", value)
        yield* put("PEM", "first-half-of-it\nsecond-half-of-it")
        const base64 = Buffer.from(value).toString("base64")
        const body = [
          "+++ b/z.txt",
          "+first-half-of-it",
          "+second-half-of-it",
          `+++ b/${value}.txt`,
          `+${base64}`,
          "+++ b/a.txt",
          `-${value}`,
          ` ${value}`
        ].join("\n")
        const answer = yield* agent("POST", "/scan", {
          body,
          headers: { "content-type": "text/x-diff" },
          chunked: true
        })
        assert.strictEqual(answer.status, 200, answer.text)
        const { findings } = JSON.parse(answer.text)
        assert.deepStrictEqual(
          findings.map(({ secret, file }: Readonly<Record<string, string>>) => `${secret} ${file}`),
          ["KEY [REDACTED:KEY].txt", "PEM z.txt"]
        )
        for (const text of [value, base64, "half"]) assert.notInclude(answer.text, text)
      })
    )

    it.effect("3.4 without secrets, or without a diff, a scan is clean", () =>
      Effect.gen(function* () {
        const { agent, put } = yield* setUp("clean")
        assert.deepStrictEqual((yield* agent("POST", "/scan", { body: `+${value}\n` })).json, { findings: [] })
        yield* put("KEY", value)
        assert.deepStrictEqual((yield* agent("POST", "/scan")).json, { findings: [] })
      })
    )
  })
})
