import * as Effect from "effect/Effect"
import type { ErrGit } from "../../core/errors.js"
import { conditionalReads } from "./conditional.js"
import { githubError } from "./github-answers.js"
import { exhausted, withLimits } from "./github-limits.js"
import { githubRoutes } from "./github-routes.js"
import { type Answer, type Ask, asEffect, bare, json, router } from "./route.js"
import type { World } from "./world.js"

/** A credential as it stands in the header, without its scheme; undefined for none. */
export const credential = (headers: Ask["headers"]): string | undefined =>
  /^(?:bearer|token)\s+(\S+)$/i.exec(headers["authorization"] ?? "")?.[1]

const isRead = (method: string): boolean => method === "GET" || method === "HEAD"

/** A former name answers with the address by number: 301 to reads, 307 to writes (`github-wire.md` 8.4). */
const moved = (ask: Ask, world: World): Answer => {
  const query = ask.query.size === 0 ? "" : `?${ask.query.toString()}`
  const location = `${ask.api}/repositories/${world.id}${ask.path.replace(/^\/repos\/[^/]+\/[^/]+/, "")}${query}`
  const body = { message: "Moved Permanently", url: location, documentation_url: "https://docs.github.com/rest" }
  return json(isRead(ask.method) ? 301 : 307, body, { location })
}

/** What GitHub says before it looks at the route: headers, login, the repository's name and who may see it. */
const refused = (ask: Ask, world: World, known: boolean): Answer | undefined => {
  if ((ask.headers["user-agent"] ?? "") === "") return githubError(403, "Request forbidden by administrative rules.")
  const version = ask.headers["x-github-api-version"]
  if (version !== undefined && version !== "2022-11-28")
    return githubError(400, `${version} is not a supported version`)
  if (credential(ask.headers) !== undefined && ask.login === null) return githubError(401, "Bad credentials")
  if (!known) return githubError(404, "Not Found")
  const { owner, repo } = ask.params
  if (owner === undefined || repo === undefined) return undefined
  const name = world.names(owner, repo)
  if (name === "other" || !world.visibleTo(ask.login)) return githubError(404, "Not Found")
  if (name === "former") return moved(ask, world)
  return !isRead(ask.method) && ask.login === null ? githubError(401, "Requires authentication") : undefined
}

/** The GitHub side of a world: a GitHub Enterprise Server with its API below `/api/v3`. */
export const githubForge = (world: World): ((ask: Ask) => Effect.Effect<Answer, ErrGit>) => {
  const find = router(githubRoutes(world))
  const conditional = conditionalReads(world)
  return (asked) => {
    const byNumber = `/repositories/${world.id}`
    const path = asked.path.startsWith(byNumber)
      ? `/repos/${world.fullName}${asked.path.slice(byNumber.length)}`
      : asked.path
    const found = find(asked.method, path)
    const ask = { ...asked, path, ...("handler" in found ? { params: found.params } : {}) }
    const answer =
      exhausted(world) ??
      refused(ask, world, "handler" in found) ??
      ("handler" in found ? found.handler(ask) : bare(404))
    return asEffect(answer).pipe(
      Effect.map((plain) => conditional(ask, plain)),
      Effect.map((validated) => withLimits(world, validated))
    )
  }
}
