import * as Either from "effect/Either"
import { type Environment, variable } from "./direct.js"
import { ErrTrackerConfig } from "./errors.js"
import { assessValue } from "./redact/policy.js"

/**
 * The values that `LAB_REDACT` names, divided by commas or blanks (design.md, "Configuration"). A name that is not set, or whose value is
 * one that no secret may have, is an error: nothing would be masked, or too much.
 */
export const redactedVariables = (
  env: Environment
): Either.Either<ReadonlyArray<{ readonly name: string; readonly value: string }>, ErrTrackerConfig> => {
  const names = (variable(env, "LAB_REDACT") ?? "").split(/[\s,]+/).filter((name) => name !== "")
  return Either.all(
    names.map((name) => {
      const value = env[name] ?? ""
      if (value === "") {
        return Either.left(
          new ErrTrackerConfig({ reason: `LAB_REDACT names ${name}, which is not set: set it, or take it out` })
        )
      }
      const { refusal } = assessValue(new TextEncoder().encode(value), names)
      return refusal === undefined
        ? Either.right({ name, value })
        : Either.left(new ErrTrackerConfig({ reason: `LAB_REDACT names ${name}, whose value ${refusal}` }))
    })
  )
}
