import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Asked, ask, LabServer, servers } from "../../support/server.js"

const invalid = (reason: string) => ({ status: 400, json: { error: reason, code: "ErrInvalidBody", reason } })
const missing = { status: 404, json: { error: "not found", code: "ErrNotFound", subject: "path" } }

/** As the run of an agent. */
const asAgent = (method: string, path: string, more: Asked = {}) =>
  Effect.gen(function* () {
    const { address, run } = yield* LabServer
    const { token } = yield* run("widget", { branch: "topic" })
    return yield* ask(address, `/agent/v1${path}`, { method, token, ...more })
  })

/** `{"title":"xx…"}` of so many bytes. */
const sized = (bytes: number) => `{"title":"${"x".repeat(bytes - '{"title":""}'.length)}"}`

const mebibyte = 2 ** 20

describe.each(servers)("what is asked, over %s", (_, server) => {
  layer(server)((it) => {
    it.effect.each([
      ["PUT", "/prs/7"],
      ["DELETE", "/prs/7/merge"],
      ["GET", "/prs/7/merge"],
      ["PATCH", "/prs"],
      ["GET", "/nowhere"],
      ["GET", "/prs/7/checks/more"],
      ["GET", "/prs/0"],
      ["GET", "/prs/0/checks"],
      ["GET", "/prs/x/checks"],
      ["GET", "/prs/-1"],
      ["GET", "/prs/7.5"],
      ["GET", "/prs/7e0"],
      ["GET", "/prs/%ZZ"],
      ["GET", `/prs/${"9".repeat(40)}`]
    ] as const)("A08 A10 %s %s is not there", ([method, path]) =>
      Effect.gen(function* () {
        const answer = yield* asAgent(method, path)
        assert.strictEqual(answer.status, 404, answer.text)
        assert.deepStrictEqual(answer.json, missing.json)
      })
    )

    it.effect.each(["{", "", sized(mebibyte + 1)])("3.1 a number that is none is judged before the body", (body) =>
      Effect.gen(function* () {
        assert.deepInclude(yield* asAgent("POST", "/prs/x/merge", { body }), missing)
        assert.deepInclude(yield* asAgent("POST", "/prs/0/merge", { body }), missing)
      })
    )

    for (const chunked of [false, true]) {
      const length = chunked ? "without a length" : "with its length"
      it.effect(`A09 a body ${length} of 1 MiB and a byte is answered, not cut off`, () =>
        Effect.gen(function* () {
          for (const path of ["/prs", "/prs/7/merge"]) {
            const answer = yield* asAgent("POST", path, { body: sized(mebibyte + 1), chunked })
            assert.deepInclude(answer, invalid("invalid JSON body"))
          }
        })
      )

      it.effect(`A09 a body ${length} of 1 MiB is read`, () =>
        Effect.gen(function* () {
          const { forge } = yield* LabServer
          forge.world.push("topic", "1".repeat(40))
          const answer = yield* asAgent("POST", "/prs", { body: sized(mebibyte), chunked })
          assert.strictEqual(answer.status, 201, answer.text)
          forge.world.close(Math.max(...forge.world.pulls.keys()))
        })
      )
    }

    it.effect.each([
      ["nothing", undefined, "invalid JSON body"],
      ["half a document", '{"title":', "invalid JSON body"],
      ["no JSON", "title=x", "invalid JSON body"],
      ["a list", [], "invalid JSON body"],
      ["a word", '"title"', "invalid JSON body"],
      ["null", "null", "invalid JSON body"],
      ["no title", { body: "x" }, "title is required"],
      ["an empty title", { title: "" }, "title is required"],
      ["a blank title", { title: " \n\t", body: "x" }, "title is required"],
      ["a title that is null", { title: null }, "title is required"],
      ["a title that is a number", { title: 7 }, "title is required"],
      ["a body that is a number", { title: "x", body: 7 }, "field body is not what it must be: see /openapi.json"]
    ] as const)("3.2 POST /prs with %s is refused, and nothing is asked of the forge", ([, body, reason]) =>
      Effect.gen(function* () {
        const { forge } = yield* LabServer
        forge.resetMeasures()
        assert.deepInclude(yield* asAgent("POST", "/prs", { body }), invalid(reason))
        assert.strictEqual(forge.requests.length, 0)
      })
    )

    it.effect.each([
      ["half a document", "{"],
      ["a list", "[]"],
      ["a head that is a number", '{"head":7}']
    ])("3.2 POST /prs/7/merge with %s is refused, and nothing is asked of the forge", ([, body]) =>
      Effect.gen(function* () {
        const { forge } = yield* LabServer
        forge.resetMeasures()
        assert.strictEqual((yield* asAgent("POST", "/prs/7/merge", { body })).status, 400)
        assert.strictEqual(forge.requests.length, 0)
      })
    )

    it.effect.each([
      ["no body and no media type", {}],
      ["an empty object", { body: {} }],
      [
        "an empty body that is said to be JSON",
        { headers: { "content-type": "application/json", "content-length": "0" } }
      ],
      ["a member that nobody knows", { body: { colour: "red" } }]
    ] as const)("3.2 POST /prs/{n}/merge takes %s", ([name, more]) =>
      Effect.gen(function* () {
        const { forge } = yield* LabServer
        const { number } = forge.world.open({ head: name.replaceAll(" ", "-") })
        const answer = yield* asAgent("POST", `/prs/${number}/merge`, more)
        assert.strictEqual(answer.status, 200, answer.text)
        assert.nestedPropertyVal(answer.json, "state", "merged")
      })
    )

    it.effect.each(["application/json", "application/x-www-form-urlencoded", "text/plain", undefined])(
      "3.1 a JSON body is one under the media type %s too",
      (type) =>
        Effect.gen(function* () {
          const headers = type === undefined ? {} : { "content-type": type }
          const answer = yield* asAgent("POST", "/prs", { headers, body: { title: " ", colour: "red" } })
          assert.deepInclude(answer, invalid("title is required"))
        })
    )
  })
})
