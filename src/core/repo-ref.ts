import * as Either from "effect/Either"

/** A repository as a remote names it. */
export interface RepoRef {
  /** Lower case, without a port. */
  readonly host: string
  /** The web origin, `https://git.example` or with a port; of an ssh remote the same host over https. */
  readonly web: string
  /** What stands before `owner/name` on the web, `""` or `/git`. */
  readonly prefix: string
  readonly owner: string
  readonly name: string
}

const forms = "give owner/name, https://host/owner/name or git@host:owner/name"

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

// A control character, slash or dot segment in a name would be another address, or another line, further on.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unfit = /^\.{0,2}$|[\u0000-\u0020\u007f/\\]/

const assemble = (text: string, host: string, web: string, path: string): Either.Either<RepoRef, string> => {
  const segments = path
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .split("/")
    .filter((segment) => segment !== "")
  const [owner, name] = segments.slice(-2).map(decoded)
  if (segments.length < 2 || owner === undefined || name === undefined || unfit.test(owner) || unfit.test(name)) {
    return Either.left(`${text} names no owner and repository: ${forms}`)
  }
  const prefix = segments
    .slice(0, -2)
    .map((segment) => `/${segment}`)
    .join("")
  return Either.right({ host: host.toLowerCase(), web, prefix, owner, name })
}

/** GitHub takes ssh on port 443 under another name, which has no web. */
const webHostOf = (host: string): string => {
  const lower = host.toLowerCase()
  return lower === "ssh.github.com" ? "github.com" : lower
}

const ofUrl = (shown: string, url: URL): Either.Either<RepoRef, string> => {
  if (url.hostname === "") return Either.left(`${shown} names no host: ${forms}`)
  const host = webHostOf(url.hostname)
  return assemble(shown, host, /^https?:$/.test(url.protocol) ? url.origin : `https://${host}`, url.pathname)
}

/** Without what stands before the last `@`: a remote may carry a password, which may hold any character, and no message may. */
const shownOf = (text: string): string => text.replace(/^([a-z+]+:\/\/)?.*@/is, "$1").replace(/[?#].*$/s, "")

/**
 * Any form that `git remote` or a person writes: `https://[user@]host[:port]/[prefix/]owner/name[.git][/]`, `ssh://…`, `git://…`,
 * `[user@]host:owner/name[.git]`, and `owner/name` alone, which means `host`. Left is one sentence without credentials.
 */
export const parseRepoRef = (text: string, host = "github.com"): Either.Either<RepoRef, string> => {
  const trimmed = text.trim()
  const shown = shownOf(trimmed)
  if (/^(https?|ssh|git|git\+ssh|ssh\+git):\/\//i.test(trimmed)) {
    const web = trimmed.replace(/^(git\+ssh|ssh\+git):/i, "ssh:")
    return URL.canParse(web) ? ofUrl(shown, new URL(web)) : Either.left(`${shown} is no address: ${forms}`)
  }
  const scp = /^(?:[^@/:]+@)?(\[[0-9a-fA-F:]+\]|[A-Za-z0-9._-]+):(?!\/\/)(.+)$/.exec(trimmed)
  if (scp !== null) {
    const scpHost = webHostOf(scp[1] ?? "")
    return assemble(shown, scpHost, `https://${scpHost}`, scp[2] ?? "")
  }
  if (/^[^/:@\s]+\/[^/:@\s]+$/.test(trimmed)) return assemble(shown, host, `https://${host}`, trimmed)
  return Either.left(`${shown === "" ? "an empty name" : shown} is no repository: ${forms}`)
}
