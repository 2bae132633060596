import * as Effect from "effect/Effect"
import type { ErrGit } from "../../core/errors.js"
import { githubPull } from "./github-wire.js"
import { cut, githubLink } from "./paging.js"
import type { PullRecord } from "./records.js"
import { type Answer, type Ask, type Handler, json, numberParam } from "./route.js"
import type { World } from "./world.js"

/** An error as GitHub words it; its `status` is text (`github-wire.md` 0.4). */
export const githubError = (status: number, message: string, errors?: ReadonlyArray<unknown>): Answer =>
  json(status, {
    message,
    ...(errors === undefined ? {} : { errors }),
    documentation_url: "https://docs.github.com/rest",
    status: `${status}`
  })

/** A page of a list in the envelope that the route has, with the `Link` to the others. */
export const githubPaged = <A>(
  ask: Ask,
  world: World,
  all: ReadonlyArray<A>,
  body: (rows: ReadonlyArray<A>, total: number) => unknown
): Answer => {
  const page = cut(all, ask.query, { sizeKey: "per_page", most: 100 }, { ...world.paging, unpaged: false })
  const rest = ask.path.replace(/^\/repos\/[^/]+\/[^/]+/, "")
  const url = new URL(`${ask.api}/repositories/${world.id}${rest}?${ask.query.toString()}`)
  return json(200, body(page.rows, page.total), githubLink(page, url))
}

/** Passes the pull that the path names, or answers 404. */
export const withGithubPull =
  (world: World, answer: (ask: Ask, pull: PullRecord) => ReturnType<Handler>): Handler =>
  (ask) => {
    const pull = world.pulls.get(numberParam(ask, "n"))
    return pull === undefined ? githubError(404, "Not Found") : answer(ask, pull)
  }

/** The whole pull, with what git says about merging it. */
export const wholePull = (
  ask: Ask,
  world: World,
  pull: PullRecord,
  status: number,
  headers: Readonly<Record<string, string>> = {}
): Effect.Effect<Answer, ErrGit> =>
  Effect.map(world.mergeable(pull), (mergeable) => json(status, githubPull(ask, world, pull, mergeable), headers))
