import { join } from "node:path"
import * as Effect from "effect/Effect"
import { localOperator } from "../../services/operator-surface/local.js"
import { Output } from "../../services/output.js"
import * as Sandbox from "../sandbox/sandbox.js"
import { served } from "../serve.js"
import { leaked, script, story } from "./story.js"
import { clone, folder } from "./workshop.js"

const intro = (forge: string, server: string) => `
A practice forge speaks GitHub at ${forge}, a lab server listens on ${server}.
The server holds the forge's credential and a secret; the agent holds a token for one repository and one run.
`

/**
 * `lab demo`: a practice forge and a server on this machine alone, an agent with a run token, and the loop from a red pull request to a
 * merged one. `program` is the built `labctl`. Ends by itself.
 */
export const demo = (program: string) =>
  Effect.gen(function* () {
    const forge = yield* Sandbox.make({ git: "temporary", latencyMs: 20 })
    forge.world.script(script)
    const [home, dataDir] = yield* Effect.all([folder("agent"), folder("server")])
    const workspace = join(home, "widget")
    yield* clone(forge.repository.path ?? "", workspace)

    const state = { dataDir, databaseUrl: undefined, masterKeyFile: undefined }
    return yield* served(state, { host: "127.0.0.1", port: 0 }, (address) =>
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
        yield* operator.secretPut(name, "API_KEY", { value: leaked })
        const { token } = yield* operator.runToken(name, { branch: "parser" })
        yield* Effect.flatMap(Output, (output) => output.out(intro(forge.github.web, address)))
        const stage = { labctl: program, env: { LAB_URL: address, LAB_TOKEN: token }, cwd: workspace }
        return yield* Effect.scoped(story(stage, workspace, forge.world))
      })
    )
  }).pipe(Effect.scoped)
