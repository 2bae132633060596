import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { wayOf } from "../core/direct.js"
import { ErrLabServer } from "../core/errors.js"
import { parseLabUrl } from "../core/lab-url.js"
import { field } from "../core/row.js"
import { version } from "../core/version.js"
import { remoteSurface } from "../services/agent-surface/remote.js"
import { AgentSurface } from "../services/agent-surface/surface.js"
import { Output } from "../services/output.js"
import { type Line, parseLine } from "./argv.js"
import { type LabctlVerb, verbs } from "./labctl/verbs.js"
import { runProgram } from "./run.js"
import { asksHelp, findVerb, helpOf } from "./verb.js"

const usageText = (): string => {
  const width = Math.max(...verbs.map(({ name }) => name.length))
  const list = verbs.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join("\n")
  return `labctl: what a coding agent sees and does on a pull request

usage: labctl <verb> [arguments] [options]

${list}

labctl <verb> --help tells the rest; labctl --version the version.

Through a server: LAB_URL (http://…, https://… or unix:///abs/path.sock) and LAB_TOKEN.
Direct: neither of them; the repository from --repo, LAB_REPO or the remote origin, the credential
from LAB_FORGE_TOKEN, the forge's own variables (GH_TOKEN, FORGEJO_TOKEN, …) or gh auth token.
`
}

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

const runVerb = (verb: LabctlVerb, rest: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const line = yield* parseLine(verb, rest)
    const run = yield* verb.run(line)
    return yield* Effect.provide(run, yield* surface(line))
  })

const main = Effect.gen(function* () {
  const output = yield* Output
  const words = process.argv.slice(2)
  const [first] = words
  if (first === "--version" || first === "-version" || first === "version")
    return yield* Effect.as(output.out(`labctl ${version}\n`), 0)
  if (first === "help" || first === "--help" || first === "-help" || first === "-h")
    return yield* Effect.as(output.out(usageText()), 0)
  const found = findVerb(verbs, words)
  if (found === undefined) return yield* Effect.as(output.err(usageText()), 2)
  const { verb, rest } = found
  if (asksHelp(rest)) return yield* Effect.as(output.out(helpOf("labctl", verb)), 0)
  return yield* Effect.catchAll(runVerb(verb, rest), (error) => {
    const usage = error._tag === "ErrUsage"
    const message = `labctl ${verb.name}: ${field(error.message)}${usage ? `; see labctl ${verb.name} --help` : ""}\n`
    return Effect.as(output.err(message), usage ? (verb.usageExit ?? 2) : 1)
  })
})

runProgram(Effect.provide(main, Output.layer))
