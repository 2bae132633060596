import * as Schema from "effect/Schema"
import { Instant } from "./instant.js"

/** The routes of secrets on both APIs and their schemas (contract 3.2, 4.4). A value leaves by `secretValues` alone. */

const messages = (reason: string) => ({ message: () => ({ message: reason, override: true }) })

/** What an agent may read of a secret. */
export const SecretList = Schema.Struct({
  secrets: Schema.Array(Schema.Struct({ name: Schema.String, description: Schema.String }))
})
export type SecretList = typeof SecretList.Type

const Names = Schema.Array(Schema.String).pipe(
  Schema.filter((names) => names.length > 0),
  Schema.annotations(messages("names is required"))
)

export const SecretNames = Schema.Struct({
  names: Schema.propertySignature(Names).annotations({ missingMessage: () => "names is required" })
})

export const SecretValues = Schema.Struct({ values: Schema.Record({ key: Schema.String, value: Schema.String }) })
export type SecretValues = typeof SecretValues.Type

export const ScanReport = Schema.Struct({
  findings: Schema.Array(Schema.Struct({ secret: Schema.String, file: Schema.String, form: Schema.String }))
})
export type ScanReport = typeof ScanReport.Type

/** A diff that is scanned has at most so many bytes: 256 MiB. */
export const mostDiffBytes = 256 * 2 ** 20

export const agentSecretRoutes = {
  secretList: { method: "GET", path: "/secrets", success: SecretList },
  secretValues: { method: "POST", path: "/secrets/values", success: SecretValues },
  secretScan: { method: "POST", path: "/secrets/scan", success: ScanReport }
} as const

/** What an operator may read of a secret. */
export const SecretJson = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  description: Schema.String,
  created_at: Instant,
  updated_at: Instant
})
export type SecretJson = typeof SecretJson.Type

export const SecretJsonList = Schema.Struct({ secrets: Schema.Array(SecretJson) })

/** `description` absent keeps the one that is there; `force` stores what the length policy refuses (redaction.md 2.3). */
export const PutSecret = Schema.Struct({
  value: Schema.propertySignature(Schema.String.annotations(messages("value is required"))).annotations({
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
