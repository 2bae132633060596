import { createRequire } from "node:module"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { make } from "../../../src/programs/sandbox/sandbox.js"
import { at, call, column } from "./client.js"

const repo = "/repos/acme/widget"
const sha = "c".repeat(40)
const require = createRequire(import.meta.url)
const Fixture = Schema.Array(
  Schema.Struct({
    path: Schema.String,
    status: Schema.Int,
    headers: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
    response: Schema.Unknown
  })
)
const fixture = (name: string) =>
  Schema.decodeUnknown(Fixture)(require(`@octokit/fixtures/scenarios/api.github.com/${name}/normalized-fixture.json`))
const keys = (value: unknown): ReadonlyArray<string> =>
  typeof value === "object" && value !== null ? Object.keys(value) : []

describe("GitHub, as recorded by octokit", () => {
  it.scoped("invents no key of a repository, its owner and its permissions", () =>
    Effect.gen(function* () {
      const real = (yield* fixture("get-repository"))[0]?.response
      const sandbox = yield* make()
      const { json } = yield* call(`${sandbox.github.api}${repo}`, { token: sandbox.token })
      assert.includeMembers([...keys(real), "visibility"], [...keys(json)])
      assert.includeMembers([...keys(at(real, "owner"))], [...keys(at(json, "owner"))])
    })
  )

  it.scoped("has the keys of a combined status and its rows", () =>
    Effect.gen(function* () {
      const real = (yield* fixture("create-status")).at(-1)?.response
      const sandbox = yield* make()
      sandbox.world.statuses(sha, [{ context: "example/1", state: "failure" }])
      const { json } = yield* call(`${sandbox.github.api}${repo}/commits/${sha}/status`)
      assert.sameMembers([...keys(json)], [...keys(real)])
      assert.sameMembers([...keys(at(json, "statuses", 0))], [...keys(at(real, "statuses", 0))])
    })
  )

  it.scoped("links pages by the repository's number, in the recorded order", () =>
    Effect.gen(function* () {
      const recorded = (yield* fixture("paginate-issues")).map(({ headers }) => headers["link"])
      const sandbox = yield* make()
      for (let n = 0; n < 13; n += 1) sandbox.world.comment(7, "rev", `${n}`)
      const links = yield* Effect.forEach([1, 2, 3, 4, 5], (page) =>
        Effect.map(call(`${sandbox.github.api}${repo}/issues/7/comments?per_page=3&page=${page}`), ({ headers }) =>
          headers
            .get("link")
            ?.replaceAll(
              `${sandbox.github.api}/repositories/${sandbox.world.id}/issues/7/comments`,
              "https://api.github.com/repositories/1000/issues"
            )
        )
      )
      assert.deepStrictEqual(links, recorded)
    })
  )

  it.scoped("sends a former name on by number: 301 to reads, 307 to writes, and answers there", () =>
    Effect.gen(function* () {
      const recorded = yield* fixture("rename-repository")
      const [moved, write] = [301, 307].map((status) => recorded.find((row) => row.status === status))
      const sandbox = yield* make()
      sandbox.world.rename("gadget")
      const read = yield* call(`${sandbox.github.api}${repo}/pulls?state=all`, { token: sandbox.token })
      assert.strictEqual(read.status, 301)
      assert.sameMembers([...keys(read.json)], [...keys(moved?.response)])
      const location = read.headers.get("location") ?? ""
      assert.strictEqual(location, `${sandbox.github.api}/repositories/${sandbox.world.id}/pulls?state=all`)
      const asked = { token: sandbox.token, method: "PUT", body: {} }
      assert.strictEqual((yield* call(`${sandbox.github.api}${repo}/pulls/7/merge`, asked)).status, write?.status)
      const there = yield* call(location, { token: sandbox.token })
      assert.deepStrictEqual(column(there.json, "number"), [7])
      assert.strictEqual(at(there.json, 0, "base", "repo", "full_name"), "acme/gadget")
    })
  )
})
