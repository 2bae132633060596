import { join } from "node:path"
import * as Effect from "effect/Effect"
import { localOperator } from "../../services/operator-surface/local.js"
import { Output } from "../../services/output.js"
import type { CiStep } from "../sandbox/ci.js"
import * as Sandbox from "../sandbox/sandbox.js"
import { served } from "../serve.js"
import { labctl, type Stage } from "./command.js"
import { clone, folder, push } from "./workshop.js"

/** How long the practice CI takes: long enough to be seen waiting, short enough for a demo. */
const ciMillis = 3000

const running: CiStep = {
  afterMs: 0,
  checkRuns: [
    { name: "lint", status: "in_progress" },
    { name: "test", status: "in_progress" }
  ]
}

const ended = (conclusion: "failure" | "success"): CiStep => ({
  afterMs: ciMillis,
  checkRuns: [
    { name: "lint", conclusion: "success" },
    { name: "test", conclusion, title: conclusion === "failure" ? "1 of 12 tests failed" : "12 tests passed" }
  ]
})

const say = (text: string) => Effect.flatMap(Output, (output) => output.out(`\n${text}\n`))

/** What the agent does, and what it is shown. Answers with 0 when each command ended as the story says. */
const story = (stage: Stage, workspace: string) =>
  Effect.gen(function* () {
    const ends: Array<boolean> = []
    const step = (expected: number, ...args: ReadonlyArray<string>) =>
      Effect.map(labctl(stage, ...args), ({ code, said }) => {
        ends.push(code === expected)
        return said
      })

    yield* say("1. An agent has pushed its branch and opens a pull request. It names neither head nor base.")
    yield* push(workspace, "parser", "parser.txt", "one\n", "Add parser")
    const opened = yield* step(0, "pr", "create", "--title", "Add parser", "--body", "Parses what comes in.")
    const number = opened.split("\t")[0] ?? ""

    yield* say("2. Is CI green? One command waits for the answer. It is red: exit 2, and stderr says where to look.")
    yield* step(2, "pr", "checks", number, "--wait", "--interval", "1", "--grace", "5")

    yield* say("3. The agent mends the parser and pushes. The head moves, so its checks start anew: exit 3 is pending.")
    yield* push(workspace, "parser", "parser.txt", "two\n", "Keep the last row")
    yield* step(3, "pr", "checks", number)

    yield* say("4. It waits again. Green: exit 0.")
    yield* step(0, "pr", "checks", number, "--wait", "--interval", "1")

    yield* say("5. It lands the commit that it has seen green; the forge decides, and has the last word.")
    yield* step(0, "pr", "merge", number)
    yield* step(0, "pr", "list")

    const well = ends.every((end) => end)
    yield* say(
      well
        ? "That was the loop: push, wait, read, mend, land. The forge, the server and all files of this demo are gone now."
        : "A command ended otherwise than the story says: that is a bug."
    )
    return well ? 0 : 1
  })

/**
 * `lab demo`: a practice forge and a server on this machine alone, an agent with a run token, and the loop from a red pull request to a merged one.
 * `program` is the built `labctl`. Ends by itself.
 */
export const demo = (program: string) =>
  Effect.gen(function* () {
    const forge = yield* Sandbox.make({ git: "temporary", latencyMs: 20 })
    forge.world.script((nth) => [running, ended(nth === 1 ? "failure" : "success")])
    const [home, dataDir] = yield* Effect.all([folder("agent"), folder("server")])
    const workspace = join(home, "widget")
    yield* clone(forge.repository.path ?? "", workspace)

    return yield* served(
      { dataDir, databaseUrl: undefined, masterKeyFile: undefined },
      { host: "127.0.0.1", port: 0 },
      (address) =>
        Effect.gen(function* () {
          const operator = yield* localOperator
          const { owner, name } = forge.world
          yield* operator.repoAdd({
            name,
            remote_url: `${forge.github.web}/${owner}/${name}`,
            forge: "github",
            api: forge.github.api,
            token: forge.token
          })
          const { token } = yield* operator.runToken(name, { branch: "parser" })
          yield* say(
            `A practice forge speaks GitHub at ${forge.github.web}, a lab server listens on ${address}.\nThe server holds the forge's credential; the agent holds a token for one repository and one run.`
          )
          return yield* story(
            { labctl: program, env: { LAB_URL: address, LAB_TOKEN: token }, cwd: workspace },
            workspace
          )
        })
    )
  }).pipe(Effect.scoped)
