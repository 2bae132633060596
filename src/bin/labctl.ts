import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { wayOf } from "../core/direct.js"
import { ErrLabServer } from "../core/errors.js"
import { parseLabUrl } from "../core/lab-url.js"
import { remoteSurface } from "../services/agent-surface/remote.js"
import { AgentSurface } from "../services/agent-surface/surface.js"
import { Output } from "../services/output.js"
import type { Line } from "./argv.js"
import { verbs } from "./labctl/verbs.js"
import { runLine } from "./program.js"
import { runProgram } from "./run.js"

const purpose = "what a coding agent sees and does on a pull request"

const environment = `Through a server: LAB_URL (http://…, https://… or unix:///abs/path.sock) and LAB_TOKEN.
Direct: neither of them; the repository from --repo, LAB_REPO or the remote origin, the credential
from LAB_FORGE_TOKEN, the forge's own variables (GH_TOKEN, FORGEJO_TOKEN, …) or gh auth token.`

const advice = { ErrUnauthorized: "set LAB_TOKEN to the token of an active run, which lab run token gives out" }

/** Through the server of the environment, or on the forge itself, whose code is loaded for that alone: a start through a server is quick. */
const surface = (line: Line) =>
  Effect.gen(function* () {
    const { env } = process
    const repo = line.values["repo"]
    const way = yield* wayOf(env, repo)
    if (way._tag === "Server") {
      const lab = yield* Either.mapLeft(parseLabUrl(way.url), (words) => new ErrLabServer({ words }))
      return Layer.succeed(AgentSurface, remoteSurface(lab, Redacted.make(way.token)))
    }
    const { direct } = yield* Effect.promise(() => import("./labctl/direct.js"))
    return direct({ env, repo, forge: line.values["forge"], insecureHttp: line.flags.has("insecure-http") })
  })

runProgram(
  Effect.provide(
    runLine(
      { name: "labctl", verbs, purpose, environment, advice },
      process.argv.slice(2),
      (line) => (run) => Effect.flatMap(surface(line), (layer) => Effect.provide(run, layer))
    ),
    Output.layer
  )
)
