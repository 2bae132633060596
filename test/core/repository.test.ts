import { assert, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { repositoryName } from "../../src/core/repository.js"

const names: ReadonlyArray<readonly [text: string, name: string]> = [
  ["widget", "widget"],
  ["Wid_get-2", "Wid_get-2"],
  ["widget.git", "widget"],
  ["widget.git/", "widget"],
  ["acme/widget", "acme-widget"],
  ["my.repo", "my_repo"],
  ["a b", "a_b"],
  ["é", "__"],
  ["👾", "____"],
  ["a~b\u0000", "a_b_"],
  [".git", ""],
  ["/", ""],
  ["", ""]
]

for (const [text, name] of names) {
  it(`4.2 the name of ${JSON.stringify(text)} is ${JSON.stringify(name)}`, () => {
    assert.strictEqual(repositoryName(text), name)
  })
}

it("4.2 a name holds only letters, digits, - and _, and is its own name", () => {
  FastCheck.assert(
    FastCheck.property(FastCheck.string({ unit: "grapheme" }), (text) => {
      const name = repositoryName(text)
      assert.match(name, /^[A-Za-z0-9_-]*$/)
      assert.strictEqual(repositoryName(name), name)
    })
  )
})
