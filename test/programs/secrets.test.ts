import { assert, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { ErrGit, ErrTooLarge, ErrUnknownSecrets } from "../../src/core/errors.js"
import type { ScanReport } from "../../src/core/secret-api.js"
import { secretExec } from "../../src/programs/secret-exec.js"
import { secretList, secretScan } from "../../src/programs/secrets.js"
import { noSecrets } from "../../src/services/agent-surface/secret-verbs.js"
import { AgentSurface, type AgentSurfaceService } from "../../src/services/agent-surface/surface.js"
import { type Ended, Foreground, type Program } from "../../src/services/foreground.js"
import { Output } from "../../src/services/output.js"
import { Patches } from "../../src/services/patches.js"

/** The exit code or the failure, and what was printed. */
const run = <E extends { readonly message: string }>(
  program: Effect.Effect<number, E, AgentSurface | Output | Patches>,
  surface: Partial<AgentSurfaceService>,
  patch: string | ErrGit = "+x\n"
) => {
  const { written, layer } = Output.test()
  return program.pipe(
    Effect.merge,
    Effect.map((exit) => ({ ...written, exit: typeof exit === "number" ? exit : exit.message })),
    Effect.provide(Layer.mergeAll(layer, AgentSurface.test(surface), Patches.test(patch)))
  )
}

const list = {
  secrets: [
    { name: "A", description: "two\twords\n" },
    { name: "B", description: "" }
  ]
}

it.effect("2.5 list prints name and description, a secret a line, whatever stands in them", () =>
  Effect.gen(function* () {
    const surface = { secretList: Effect.succeed(list) }
    assert.deepStrictEqual(yield* run(secretList(false), surface), { exit: 0, out: "A\ttwo words \nB\t\n", err: "" })
    const { out } = yield* run(secretList(true), surface)
    assert.deepStrictEqual(JSON.parse(out), list)
  })
)

/** A server that reads the whole diff and then answers. */
const scanner = (findings: ScanReport["findings"]): Partial<AgentSurfaceService> => ({
  secretScan: (diff) => Effect.as(Stream.runDrain(diff), { findings })
})

it.effect("2.5 a clean scan is silent", () =>
  Effect.map(run(secretScan(["HEAD"]), scanner([])), (ran) =>
    assert.deepStrictEqual(ran, { exit: 0, out: "", err: "" })
  )
)

it.effect("2.5 a scan tells each finding on a line of its own, then how many and what to do", () =>
  Effect.gen(function* () {
    const findings = [
      { secret: "A", file: "a.txt", form: "raw" },
      { secret: "B", file: "b\nb.txt", form: "b64.0" }
    ]
    const { exit, out, err } = yield* run(secretScan(["HEAD"]), scanner(findings))
    assert.deepStrictEqual([exit, out], [1, ""])
    const lines = err.split("\n")
    assert.deepStrictEqual(lines.slice(0, 2), [
      "labctl secret scan: secret A (raw form) found in a.txt",
      "labctl secret scan: secret B (b64.0 form) found in b b.txt"
    ])
    assert.match(lines[2] ?? "", /^labctl secret scan: 2 findings: remove each value and rewrite the commits/)
    assert.strictEqual(lines.length, 4)
  })
)

it.effect("2.5 a listing that git did not end well is a failure, though the server found nothing", () =>
  Effect.gen(function* () {
    const failure = new ErrGit({ command: "git log", words: "fatal: bad revision" })
    const { exit, err } = yield* run(secretScan(["x"]), scanner([]), failure)
    assert.deepStrictEqual([exit, err], ["git log: fatal: bad revision", ""])
  })
)

it.effect("2.5 a refusal of the server is told, though git might have failed later", () =>
  Effect.gen(function* () {
    const surface = { secretScan: () => new ErrTooLarge({ reason: "diff too large" }) }
    const failure = new ErrGit({ command: "git log", words: "it was ended by SIGPIPE" })
    assert.strictEqual((yield* run(secretScan(["x"]), surface, failure)).exit, "diff too large")
  })
)

/** Runs `secret exec` with these values over a command that ends as told; what was started, and its exit code or failure. */
const exec = (values: Readonly<Record<string, string>> | ErrUnknownSecrets, ended: Ended, names = ["A"]) => {
  const started: Array<Program> = []
  const foreground = Layer.succeed(Foreground, {
    run: (program) =>
      Effect.sync(() => {
        started.push(program)
        return ended
      })
  })
  const surface = AgentSurface.test({
    secretValues: () => (values instanceof ErrUnknownSecrets ? Effect.fail(values) : Effect.succeed({ values }))
  })
  return secretExec(names, "deploy", ["now"]).pipe(
    Effect.merge,
    Effect.map((exit) => ({ started, exit: typeof exit === "number" ? exit : exit.message })),
    Effect.provide(Layer.merge(foreground, surface))
  )
}

for (const [what, ended, exit] of [
  ["its exit code is passed on", { code: 7, whole: true }, 7],
  ["0 is 0", { code: 0, whole: true }, 0],
  ["a death by signal is 1", { code: null, whole: true }, 1],
  ["0 with half of its output is 1", { code: 0, whole: false }, 1],
  ["another code with half of its output stays", { code: 7, whole: false }, 7]
] as const) {
  it.effect(`2.5 of a command, ${what}`, () =>
    Effect.map(exec({ A: "aaa-5501-aaa" }, ended), (ran) => assert.strictEqual(ran.exit, exit))
  )
}

it.effect("2.5 a command is given the values in its environment alone", () =>
  Effect.map(exec({ A: "aaa-5501-aaa" }, { code: 0, whole: true }), ({ started }) =>
    assert.deepStrictEqual(started, [{ command: "deploy", args: ["now"], env: { A: "aaa-5501-aaa" } }])
  )
)

it.effect("G03 nothing is started when a name is unknown, or when the server leaves one out", () =>
  Effect.gen(function* () {
    const unknown = yield* exec(new ErrUnknownSecrets({ names: ["B"] }), { code: 0, whole: true })
    assert.deepStrictEqual(unknown, { started: [], exit: "unknown secret(s): B" })
    const left = yield* exec({ A: "aaa-5501-aaa" }, { code: 0, whole: true }, ["A", "B"])
    assert.deepStrictEqual(left, { started: [], exit: "the server did not answer with B" })
  })
)

it.effect("without a server there are no secrets, and the error says where they live", () =>
  Effect.gen(function* () {
    for (const verb of [noSecrets.secretList, noSecrets.secretValues(["A"]), noSecrets.secretScan(Stream.empty)]) {
      const error = yield* Effect.flip<unknown, { readonly _tag: string; readonly message: string }, never>(verb)
      assert.strictEqual(error._tag, "ErrUnsupported")
      assert.include(error.message, "LAB_URL")
    }
  })
)
