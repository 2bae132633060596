import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { ErrUnauthorized } from "../../core/errors.js"
import { RunAuth } from "../../services/agent-surface/contract.js"
import { OperatorAuth } from "../../services/operator-surface/contract.js"
import { PersonalTokens } from "../../services/store/personal-tokens.js"
import { RunTokens } from "../../services/store/run-tokens.js"

/**
 * The token of the request, of the kind that begins with `prefix`. Read from the header itself: the library cuts seven characters off
 * whatever scheme stands there. Fails with `ErrUnauthorized` when there is none of that kind.
 */
const bearer = (prefix: string, reason: string) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) => {
    const token = /^bearer +(\S+)$/i.exec(headers["authorization"] ?? "")?.[1]
    return token?.startsWith(prefix) === true ? Effect.succeed(token) : new ErrUnauthorized({ reason })
  })

/**
 * The run on whose behalf a request acts. A missing header and another kind of token are told apart from a dead one; among dead ones nothing
 * is (contract 3.1).
 */
export const runOf = (tokens: Context.Tag.Service<RunTokens>) =>
  Effect.flatMap(bearer("lab_run_", "run token required"), (token) =>
    Effect.map(tokens.resolve(token), (found) => ({ ...found, token: Redacted.make(token) }))
  )

export const RunAuthLive = Layer.effect(
  RunAuth,
  Effect.map(RunTokens, (tokens) => ({ runToken: () => runOf(tokens) }))
)

/** The operator's identity. A bearer without the prefix yields none (contract 4.1). */
export const operatorOf = (tokens: Context.Tag.Service<PersonalTokens>) =>
  Effect.flatMap(bearer("lab_pat_", "authentication required"), tokens.verify)

export const OperatorAuthLive = Layer.effect(
  OperatorAuth,
  Effect.map(PersonalTokens, (tokens) => ({ personalToken: () => operatorOf(tokens) }))
)
