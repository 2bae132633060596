import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Program, run } from "../support/program.js"

const direct = ["--repo", "--forge", "--insecure-http"]
const binding = ["--forge", "--api", "--token-file", "--insecure-http", "--json"]

/** Every verb with the options that the documents promise. */
const verbs: ReadonlyArray<readonly [program: Program, verb: string, options: ReadonlyArray<string>]> = [
  ["labctl", "pr create", ["--title", "--body", "--json", ...direct]],
  ["labctl", "pr view", ["--json", ...direct]],
  ["labctl", "pr list", ["--json", ...direct]],
  ["labctl", "pr merge", ["--head", "--json", ...direct]],
  ["labctl", "pr checks", ["--wait", "--interval", "--timeout", "--grace", "--json", ...direct]],
  ["lab", "serve", ["--listen", "--data-dir"]],
  ["lab", "demo", []],
  ["lab", "pat create", ["--name", "--data-dir"]],
  ["lab", "repo add", binding],
  ["lab", "repo list", ["--json"]],
  ["lab", "repo show", ["--json"]],
  ["lab", "repo set", ["--name", "--url", ...binding]],
  ["lab", "repo remove", ["--json"]],
  ["lab", "run token", ["--issue", "--branch", "--ttl", "--json"]]
]

for (const [program, verb, options] of verbs) {
  it.live(`${program} ${verb} --help names ${options.join(" ") || "no option"} and runs nothing`, () =>
    Effect.gen(function* () {
      const secret = { LAB_PAT: "lab_pat_hidden", LAB_TOKEN: "lab_run_hidden", LAB_FORGE_TOKEN: "hidden" }
      const env = { ...secret, LAB_URL: "http://127.0.0.1:1" }
      const { code, stdout, stderr } = yield* run(program, [...verb.split(" "), "--help"], { env })
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.include(stdout, `usage: ${program} ${verb}`)
      const [, list = ""] = stdout.split("\noptions:\n")
      const named = [...list.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name)
      assert.sameMembers(named, [...options, "--help"])
      assert.notInclude(stdout, "hidden")
    })
  )
}

it.live("the usage of each program lists its verbs", () =>
  Effect.gen(function* () {
    for (const program of ["lab", "labctl"] as const) {
      const { stdout } = yield* run(program, ["--help"])
      for (const [owner, verb] of verbs) if (owner === program) assert.match(stdout, new RegExp(`^ {2}${verb} `, "m"))
    }
  })
)
