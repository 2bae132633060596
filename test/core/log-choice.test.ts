import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { chosenChecks, heading } from "../../src/core/log-choice.js"

const check = (name: string, state: "success" | "pending" | "failure") => ({
  name,
  state,
  rawState: "",
  summary: "",
  url: ""
})
const rows = [check("unit", "failure"), check("build", "success"), check("e2e", "pending"), check("lint", "failure")]

describe("6.3 which logs are wanted", () => {
  for (const none of [undefined, ""])
    it(`C01 every red one in row order, where the name is ${JSON.stringify(none)}`, () =>
      assert.deepStrictEqual(chosenChecks(rows, none), Either.right(["unit", "lint"])))

  it("C02 none when nothing is red", () =>
    assert.deepStrictEqual(chosenChecks(rows.slice(1, 3), undefined), Either.right([])))

  for (const name of ["unit", "build", "e2e"])
    it(`one by its name in any state: ${name}`, () =>
      assert.deepStrictEqual(chosenChecks(rows, name), Either.right([name])))

  for (const name of ["Unit", "unit ", "uni", " "])
    it(`C03 an unknown name ${JSON.stringify(name)} lists all that exist, in row order`, () => {
      const error = Either.getOrThrow(Either.flip(chosenChecks(rows, name)))
      assert.deepInclude(error, { _tag: "ErrUnknownCheck", check: name, available: ["unit", "build", "e2e", "lint"] })
    })

  it("C03 the list is there, empty, when there are no rows", () =>
    assert.deepInclude(Either.getOrThrow(Either.flip(chosenChecks([], "unit"))), { available: [] }))
})

describe("6.3 a heading", () => {
  it("is exact", () => assert.strictEqual(heading("ci / unit (push)"), "=== logs: ci / unit (push) ===\n"))

  it("C29 12.2.34 is one line for any name", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ unit: "binary" }), (name) => {
        const line = heading(name)
        assert.isTrue(line.startsWith("=== logs: ") && line.endsWith(" ===\n"))
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
        assert.notMatch(line.slice(0, -1), /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/)
      })
    )
  })
})
