import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { redactedVariables } from "../../src/core/redacted-variables.js"

const env = {
  DEPLOY_KEY: "k-7781-xyz-long-enough",
  OTHER_KEY: "another-value-1",
  SHORT: "abc",
  COMMON: "password",
  EMPTY: ""
}
const pair = (name: "DEPLOY_KEY" | "OTHER_KEY") => ({ name, value: env[name] })

const good: ReadonlyArray<readonly [names: string | undefined, expected: ReadonlyArray<ReturnType<typeof pair>>]> = [
  [undefined, []],
  ["", []],
  [" , ,", []],
  ["DEPLOY_KEY", [pair("DEPLOY_KEY")]],
  ["DEPLOY_KEY,OTHER_KEY", [pair("DEPLOY_KEY"), pair("OTHER_KEY")]],
  ["  DEPLOY_KEY\n,\tOTHER_KEY ", [pair("DEPLOY_KEY"), pair("OTHER_KEY")]],
  ["OTHER_KEY DEPLOY_KEY", [pair("OTHER_KEY"), pair("DEPLOY_KEY")]]
]

describe("LAB_REDACT", () => {
  for (const [names, expected] of good)
    it(`${JSON.stringify(names)} names ${expected.length}`, () =>
      assert.deepStrictEqual(
        redactedVariables(names === undefined ? env : { ...env, LAB_REDACT: names }),
        Either.right(expected)
      ))

  for (const name of ["MISSING", "EMPTY", "SHORT", "COMMON"])
    it(`${name} is an error that names it and shows no value, whatever else is named`, () => {
      const error = Either.getOrThrow(Either.flip(redactedVariables({ ...env, LAB_REDACT: `DEPLOY_KEY ${name}` })))
      assert.strictEqual(error._tag, "ErrTrackerConfig")
      assert.include(error.message, name)
      for (const value of Object.values(env)) if (value !== "") assert.notInclude(error.message, value)
    })
})
