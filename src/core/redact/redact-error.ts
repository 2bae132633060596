import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { type AgentError, agentErrorSchema } from "../agent-errors.js"

const mapped = (value: unknown, text: (text: string) => string): unknown => {
  if (typeof value === "string") return text(value)
  if (Array.isArray(value)) return value.map((item) => mapped(item, text))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === "_tag" ? item : mapped(item, text)])
  )
}

/** The same failure with every text in it redacted: names of checks and a forge's words may carry a secret too (contract 12.2.13). */
export const redactError = (error: AgentError, text: (text: string) => string): AgentError => {
  const schema = agentErrorSchema()
  return Schema.encodeEither(schema)(error).pipe(
    Either.flatMap((fields) => Schema.decodeUnknownEither(schema)(mapped(fields, text))),
    Either.getOrElse(() => error)
  )
}
