import * as Schema from "effect/Schema"
import { Instant } from "./instant.js"

/** The operator's routes of secrets and their schemas (contract 4.4): a value goes in and never comes out. */

/** What an operator may read of a secret. */
export const SecretJson = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  description: Schema.String,
  created_at: Instant,
  updated_at: Instant
})
export type SecretJson = typeof SecretJson.Type

const SecretJsonList = Schema.Struct({ secrets: Schema.Array(SecretJson) })

const Value = Schema.String.annotations({ message: () => ({ message: "value is required", override: true }) })

/** `description` absent keeps the one that is there; `force` stores what the length policy refuses (redaction.md 2.3). */
export const PutSecret = Schema.Struct({
  value: Schema.propertySignature(Value).annotations({
    missingMessage: () => "value is required"
  }),
  description: Schema.optional(Schema.String),
  force: Schema.optional(Schema.Boolean)
})
export type PutSecret = typeof PutSecret.Type

export const operatorSecretRoutes = {
  secretList: { method: "GET", path: "/repos/:id/secrets", success: SecretJsonList },
  secretPut: { method: "PUT", path: "/repos/:id/secrets/:name", success: SecretJson },
  secretRemove: {
    method: "DELETE",
    path: "/repos/:id/secrets/:name",
    success: Schema.Struct({ ok: Schema.Literal(true) })
  }
} as const
