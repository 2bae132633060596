import * as Either from "effect/Either"
import { ErrTrackerConfig } from "./errors.js"
import type { RepoRef } from "./repo-ref.js"
import type { Flavor } from "./repository.js"

/** One repository on one forge: where its API is, which dialect it speaks, what it is called. */
export interface Forge {
  readonly flavor: Flavor
  /** The API base without a trailing slash: `https://api.github.com`, `https://git.example/git/api/v1`. */
  readonly api: URL
  readonly owner: string
  readonly name: string
}

/** The flavor that a host gives away by its name (contract 4.2); none for every other host, which has to be asked. */
export const flavorOfHost = (host: string): Flavor | undefined =>
  host === "github.com" || host === "www.github.com" || host.endsWith(".ghe.com")
    ? "github"
    : host === "codeberg.org"
      ? "forgejo"
      : undefined

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|.*\.localhost)$/i

/** `http://` carries a credential in the clear, so it is for this machine alone unless an operator says otherwise (contract 5.3). */
export const allowedBase = (url: URL, insecureHttp: boolean): boolean =>
  url.protocol === "https:" || (url.protocol === "http:" && (insecureHttp || loopback.test(url.hostname)))

const refuse = (reason: string) => Either.left(new ErrTrackerConfig({ reason }))

const parsedBase = (text: string): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url === undefined || !/^https?:$/.test(url.protocol) ? undefined : url
}

/**
 * The API base as an operator or the environment gave it: taken verbatim, checked. No credentials, query or fragment belong
 * into it, and plain `http` only where it is allowed.
 */
export const apiBase = (text: string, insecureHttp: boolean): Either.Either<URL, ErrTrackerConfig> => {
  const url = parsedBase(text.trim().replace(/\/+$/, ""))
  if (url === undefined)
    return refuse("the forge API base is no http(s) address: give one such as https://git.example/api/v1")
  if (url.username !== "" || url.password !== "")
    return refuse("the forge API base holds a user name or password: take it out and give the token apart")
  if (url.search !== "" || url.hash !== "")
    return refuse("the forge API base has a query or fragment: give the bare address")
  if (!allowedBase(url, insecureHttp)) {
    return refuse(
      `${url.origin} is not encrypted: use https, or --insecure-http to send the credential in the clear all the same`
    )
  }
  return Either.right(url)
}

/** The API base that follows from a repository's web address. */
export const apiBaseOf = (flavor: Flavor, ref: RepoRef): string => {
  if (flavor === "forgejo") return `${ref.web}${ref.prefix}/api/v1`
  const host = new URL(ref.web).host
  if (host === "github.com" || host === "www.github.com") return "https://api.github.com"
  return host.endsWith(".ghe.com") ? `https://api.${host}` : `${ref.web}${ref.prefix}/api/v3`
}

/**
 * A repository on its forge (contract 5.3). Fails when the flavor contradicts a host that is known by name, or the base is not
 * usable. `api` overrides the base that follows from the remote.
 */
export const forgeOf = (
  flavor: Flavor,
  ref: RepoRef,
  options: { readonly api?: string | undefined; readonly insecureHttp: boolean }
): Either.Either<Forge, ErrTrackerConfig> => {
  const known = flavorOfHost(ref.host)
  if (options.api === undefined && known !== undefined && known !== flavor) {
    return refuse(`${ref.host} is a ${known} host, but the forge is set to ${flavor}: set it to ${known}`)
  }
  return Either.map(apiBase(options.api ?? apiBaseOf(flavor, ref), options.insecureHttp), (api) => ({
    flavor,
    api,
    owner: ref.owner,
    name: ref.name
  }))
}
