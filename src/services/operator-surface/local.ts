import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import {
  type ErrConflict,
  ErrInvalidBody,
  type ErrNotFound,
  type ErrStore,
  type ErrTrackerConfig,
  type ErrVault
} from "../../core/errors.js"
import { flavorOfHost } from "../../core/forge.js"
import { instantOf } from "../../core/instant.js"
import type { Kind } from "../../core/operator-api.js"
import { keepsCredential, kindOf, needsToken, registered, repositoryJson } from "../../core/registration.js"
import { parseRepoRef } from "../../core/repo-ref.js"
import { HostProbe } from "../host-probe.js"
import { Credentials } from "../store/credentials.js"
import { Repositories } from "../store/repositories.js"
import { RunTokens } from "../store/run-tokens.js"
import { Runs } from "../store/runs.js"
import { localSecretVerbs } from "./secret-verbs.js"
import type { OperatorSurfaceService } from "./surface.js"

const single = (token: string): Effect.Effect<string, ErrInvalidBody> => {
  const value = token.trim()
  return value === "" || /\s/.test(value)
    ? new ErrInvalidBody({ reason: "the token must be one line without blanks" })
    : Effect.succeed(value)
}

/** Null and blank both mean that there is none. */
const given = (text: string | null | undefined): string | undefined =>
  text === null || text === undefined || text.trim() === "" ? undefined : text

type OperatorError = ErrInvalidBody | ErrNotFound | ErrConflict | ErrTrackerConfig | ErrStore | ErrVault

/** The operator's verbs over the store. */
export const localOperator = Effect.gen(function* () {
  const [repositories, credentials, runs, runTokens, probe] = yield* Effect.all([
    Repositories,
    Credentials,
    Runs,
    RunTokens,
    HostProbe
  ])

  /** From the host's name, else asked of the host, without a credential. */
  const foundOut = (remoteUrl: string, insecureHttp: boolean) =>
    Effect.gen(function* () {
      const ref = yield* Either.mapLeft(parseRepoRef(remoteUrl), (reason) => new ErrInvalidBody({ reason }))
      const kind: Kind = flavorOfHost(ref.host) ?? (yield* probe.flavor(ref, insecureHttp))
      return kind
    })

  const sealed = (host: string, token: string | undefined) =>
    token === undefined
      ? Effect.succeed(null)
      : Effect.flatMap(single(token), (value) => credentials.put({ host, secret: Redacted.make(value) }))

  const drop = (credentialId: string | null) =>
    credentialId === null ? Effect.void : Effect.ignore(credentials.remove(credentialId))

  /** A credential that was sealed for a row goes again when there will be no such row. */
  const orDropped = <A, E>(credentialId: string | null, row: Effect.Effect<A, E>) =>
    Effect.tapError(row, () => drop(credentialId))

  const surface: OperatorSurfaceService<OperatorError> = {
    ...(yield* localSecretVerbs),
    repoAdd: ({ remote_url, name, forge, api, insecure_http = false, token }) =>
      Effect.gen(function* () {
        if (forge === undefined && token === undefined) return yield* needsToken("a repository on a forge")
        const kind = forge ?? (yield* foundOut(remote_url, insecure_http))
        const row = yield* registered({
          name,
          remoteUrl: remote_url,
          kind,
          api: given(api),
          insecureHttp: insecure_http,
          credential: token !== undefined
        })
        const credentialId = yield* sealed(row.name, kind === "builtin" ? undefined : token)
        return repositoryJson(yield* orDropped(credentialId, repositories.add({ ...row, credentialId })))
      }),
    repoList: Effect.map(repositories.list, (repos) => ({ repos: repos.map(repositoryJson) })),
    repoShow: (id) => Effect.map(repositories.find(id), repositoryJson),
    repoSet: (id, patch) =>
      Effect.gen(function* () {
        const before = yield* repositories.find(id)
        const kind = patch.forge ?? kindOf(before)
        const builtin = kind === "builtin"
        // What only a forge has goes with it.
        const kept = builtin ? { api: undefined, credentialId: null } : before
        const row = yield* registered({
          name: patch.name ?? before.name,
          remoteUrl: patch.remote_url ?? before.remoteUrl,
          kind,
          api: given(patch.api === undefined ? kept.api : patch.api),
          insecureHttp: patch.insecure_http ?? before.insecureHttp,
          credential: patch.token !== undefined || kept.credentialId !== null
        })
        if (patch.token === undefined && kept.credentialId !== null && !keepsCredential(before, row)) {
          return yield* new ErrInvalidBody({
            reason: "the forge's address changes: give the token again, so that the old one goes to no other host"
          })
        }
        const fresh = yield* sealed(row.name, builtin ? undefined : patch.token)
        const credentialId = fresh ?? kept.credentialId
        const after = yield* orDropped(fresh, repositories.update(before.id, { ...row, credentialId }))
        if (credentialId !== before.credentialId) yield* drop(before.credentialId)
        return repositoryJson(after)
      }),
    repoRemove: (id) =>
      Effect.gen(function* () {
        const { id: found, credentialId } = yield* repositories.find(id)
        yield* repositories.remove(found)
        yield* drop(credentialId)
        return { ok: true as const }
      }),
    runToken: (id, { issue, branch, ttl_seconds }) =>
      Effect.gen(function* () {
        const repository = yield* repositories.find(id)
        const now = yield* Clock.currentTimeMillis
        const expiresAt = ttl_seconds === undefined ? null : instantOf(now + ttl_seconds * 1000)
        const run = yield* runs.start({
          repoId: repository.id,
          kind: "manual",
          issueNumber: issue ?? null,
          branch: branch ?? null
        })
        const token = yield* runTokens.issue(run.id, expiresAt)
        return { run_id: run.id, token: Redacted.value(token), expires_at: expiresAt }
      })
  }
  return surface
})
