import * as Schema from "effect/Schema"

/** The agent's routes of secrets and their schemas (contract 3.2). A value leaves by `secretValues` alone. */

/** What an agent may read of a secret. */
export const SecretList = Schema.Struct({
  secrets: Schema.Array(Schema.Struct({ name: Schema.String, description: Schema.String }))
})
export type SecretList = typeof SecretList.Type

const Names = Schema.Array(Schema.String).pipe(
  Schema.filter((names) => names.length > 0),
  Schema.annotations({ message: () => ({ message: "names is required", override: true }) })
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
