import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { ErrUnauthorized } from "../../core/errors.js"
import { RunAuth } from "../../services/agent-surface/contract.js"
import { OperatorAuth } from "../../services/operator-surface/contract.js"
import { PersonalTokens } from "../../services/store/personal-tokens.js"
import { RunTokens } from "../../services/store/run-tokens.js"

/** A missing header and another kind of token are told apart from a dead one; among dead ones nothing is (contract 3.1). */
export const RunAuthLive = Layer.effect(
  RunAuth,
  Effect.map(RunTokens, (tokens) => ({
    runToken: (token: Redacted.Redacted<string>) => {
      const value = Redacted.value(token)
      return value.startsWith("lab_run_")
        ? tokens.resolve(value)
        : Effect.fail(new ErrUnauthorized({ reason: "run token required" }))
    }
  }))
)

/** A bearer without the prefix yields no identity (contract 4.1). */
export const OperatorAuthLive = Layer.effect(
  OperatorAuth,
  Effect.map(PersonalTokens, (tokens) => ({
    personalToken: (token: Redacted.Redacted<string>) => {
      const value = Redacted.value(token)
      return value.startsWith("lab_pat_")
        ? tokens.verify(value)
        : Effect.fail(new ErrUnauthorized({ reason: "authentication required" }))
    }
  }))
)
