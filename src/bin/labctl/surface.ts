import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { wayOf } from "../../core/direct.js"
import { ErrLabServer, ErrUsage } from "../../core/errors.js"
import { parseLabUrl } from "../../core/lab-url.js"
import { remoteSurface } from "../../services/agent-surface/remote.js"
import { AgentSurface } from "../../services/agent-surface/surface.js"
import type { Line } from "../argv.js"

/**
 * The verbs through the server of the environment, or on the forge itself, whose code is loaded for that alone: a start through a server is
 * quick. `--via` of a watch chooses among them whatever else is set; a watch without it may read through gh (watch-spec).
 */
export const surface = (line: Line, { watched = false } = {}) =>
  Effect.gen(function* () {
    const { env } = process
    const { repo, forge, via } = line.values
    const alone = via === "gh" || via === "http"
    const way = alone ? ({ _tag: "Direct" } as const) : yield* wayOf(env, repo)
    if (way._tag === "Server") {
      const lab = yield* Either.mapLeft(parseLabUrl(way.url), (words) => new ErrLabServer({ words }))
      return Layer.succeed(AgentSurface, remoteSurface(lab, Redacted.make(way.token)))
    }
    if (via === "lab") return yield* new ErrUsage({ reason: "--via lab needs LAB_URL and LAB_TOKEN: set both" })
    const { direct } = yield* Effect.promise(() => import("./direct.js"))
    return direct({
      env,
      repo,
      forge,
      insecureHttp: line.flags.has("insecure-http"),
      via: alone ? via : watched ? "auto" : "http"
    })
  })
