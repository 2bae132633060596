import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import {
  ErrConflict,
  ErrDuplicateOpenPull,
  ErrForge,
  ErrGit,
  ErrInvalidBody,
  ErrLogAdapterMismatch,
  ErrLogUpstream,
  ErrMergeRejected,
  ErrNotFound,
  ErrRateLimited,
  ErrRedactorUnavailable,
  ErrStore,
  ErrTooLarge,
  ErrTrackerConfig,
  ErrUnauthorized,
  ErrUnknownCheck,
  ErrUnknownSecrets,
  ErrUnsupported,
  ErrVault
} from "./errors.js"

/** The sentinels that the agent API and the operator API answer with, and their statuses (contract 5.2). */
export const agentErrorStatus = {
  ErrInvalidBody: 400,
  ErrUnauthorized: 401,
  ErrNotFound: 404,
  ErrUnknownCheck: 404,
  ErrUnknownSecrets: 404,
  ErrUnsupported: 409,
  ErrMergeRejected: 409,
  ErrDuplicateOpenPull: 409,
  ErrTrackerConfig: 409,
  ErrConflict: 409,
  ErrTooLarge: 413,
  ErrStore: 500,
  ErrVault: 500,
  ErrGit: 500,
  ErrRedactorUnavailable: 500,
  ErrForge: 502,
  ErrLogAdapterMismatch: 502,
  ErrLogUpstream: 502,
  ErrRateLimited: 503
} as const

const makeSchema = () =>
  Schema.Union(
    ErrInvalidBody,
    ErrUnauthorized,
    ErrNotFound,
    ErrUnknownCheck,
    ErrUnknownSecrets,
    ErrUnsupported,
    ErrMergeRejected,
    ErrDuplicateOpenPull,
    ErrTrackerConfig,
    ErrConflict,
    ErrTooLarge,
    ErrStore,
    ErrVault,
    ErrGit,
    ErrRedactorUnavailable,
    ErrForge,
    ErrLogAdapterMismatch,
    ErrLogUpstream,
    ErrRateLimited
  )
export type AgentError = ReturnType<typeof makeSchema>["Type"]

let made: ReturnType<typeof makeSchema> | undefined

/** The schema of all of them, built at the first use: a start that meets no error does not pay for it. */
export const agentErrorSchema = (): ReturnType<typeof makeSchema> => {
  made ??= makeSchema()
  return made
}

/** An error on the wire: its text, its sentinel, and the sentinel's fields beside them. */
export interface WireBody {
  readonly error: string
  readonly code: AgentError["_tag"]
  readonly [field: string]: unknown
}

/** What lies behind these is the operator's alone: the server's log has it. */
const opaque: ReadonlySet<string> = new Set(["ErrStore", "ErrVault", "ErrGit", "ErrRedactorUnavailable"])

/** The body of an error answer. `not found` is literal interface text; its subject stands beside it (contract 3.1, 5.2). */
export const toWire = (error: AgentError): WireBody => {
  if (opaque.has(error._tag)) return { error: "internal error", code: error._tag }
  const { _tag, ...fields } = Either.getOrElse(Schema.encodeEither(agentErrorSchema())(error), () => ({
    _tag: error._tag
  }))
  return { error: _tag === "ErrNotFound" ? "not found" : error.message, code: _tag, ...fields }
}

/** The sentinel of an error body, when it names one that this client knows with all its fields. */
export const fromWire = (body: Readonly<Record<string, unknown>>): AgentError | undefined =>
  Either.getOrUndefined(Schema.decodeUnknownEither(agentErrorSchema())({ ...body, _tag: body["code"] }))
