import * as Effect from "effect/Effect"
import type { ErrGit } from "../../core/errors.js"
import { wireTime } from "./encoding.js"
import { githubError } from "./github-answers.js"
import { githubRoutes } from "./github-routes.js"
import { madeUpSha } from "./repository.js"
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
  if (name === "other" || (world.private && ask.login === null)) return githubError(404, "Not Found")
  if (name === "former") return moved(ask, world)
  return !isRead(ask.method) && ask.login === null ? githubError(401, "Requires authentication") : undefined
}

/** Validators and the 304 that they earn; a validator is good for one credential and one `Accept`. */
const conditional = (ask: Ask, world: World, answer: Answer): Answer => {
  if (!isRead(ask.method) || answer.status !== 200 || world.validators === "none") return answer
  const validator =
    world.validators === "etag"
      ? { etag: `W/"${madeUpSha(`${ask.login} ${ask.headers["accept"]} ${answer.body}`)}"` }
      : { "last-modified": new Date(Math.floor(lastChange(world) / 1000) * 1000).toUTCString() }
  const sent = "etag" in validator ? ask.headers["if-none-match"] : ask.headers["if-modified-since"]
  const matches = Object.values(validator).some((value) => value === sent)
  return matches ? bare(304, validator) : { ...answer, headers: { ...answer.headers, ...validator } }
}

/** The youngest instant that any pull of the world bears. */
const lastChange = (world: World): number => Math.max(0, ...[...world.pulls.values()].map(({ updatedAt }) => updatedAt))

const withLimits = (world: World, answer: Answer): Answer => {
  const { rateLimit } = world
  if (answer.status !== 304) rateLimit.used += 1
  return {
    ...answer,
    headers: {
      "x-ratelimit-limit": `${rateLimit.limit}`,
      "x-ratelimit-remaining": `${Math.max(0, rateLimit.limit - rateLimit.used)}`,
      "x-ratelimit-used": `${rateLimit.used}`,
      "x-ratelimit-reset": `${Math.floor(rateLimit.resetAt / 1000)}`,
      "x-ratelimit-resource": "core",
      "x-github-request-id": madeUpSha(`${wireTime(world.now())} ${rateLimit.used}`).slice(0, 20),
      "x-github-media-type": "github.v3; format=json",
      "x-github-enterprise-version": "3.20.1",
      vary: "Accept, Authorization, Cookie, X-GitHub-OTP, Accept-Encoding, X-Requested-With",
      ...answer.headers
    }
  }
}

/** The GitHub side of a world: a GitHub Enterprise Server with its API below `/api/v3`. */
export const githubForge = (world: World): ((ask: Ask) => Effect.Effect<Answer, ErrGit>) => {
  const find = router(githubRoutes(world))
  return (asked) => {
    const byNumber = `/repositories/${world.id}`
    const path = asked.path.startsWith(byNumber)
      ? `/repos/${world.fullName}${asked.path.slice(byNumber.length)}`
      : asked.path
    const found = find(asked.method, path)
    const ask = { ...asked, path, ...("handler" in found ? { params: found.params } : {}) }
    const answer = refused(ask, world, "handler" in found) ?? ("handler" in found ? found.handler(ask) : bare(404))
    return asEffect(answer).pipe(
      Effect.map((plain) => conditional(ask, world, plain)),
      Effect.map((validated) => withLimits(world, validated))
    )
  }
}
