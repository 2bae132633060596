import { readFileSync } from "node:fs"
import { homedir } from "node:os"
import { join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { variable } from "../../core/direct.js"
import { ErrLabServer, ErrUsage } from "../../core/errors.js"
import { parseLabUrl } from "../../core/lab-url.js"
import type { State } from "../../programs/serve.js"
import { remoteOperator } from "../../services/operator-surface/remote.js"
import type { Line, Option } from "../argv.js"

/** The options of the verbs that work on a data directory in this process. */
export const stateOptions: Readonly<Record<string, Option>> = {
  "data-dir": { value: "dir", help: "the server's state ($LAB_DATA_DIR, else $XDG_STATE_HOME/lab)" }
}

/** A flag wins over the environment (design.md, "Configuration"). */
export const stateOf = (line: Line): State => {
  const { env } = process
  const base = variable(env, "XDG_STATE_HOME") ?? join(homedir(), ".local", "state")
  const databaseUrl = variable(env, "LAB_DATABASE_URL")
  return {
    dataDir: resolve(line.values["data-dir"] ?? variable(env, "LAB_DATA_DIR") ?? join(base, "lab")),
    databaseUrl: databaseUrl === undefined ? undefined : Redacted.make(databaseUrl),
    masterKeyFile: variable(env, "LAB_MASTER_KEY_FILE")
  }
}

/** A file that holds one token. Exactly one trailing line feed is no part of it. */
export const tokenFile = (path: string): Effect.Effect<string, ErrUsage> =>
  Effect.try({
    try: () => readFileSync(path, "utf8").replace(/\n$/, ""),
    catch: () => new ErrUsage({ reason: `the token file ${path} cannot be read` })
  })

const defaultUrl = "http://127.0.0.1:4190"

const personalToken = Effect.gen(function* () {
  const file = variable(process.env, "LAB_PAT_FILE")
  const token = file === undefined ? variable(process.env, "LAB_PAT") : yield* tokenFile(file)
  if (token === undefined) {
    return yield* new ErrUsage({
      reason: "no personal access token: set LAB_PAT or LAB_PAT_FILE to one that lab pat create has given out"
    })
  }
  if (token.startsWith("lab_run_")) {
    return yield* new ErrUsage({
      reason: "a run token opens no operator route: use a personal access token (lab_pat_…)"
    })
  }
  return Redacted.make(token)
})

/** The operator's verbs at the server of the environment. */
export const operator = Effect.gen(function* () {
  const url = variable(process.env, "LAB_URL") ?? defaultUrl
  const lab = yield* Either.mapLeft(parseLabUrl(url), (words) => new ErrLabServer({ words }))
  return remoteOperator(lab, yield* personalToken)
})
