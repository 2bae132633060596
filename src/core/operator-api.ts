import * as Schema from "effect/Schema"
import { Instant } from "./instant.js"
import { operatorSecretRoutes } from "./operator-secret-api.js"

/** The operator API as a table of routes and their schemas (contract 4.2, as far as repositories, runs and tokens go). */

/** Where every operator route lives. */
export const operatorPrefix = "/api/v1"

export const RepositoryJson = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  remote_url: Schema.String,
  tracker_binding: Schema.Literal("forge", "builtin"),
  forge_kind: Schema.Literal("github", "forgejo", "none"),
  forge_api: Schema.NullOr(Schema.String),
  insecure_http: Schema.Boolean,
  forge_credential_id: Schema.NullOr(Schema.String),
  created_at: Instant
})
export type RepositoryJson = typeof RepositoryJson.Type

/** How a repository is bound: a forge's dialect, or lab's own change requests. */
export const Kind = Schema.Literal("github", "forgejo", "builtin")
export type Kind = typeof Kind.Type

const required = (field: string) =>
  Schema.propertySignature(
    Schema.String.pipe(
      Schema.filter((text) => text.trim() !== ""),
      Schema.annotations({ message: () => ({ message: `${field} is required`, override: true }) })
    )
  ).annotations({ missingMessage: () => `${field} is required` })

/** `forge` absent: found out from the host, which is asked when its name does not tell. `token` is the forge credential; it is never read back. */
export const NewRepository = Schema.Struct({
  remote_url: required("remote_url"),
  name: Schema.optional(Schema.String),
  forge: Schema.optional(Kind),
  api: Schema.optional(Schema.String),
  insecure_http: Schema.optional(Schema.Boolean),
  token: Schema.optional(Schema.String)
})
export type NewRepository = typeof NewRepository.Type

/** Absent is untouched; an `api` that is null or blank is cleared. */
export const RepositoryPatch = Schema.Struct({
  name: Schema.optional(Schema.String),
  remote_url: Schema.optional(Schema.String),
  forge: Schema.optional(Kind),
  api: Schema.optional(Schema.NullOr(Schema.String)),
  insecure_http: Schema.optional(Schema.Boolean),
  token: Schema.optional(Schema.String)
})
export type RepositoryPatch = typeof RepositoryPatch.Type

/** Ten years, in seconds. */
const longestTtl = 315_360_000

/** `ttl_seconds` absent: the token lives as long as the run is active. */
export const NewRunToken = Schema.Struct({
  issue: Schema.optional(Schema.Int.pipe(Schema.positive())),
  branch: Schema.optional(Schema.String.pipe(Schema.filter((branch) => branch.trim() !== ""))),
  ttl_seconds: Schema.optional(Schema.Number.pipe(Schema.positive(), Schema.lessThanOrEqualTo(longestTtl)))
})
export type NewRunToken = typeof NewRunToken.Type

export const RunTokenJson = Schema.Struct({
  run_id: Schema.String,
  token: Schema.String,
  expires_at: Schema.NullOr(Instant)
})
export type RunTokenJson = typeof RunTokenJson.Type

const RepositoryList = Schema.Struct({ repos: Schema.Array(RepositoryJson) })

const Removed = Schema.Struct({ ok: Schema.Literal(true) })

export const operatorRoutes = {
  repoList: { method: "GET", path: "/repos", success: RepositoryList },
  repoAdd: { method: "POST", path: "/repos", success: RepositoryJson },
  repoShow: { method: "GET", path: "/repos/:id", success: RepositoryJson },
  repoSet: { method: "PATCH", path: "/repos/:id", success: RepositoryJson },
  repoRemove: { method: "DELETE", path: "/repos/:id", success: Removed },
  runToken: { method: "POST", path: "/repos/:id/run-tokens", success: RunTokenJson },
  ...operatorSecretRoutes
} as const
