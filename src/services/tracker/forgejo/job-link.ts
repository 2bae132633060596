import type { Forge } from "../../../core/forge.js"

/** A job of a run, as a row's link names it: the run's number in addresses, the job's position in the run. */
export interface JobPlace {
  readonly run: number
  readonly position: number
}

/** What a row links to (contract 6.4, 12.1, 12.2.19, 12.2.33). */
export type JobLink =
  | { readonly _tag: "Job"; readonly place: JobPlace }
  /** A job page of the forge, but of another repository: `path` from `/owner/name` on. */
  | { readonly _tag: "OtherRepository"; readonly path: string }
  /** Under this repository's Actions, but no job page. */
  | { readonly _tag: "NoJobPage" }
  | { readonly _tag: "Elsewhere" }

/** Where the forge may say that its pages are: the address that we ask it at, and the one that its own links show. */
interface Site {
  readonly origin: string
  readonly prefix: string
}

const siteOfApi = ({ api }: Forge): Site => ({
  origin: api.origin,
  prefix: api.pathname.replace(/\/api\/v1\/?$/, "").replace(/\/+$/, "")
})

/** From a pull's own address, `https://git.example/forge/acme/widget/pulls/7`. */
const partsOfPull = (url: string) => {
  if (!URL.canParse(url)) return undefined
  const { origin, pathname } = new URL(url)
  const [, prefix = "", owner, name] = /^(.*)\/([^/]+)\/([^/]+)\/pulls\/\d+\/?$/.exec(pathname) ?? []
  return owner === undefined || name === undefined
    ? undefined
    : { origin, prefix, owner: unescaped(owner), name: unescaped(name) }
}

/** The repository under the name that it has now, as its pull's own address shows it: the one that we were given may be a former one. */
export const nowNamed = (forge: Forge, pullUrl: string): Forge => {
  const shown = partsOfPull(pullUrl)
  return shown === undefined ? forge : { ...forge, owner: shown.owner, name: shown.name }
}

const unescaped = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Behind which prefix a path may begin: those that are known, the longest first. */
const behind = (path: string, sites: ReadonlyArray<Site>): string | undefined => {
  const prefixes = [...new Set([...sites.map(({ prefix }) => prefix), ""])].sort((a, b) => b.length - a.length)
  const prefix = prefixes.find((candidate) => path.startsWith(`${candidate}/`))
  return prefix === undefined ? undefined : path.slice(prefix.length)
}

/**
 * Reads a row's `target_url`: a path without a host, or an address on one of the forge's own sites. Only run and position are taken
 * from it; what is asked is built on the API base. `pullUrl` is the pull's own address.
 */
export const jobLink = (link: string, forge: Forge, pullUrl: string): JobLink => {
  const ours = siteOfApi(forge)
  const shown = partsOfPull(pullUrl)
  const sites: ReadonlyArray<Site> = shown === undefined ? [ours] : [ours, shown]
  const byPath = link.startsWith("/") && !link.startsWith("//")
  if (!URL.canParse(link, byPath ? ours.origin : undefined)) return { _tag: "Elsewhere" }
  const url = new URL(link, ours.origin)
  // A path too: `/\host/…` and a tab between two slashes name a host.
  if (!sites.some(({ origin }) => origin === url.origin)) return { _tag: "Elsewhere" }
  const path = behind(url.pathname, sites) ?? url.pathname
  const job = /^\/([^/]+)\/([^/]+)\/actions\/runs\/([1-9]\d{0,14})\/jobs\/(\d{1,9})$/.exec(path)
  const [, owner = "", name = "", run = "", position = ""] = job ?? []
  const names = [forge, nowNamed(forge, pullUrl)].map(({ owner, name }) => `/${owner}/${name}`.toLowerCase())
  const isOurs = (candidate: string) => names.includes(unescaped(candidate).toLowerCase())
  if (job !== null) {
    return isOurs(`/${owner}/${name}`)
      ? { _tag: "Job", place: { run: Number(run), position: Number(position) } }
      : { _tag: "OtherRepository", path }
  }
  const under = /^(\/[^/]+\/[^/]+)\/actions(\/|$)/.exec(path)?.[1]
  return under !== undefined && isOurs(under) ? { _tag: "NoJobPage" } : { _tag: "Elsewhere" }
}

/** The forge's web address that we use: the API base without `/api/v1`. */
export const webOf = (forge: Forge): { readonly origin: URL; readonly prefix: string } => ({
  origin: new URL(forge.api.origin),
  prefix: siteOfApi(forge).prefix
})

/** The path and query of a `Location`, on whatever host it says: the forge's own idea of its address may be another than ours. */
export const pathOf = (location: string | undefined): string | undefined =>
  location !== undefined && URL.canParse(location, "http://any") ? new URL(location, "http://any").pathname : undefined
