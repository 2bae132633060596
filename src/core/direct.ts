import * as Either from "effect/Either"
import { ErrTrackerConfig, ErrUsage } from "./errors.js"
import type { Forge } from "./forge.js"
import type { Flavor } from "./repository.js"

/** The environment of a process, and what its flags say in place of it. */
export type Environment = Readonly<Record<string, string | undefined>>

/** An empty variable is one that is not set. */
export const variable = (env: Environment, name: string): string | undefined => {
  const value = env[name]?.trim()
  return value === "" ? undefined : value
}

/** Through a server, or direct: `LAB_URL` and `LAB_TOKEN` both set, or neither (contract 2.1). */
export type Way =
  | { readonly _tag: "Server"; readonly url: string; readonly token: string }
  | { readonly _tag: "Direct" }

export const wayOf = (env: Environment, repoOption: string | undefined): Either.Either<Way, ErrUsage> => {
  const url = variable(env, "LAB_URL")
  const token = variable(env, "LAB_TOKEN")
  if (url === undefined && token === undefined) return Either.right({ _tag: "Direct" })
  if (token === undefined)
    return Either.left(
      new ErrUsage({
        reason: "LAB_URL is set but LAB_TOKEN is not: set both for a server, neither for the forge itself"
      })
    )
  if (url === undefined)
    return Either.left(
      new ErrUsage({
        reason: "LAB_TOKEN is set but LAB_URL is not: set both for a server, neither for the forge itself"
      })
    )
  if (repoOption !== undefined) {
    return Either.left(
      new ErrUsage({
        reason: "--repo has no meaning with LAB_URL and LAB_TOKEN: the token is good for its own repository"
      })
    )
  }
  return Either.right({ _tag: "Server", url, token })
}

/** `LAB_FORGE` or `--forge`; undefined when neither is set. */
export const flavorFrom = (text: string | undefined): Either.Either<Flavor | undefined, ErrUsage> =>
  text === undefined || text === "github" || text === "forgejo"
    ? Either.right(text)
    : Either.left(new ErrUsage({ reason: `the forge ${JSON.stringify(text)} is none of github, forgejo` }))

/** The web host behind an API host: what `gh` and the rules for its variables speak of. */
export const webHost = ({ api }: Forge): string =>
  /^api\.(github\.com|.+\.ghe\.com)$/.test(api.hostname) ? api.hostname.slice(4) : api.host

const isCloud = (host: string): boolean => host === "github.com" || host.endsWith(".ghe.com")

/**
 * The variables that may hold the credential of this forge, the first that is set wins (design.md, "Configuration"). A variable that is
 * meant for github.com is never sent to another host, nor the other way round.
 */
export const credentialVariables = (forge: Forge): ReadonlyArray<string> => {
  if (forge.flavor === "forgejo") return ["LAB_FORGE_TOKEN", "FORGEJO_TOKEN"]
  return isCloud(webHost(forge))
    ? ["LAB_FORGE_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"]
    : ["LAB_FORGE_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"]
}

export const noCredential = (forge: Forge): ErrTrackerConfig => {
  const login = forge.flavor === "github" ? `, or run gh auth login --hostname ${webHost(forge)}` : ""
  return new ErrTrackerConfig({
    reason: `no credential for ${webHost(forge)}: set ${credentialVariables(forge).join(" or ")}${login}`
  })
}
