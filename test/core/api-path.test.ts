import { assert, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { apiPath, apiQuery } from "../../src/core/api-path.js"

const segments: ReadonlyArray<readonly [value: string | number, escaped: string]> = [
  ["afk/63", "afk%2F63"],
  [63, "63"],
  ["a b", "a%20b"],
  ["a?b#c", "a%3Fb%23c"],
  ["100%", "100%25"],
  ["é", "%C3%A9"],
  ["a\\b", "a%5Cb"],
  ["a;b=c", "a%3Bb%3Dc"],
  ["..a", "..a"],
  [".", "%252E"],
  ["..", "%252E%252E"]
]

for (const [value, escaped] of segments) {
  it(`the value ${JSON.stringify(value)} is the one segment ${escaped}`, () => {
    assert.strictEqual(apiPath`/branches/${value}/status`, `/branches/${escaped}/status`)
  })
}

it("a path without values is as it is written, and a value may stand at its end", () => {
  assert.strictEqual(apiPath`/user`, "/user")
  assert.strictEqual(apiPath`/repos/${"o"}/${"n"}`, "/repos/o/n")
})

it("whatever the values are, a URL keeps as many segments as the path has", () => {
  FastCheck.assert(
    FastCheck.property(
      FastCheck.oneof(FastCheck.string({ unit: "grapheme" }), FastCheck.constantFrom(".", "..", "a/..", "%2e%2e")),
      FastCheck.string({ unit: "grapheme", minLength: 1 }),
      (owner, name) => {
        const url = new URL(`https://git.example/api/v1${apiPath`/repos/${owner}/${name}/pulls`}`)
        assert.strictEqual(url.pathname.split("/").length, 7)
        assert.strictEqual(url.search + url.hash, "")
        assert.isTrue(url.pathname.startsWith("/api/v1/repos/") && url.pathname.endsWith("/pulls"))
      }
    )
  )
})

it("a query keeps its order and escapes its values, and is empty without any", () => {
  assert.strictEqual(apiQuery({ state: "all", head: "o:a&b=c d", page: 2 }), "?state=all&head=o%3Aa%26b%3Dc%20d&page=2")
  assert.strictEqual(apiQuery({}), "")
  assert.strictEqual(apiQuery(), "")
})
