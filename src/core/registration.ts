import * as Either from "effect/Either"
import { ErrInvalidBody, type ErrTrackerConfig } from "./errors.js"
import { forgeOf } from "./forge.js"
import type { Kind, RepositoryJson } from "./operator-api.js"
import { parseRepoRef } from "./repo-ref.js"
import { type Repository, repositoryName } from "./repository.js"

/** What an operator asks of a repository, once its kind is known. */
export interface Registration {
  readonly name: string | undefined
  readonly remoteUrl: string
  readonly kind: Kind
  readonly api: string | undefined
  readonly insecureHttp: boolean
  /** Whether a forge credential is given or already held. */
  readonly credential: boolean
}

type Registered = Omit<Repository, "id" | "createdAt" | "credentialId">

/** What stands before the last `@` of an address and after a colon. */
const holdsPassword = (remoteUrl: string): boolean => /^[a-z+]+:\/\/[^/]*:.*@/i.test(remoteUrl.trim())

const invalid = (reason: string) => Either.left(new ErrInvalidBody({ reason }))

/** Also said before a host is asked what it is. */
export const needsToken = (what: string): ErrInvalidBody =>
  new ErrInvalidBody({
    reason: `${what} needs a token: give one, or choose builtin to keep change requests in lab itself`
  })

/**
 * The row of a repository, or why it cannot be one (contract 4.2, 5.3): what passes here never fails at use. A repository without a forge
 * credential is builtin only when it is said to be: by oversight it would answer `none` for every pull.
 */
export const registered = (asked: Registration): Either.Either<Registered, ErrInvalidBody | ErrTrackerConfig> => {
  const { remoteUrl, kind, api, insecureHttp, credential } = asked
  const name = repositoryName(asked.name ?? remoteUrl.replace(/^.*[/:](?=[^/:]+\/*$)/, ""))
  if (name === "") return invalid("the name is empty: give one of letters, digits, - and _")
  if (remoteUrl.trim() === "") return invalid("remote_url is required")
  if (holdsPassword(remoteUrl))
    return invalid("the url holds a password, which everybody who lists repositories would read: take it out")
  if (kind === "builtin") {
    if (api !== undefined)
      return invalid("a builtin repository has no forge API: leave it out, or name the kind of forge")
    return Either.right({ name, remoteUrl, binding: "builtin", forge: null, api: null, insecureHttp })
  }
  if (!credential) return Either.left(needsToken(`a ${kind} repository`))
  return Either.gen(function* () {
    const ref = yield* Either.mapLeft(parseRepoRef(remoteUrl), (reason) => new ErrInvalidBody({ reason }))
    yield* forgeOf(kind, ref, { api, insecureHttp })
    return { name, remoteUrl, binding: "forge" as const, forge: kind, api: api ?? null, insecureHttp }
  })
}

/** Where a credential of this repository is sent; undefined for one that has no forge. */
const destination = ({ remoteUrl, forge, api, insecureHttp }: Registered): string | undefined =>
  forge === null
    ? undefined
    : Either.getOrUndefined(
        Either.flatMap(parseRepoRef(remoteUrl), (ref) =>
          Either.map(forgeOf(forge, ref, { api: api ?? undefined, insecureHttp }), (found) => found.api.origin)
        )
      )

/** A held credential belongs to the host that it was given for: it never goes along to another one. */
export const keepsCredential = (before: Registered, after: Registered): boolean =>
  destination(before) === destination(after)

export const kindOf = ({ binding, forge }: Pick<Repository, "binding" | "forge">): Kind =>
  binding === "builtin" || forge === null ? "builtin" : forge

/** As the operator API shows it; a credential is never part of it. */
export const repositoryJson = (repository: Repository): RepositoryJson => ({
  id: repository.id,
  name: repository.name,
  remote_url: repository.remoteUrl,
  tracker_binding: repository.binding,
  forge_kind: repository.forge ?? "none",
  forge_api: repository.api,
  insecure_http: repository.insecureHttp,
  forge_credential_id: repository.credentialId,
  created_at: repository.createdAt
})
