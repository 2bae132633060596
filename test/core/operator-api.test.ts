import { assert, it } from "@effect/vitest"
import { Either, Schema } from "effect"
import { ArrayFormatter } from "effect/ParseResult"
import { NewRepository, NewRunToken, RepositoryPatch } from "../../src/core/operator-api.js"
import { misfit } from "../../src/core/request-failure.js"

/** The sentence that a client reads for a body, or undefined when it is taken. */
const refusal = <A, I>(schema: Schema.Schema<A, I>, body: unknown): string | undefined =>
  Either.match(Schema.decodeUnknownEither(schema, { onExcessProperty: "error" })(body), {
    onLeft: (error) => misfit(ArrayFormatter.formatErrorSync(error)).reason,
    onRight: () => undefined
  })

const odd = (field: string) => `field ${field} is not what it must be: see /openapi.json`

const repositories: ReadonlyArray<readonly [body: unknown, refusal: string | undefined]> = [
  [{ remote_url: "https://github.com/acme/widget" }, undefined],
  [{ remote_url: "x", name: "w", forge: "builtin", api: "", insecure_http: true, token: "t" }, undefined],
  [{}, "remote_url is required"],
  [{ remote_url: "  " }, "remote_url is required"],
  [{ remote_url: 7 }, "remote_url is required"],
  [{ remote_url: "x", forge: "gitlab" }, odd("forge")],
  [{ remote_url: "x", insecure_http: "yes" }, odd("insecure_http")],
  [{ remote_url: "x", token: null }, odd("token")],
  ["x", "invalid JSON body"],
  [[], "invalid JSON body"]
]

for (const [body, expected] of repositories) {
  it(`4.2 a new repository ${JSON.stringify(body)} is ${expected ?? "taken"}`, () => {
    assert.strictEqual(refusal(NewRepository, body), expected)
  })
}

const patches: ReadonlyArray<readonly [body: unknown, refusal: string | undefined]> = [
  [{}, undefined],
  [{ api: null }, undefined],
  [{ name: "w", remote_url: "x", forge: "github", api: "y", insecure_http: false, token: "t" }, undefined],
  [{ name: null }, odd("name")],
  [{ colour: "red" }, 'unknown field "colour"'],
  [{ id: "repo_1" }, 'unknown field "id"']
]

for (const [body, expected] of patches) {
  it(`4.2 a change ${JSON.stringify(body)} is ${expected ?? "taken"}`, () => {
    assert.strictEqual(refusal(RepositoryPatch, body), expected)
  })
}

const tokens: ReadonlyArray<readonly [body: unknown, refusal: string | undefined]> = [
  [{}, undefined],
  [{ issue: 4, branch: "afk/4", ttl_seconds: 0.5 }, undefined],
  [{ ttl_seconds: 315_360_000 }, undefined],
  [{ ttl_seconds: 315_360_001 }, odd("ttl_seconds")],
  [{ ttl_seconds: 0 }, odd("ttl_seconds")],
  [{ issue: 0 }, odd("issue")],
  [{ issue: 1.5 }, odd("issue")],
  [{ branch: " " }, odd("branch")],
  [{ branch: 7 }, odd("branch")]
]

for (const [body, expected] of tokens) {
  it(`4.2 a run token ${JSON.stringify(body)} is ${expected ?? "taken"}`, () => {
    assert.strictEqual(refusal(NewRunToken, body), expected)
  })
}
