import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Context, Effect, Layer } from "effect"
import * as Sandbox from "../../src/programs/sandbox/sandbox.js"
import { temporary } from "../services/store/databases.js"
import { git } from "../support/git.js"
import { type Ended, type Program, run, start } from "../support/program.js"

/** Of a program that must end well: what it said, without the last line feed. */
export const told = (ended: Ended): string => {
  if (ended.code !== 0 || ended.stderr !== "") throw new Error(`a program failed: ${JSON.stringify(ended)}`)
  return ended.stdout.replace(/\n$/, "")
}

/** A real `lab serve` over a data directory of its own, and what an operator of it has in the environment. */
export const installed = Effect.gen(function* () {
  const home = yield* temporary
  writeFileSync(join(home, ".gitconfig"), "[user]\n\tname = Operator\n\temail = operator@example.com\n")
  const env = { HOME: home, LAB_DATA_DIR: join(home, "data") }
  const server = yield* start("lab", ["serve", "--listen", "127.0.0.1:0"], { env })
  const line = yield* server.said("stdout", /\n/)
  const url = line.replace(/^listening on /, "").trim()
  const pat = told(yield* run("lab", ["pat", "create", "--name", "tests"], { env }))
  const operator = { ...env, LAB_URL: url, LAB_PAT: pat }
  return {
    home,
    dataDir: env.LAB_DATA_DIR,
    url,
    line,
    pat,
    server,
    env: operator,
    /** An operator verb. */
    lab: (...args: ReadonlyArray<string>) => run("lab", args, { env: operator }),
    /** What an agent of a run of this repository has in the environment. */
    agent: (repo: string, ...options: ReadonlyArray<string>) =>
      Effect.map(run("lab", ["run", "token", repo, ...options], { env: operator }), (ended) => ({
        LAB_URL: url,
        LAB_TOKEN: told(ended)
      }))
  }
})

export class Instance extends Context.Tag("test/Instance")<Instance, Effect.Effect.Success<typeof installed>>() {
  static readonly layer = Layer.scoped(Instance, installed)
}

export type Flavor = "github" | "forgejo"
export type Way = "direct" | "through a server"

/** One forge, and the ways to it: an agent that has checked out `topic` of `acme/widget`. */
export const forgeWith = (flavor: Flavor, way: Way) =>
  Effect.gen(function* () {
    const forge = yield* Sandbox.make()
    const { api, web } = forge[flavor]
    const remote = `${web}/${forge.world.fullName}`
    const home = yield* temporary
    const cwd = join(home, "work")
    mkdirSync(cwd)
    git(cwd, "init", "--quiet", "--initial-branch=topic")
    git(cwd, "remote", "add", "origin", remote)
    forge.world.push("topic", "1".repeat(40))
    const env =
      way === "direct"
        ? { HOME: home, LAB_FORGE: flavor, LAB_FORGE_API: api, LAB_FORGE_TOKEN: forge.token }
        : yield* registered(flavor, { remote, api, token: forge.token, home })
    return {
      forge,
      env,
      cwd,
      /** The page of a pull. */
      page: (n: number) => `${remote}/${flavor === "github" ? "pull" : "pulls"}/${n}`,
      labctl: (...args: ReadonlyArray<string>) => run("labctl", args, { env, cwd })
    }
  })

const registered = (
  flavor: Flavor,
  { remote, api, token, home }: { remote: string; api: string; token: string; home: string }
) =>
  Effect.gen(function* () {
    const { agent, lab } = yield* Instance
    const name = `widget-${home.split("-").at(-1)}`
    const file = join(home, "token")
    writeFileSync(file, `${token}\n`)
    const added = yield* lab("repo", "add", name, remote, "--forge", flavor, "--api", api, "--token-file", file)
    told(added)
    return { HOME: home, ...(yield* agent(name, "--branch", "topic")) }
  })

/** Every pair of a forge and a way to it. */
export const ways: ReadonlyArray<readonly [Flavor, Way]> = [
  ["github", "direct"],
  ["github", "through a server"],
  ["forgejo", "direct"],
  ["forgejo", "through a server"]
]

/** A failure as a program tells it: one line on stderr that begins with its verb and fits, nothing on stdout. */
export const isOneLine = (
  assert: {
    readonly match: (text: string, pattern: RegExp) => void
    readonly deepStrictEqual: (a: unknown, b: unknown) => void
  },
  program: Program,
  ended: Ended,
  code: number,
  words: RegExp
): void => {
  assert.deepStrictEqual([ended.code, ended.stdout, ended.stderr.split("\n").length], [code, "", 2])
  assert.match(ended.stderr, new RegExp(`^${program} [^:]+: `))
  assert.match(ended.stderr, words)
}
