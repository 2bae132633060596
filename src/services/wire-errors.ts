import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { type AgentError, agentErrorStatus, toWire } from "../core/agent-errors.js"
import * as Sentinel from "../core/errors.js"

const WireBody = Schema.Struct(
  { error: Schema.String, code: Schema.String },
  { key: Schema.String, value: Schema.Unknown }
)

/** A sentinel as its error answer: status, text, code, fields. */
const onWire = <A extends AgentError, I>(code: AgentError["_tag"], sentinel: Schema.Schema<A, I>) =>
  Schema.transformOrFail(WireBody, Schema.typeSchema(sentinel), {
    strict: true,
    decode: (body) => ParseResult.decodeUnknown(sentinel)({ ...body, _tag: body.code }),
    encode: (error) => ParseResult.succeed(toWire(error))
  }).annotations({
    ...HttpApiSchema.annotations({ status: agentErrorStatus[code] }),
    identifier: code,
    description: `\`error\` is one sentence for a person, \`code\` is \`${code}\`; its fields stand beside them.`
  })

/** Each sentinel with its status, for the HTTP contracts of the agent's and the operator's API. */
export const wireErrors = {
  invalidBody: onWire("ErrInvalidBody", Sentinel.ErrInvalidBody),
  unauthorized: onWire("ErrUnauthorized", Sentinel.ErrUnauthorized),
  notFound: onWire("ErrNotFound", Sentinel.ErrNotFound),
  unknownCheck: onWire("ErrUnknownCheck", Sentinel.ErrUnknownCheck),
  unknownSecrets: onWire("ErrUnknownSecrets", Sentinel.ErrUnknownSecrets),
  unsupported: onWire("ErrUnsupported", Sentinel.ErrUnsupported),
  mergeRejected: onWire("ErrMergeRejected", Sentinel.ErrMergeRejected),
  duplicateOpenPull: onWire("ErrDuplicateOpenPull", Sentinel.ErrDuplicateOpenPull),
  trackerConfig: onWire("ErrTrackerConfig", Sentinel.ErrTrackerConfig),
  conflict: onWire("ErrConflict", Sentinel.ErrConflict),
  tooLarge: onWire("ErrTooLarge", Sentinel.ErrTooLarge),
  store: onWire("ErrStore", Sentinel.ErrStore),
  vault: onWire("ErrVault", Sentinel.ErrVault),
  git: onWire("ErrGit", Sentinel.ErrGit),
  redactorUnavailable: onWire("ErrRedactorUnavailable", Sentinel.ErrRedactorUnavailable),
  logAdapterMismatch: onWire("ErrLogAdapterMismatch", Sentinel.ErrLogAdapterMismatch),
  logUpstream: onWire("ErrLogUpstream", Sentinel.ErrLogUpstream),
  forge: onWire("ErrForge", Sentinel.ErrForge),
  rateLimited: onWire("ErrRateLimited", Sentinel.ErrRateLimited)
} as const
