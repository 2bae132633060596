import * as Effect from "effect/Effect"
import type { ErrGit } from "../../core/errors.js"
import { forgejoBadToken, forgejoError, forgejoNotFound } from "./forgejo-answers.js"
import { forgejoPages, forgejoRoutes } from "./forgejo-routes.js"
import { credential } from "./github-forge.js"
import { type Answer, type Ask, asEffect, bare, type Found, router, text } from "./route.js"
import type { World } from "./world.js"

/** A former name answers 301 with a path and no host, to reads and writes alike (`forgejo-wire.md` 1.4). */
const moved = (ask: Ask, world: World): Answer => {
  const query = ask.query.size === 0 ? "" : `?${ask.query.toString()}`
  const rest = ask.path.replace(/^\/repos\/[^/]+\/[^/]+/, "")
  const location = `${new URL(ask.api).pathname}/repos/${world.fullName}${rest}${query}`
  return ask.method === "GET"
    ? text(301, `<a href="${location}">Moved Permanently</a>.\n\n`, {
        location,
        "content-type": "text/html; charset=utf-8"
      })
    : bare(301, { location })
}

/** What Forgejo says before its route does, in its own order (`forgejo-wire.md` 1.2); below `/api/v1` alone. */
const refused = (ask: Ask, world: World, found: Found): Answer | undefined => {
  const token = credential(ask.headers)
  if (token !== undefined && ask.login === null) return forgejoBadToken(ask, world, token)
  if (!("handler" in found)) {
    return found.allow.length > 0 ? bare(405, { allow: found.allow.join(", ") }) : text(404, "404 page not found\n")
  }
  const { owner, repo } = ask.params
  if (owner === undefined || repo === undefined) return undefined
  const name = world.names(owner, repo)
  if (name === "other" || !world.visibleTo(ask.login)) return forgejoNotFound(ask)
  if (name === "former") return moved(ask, world)
  if (ask.method === "GET") return undefined
  if (ask.login === null) return forgejoError(ask, 401, "token is required")
  if (world.archived) return forgejoError(ask, 423, `<Repository 3:${world.fullName}> is archived`)
  const unsupported = ask.body !== "" && !(ask.headers["content-type"] ?? "").startsWith("application/json")
  return unsupported ? forgejoError(ask, 422, "[]: Unsupported Content-Type") : undefined
}

const withCacheControl = (world: World, answer: Answer): Answer => ({
  ...answer,
  headers: {
    "cache-control": `max-age=0, private, must-revalidate${world.forgejo === 15 ? ", no-transform" : ""}`,
    "x-content-type-options": "nosniff",
    ...answer.headers
  }
})

/** The Forgejo side of a world. The path of a page is given from the web root, that of a call from the API root. */
export const forgejoForge = (world: World): ((ask: Ask, page: boolean) => Effect.Effect<Answer, ErrGit>) => {
  const call = router(forgejoRoutes(world))
  const visit = router(forgejoPages(world))
  return (asked, page) => {
    const found = (page ? visit : call)(asked.method, asked.path)
    const ask = "handler" in found ? { ...asked, params: found.params } : asked
    const early = page ? undefined : refused(ask, world, found)
    const answer = early ?? ("handler" in found ? found.handler(ask) : text(404, "Not found.\n"))
    return Effect.map(asEffect(answer), (plain) => withCacheControl(world, plain))
  }
}
