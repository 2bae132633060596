import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { json, read } from "../../../src/services/transport/decode.js"
import type { ForgeAnswer, ForgeClient } from "../../../src/services/transport/forge-client.js"

const Pull = Schema.Struct({ number: Schema.Int, head: Schema.Struct({ sha: Schema.String }) })
const pull = { number: 7, head: { sha: "aaa1" } }

const answer = (status: number, body: string, headers: ForgeAnswer["headers"] = {}): ForgeAnswer => ({
  asked: "github GET /repos/o/n/pulls/7",
  status,
  headers: { "content-type": "application/json", ...headers },
  rawHeaders: [],
  body: Buffer.from(body)
})

const clientOf = (given: ForgeAnswer): ForgeClient => ({
  forge: { flavor: "github", api: new URL("https://api.github.com"), owner: "o", name: "n" },
  send: () => Effect.succeed(given),
  words: () => "its words"
})

const readOf = (given: ForgeAnswer) => read(clientOf(given), Pull, "pull request 7", { path: "/repos/o/n/pulls/7" })

it.effect("a 2xx is its body, members that are not asked for left out", () =>
  Effect.gen(function* () {
    const body = JSON.stringify({ ...pull, title: "T" })
    assert.deepStrictEqual(yield* readOf(answer(200, body)), pull)
    assert.deepStrictEqual(yield* readOf(answer(201, body)), pull)
  })
)

const asked = "github GET /repos/o/n/pulls/7"
const wrong: ReadonlyArray<readonly [name: string, given: ForgeAnswer, message: string]> = [
  [
    "a page",
    answer(200, "<html>", { "content-type": "text/html" }),
    `${asked} answered 200: a page where JSON was asked for`
  ],
  [
    "a page under the media type of JSON",
    answer(200, "\n<html>"),
    `${asked} answered 200: a page where JSON was asked for`
  ],
  ["an empty body", answer(200, ""), `${asked} answered 200: a body that is no whole JSON document`],
  [
    "a body that was cut off",
    answer(200, '{"number":7,"he'),
    `${asked} answered 200: a body that is no whole JSON document`
  ],
  [
    "another shape",
    answer(200, '{"number":7,"head":{"sha":5}}'),
    `${asked} answered 200: JSON of another shape at head.sha`
  ],
  ["a member that is missing", answer(200, '{"number":7}'), `${asked} answered 200: JSON of another shape at head`],
  ["another kind of document", answer(200, "null"), `${asked} answered 200: JSON of another shape`]
]

for (const [name, given, message] of wrong) {
  it.effect(`${name} is an error of the forge, never data`, () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(json(Pull)(given))
      assert.deepStrictEqual([error._tag, error.message], ["ErrForge", message])
    })
  )
}

it.effect("a value that does not fit is not shown", () =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(json(Pull)(answer(200, '{"number":"hunter2","head":{"sha":"x"}}')))
    assert.notInclude(error.message, "hunter2")
  })
)

it.effect("a 404 is that the subject is not found", () =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(readOf(answer(404, "{}")))
    assert.deepStrictEqual([error._tag, error.message], ["ErrNotFound", "pull request 7 not found"])
  })
)

const remedies: ReadonlyArray<readonly [name: string, given: ForgeAnswer, remedy: string | undefined]> = [
  ["401", answer(401, ""), "check the token: it is unknown, expired or revoked"],
  ["403", answer(403, ""), "the token may not do this"],
  [
    "403 that names a permission",
    answer(403, "", { "x-accepted-github-permissions": "checks=read" }),
    "the token needs the permission checks=read"
  ],
  [
    "403 for single sign-on",
    answer(403, "", { "x-github-sso": "required; url=https://github.com/orgs/o/sso?authorization_request=hunter2" }),
    "authorize the token for the organization's single sign-on"
  ],
  [
    "403 with a partial single sign-on",
    answer(403, "", { "x-github-sso": "partial-results; organizations=1" }),
    "the token may not do this"
  ],
  ["422", answer(422, ""), undefined],
  ["500", answer(500, ""), undefined],
  ["304 that nothing was remembered for", answer(304, ""), undefined]
]

for (const [name, given, remedy] of remedies) {
  it.effect(`a ${name} keeps the forge's words and says ${remedy === undefined ? "nothing more" : "what helps"}`, () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(readOf(given))
      assert.deepInclude(error, { _tag: "ErrForge", status: given.status, asked, words: "its words" })
      assert.strictEqual(
        error.message,
        `${asked} answered ${given.status}: its words${remedy === undefined ? "" : `; ${remedy}`}`
      )
    })
  )
}
