import { assert, it } from "@effect/vitest"
import { Effect, FastCheck, Layer } from "effect"
import type { ChecksReport } from "../../src/core/agent-api.js"
import { ErrNotFound } from "../../src/core/errors.js"
import { checks, renderChecks } from "../../src/programs/checks.js"
import { AgentSurface } from "../../src/services/agent-surface/surface.js"
import { Output } from "../../src/services/output.js"
import { report, scriptedChecks } from "../support/surface.js"

const run = (answer: ChecksReport, json = false) => {
  const { written, layer } = Output.test()
  return checks({ n: 7, json }).pipe(
    Effect.either,
    Effect.provide(Layer.merge(layer, scriptedChecks(answer).layer)),
    Effect.map((exit) => ({ ...written, exit: exit._tag === "Right" ? exit.right : exit.left.message }))
  )
}

const green = report("success", "lint=success")
const exits: ReadonlyArray<readonly [name: string, report: ChecksReport, exit: number, err: string]> = [
  ["success ends with 0 and says nothing more", green, 0, ""],
  ["B01 C01 none ends with 0", report("none"), 0, ""],
  [
    "B02 C22 failure ends with 2 and says where the logs are",
    report("failure", "unit=failure"),
    2,
    "logs: labctl pr logs 7\n"
  ],
  ["B03 pending ends with 3, without the hint", report("pending", "e2e=pending"), 3, ""]
]

for (const [name, answer, exit, err] of exits) {
  it.effect(`2.3 ${name}`, () =>
    Effect.gen(function* () {
      const ended = yield* run(answer)
      assert.deepInclude(ended, { exit, err })
      assert.isTrue(ended.out.startsWith(`state: ${answer.state}\n`))
      const json = yield* run(answer, true)
      assert.deepStrictEqual(JSON.parse(json.out), answer)
      assert.deepInclude(json, { exit, err })
    })
  )
}

it.effect("6.2 a head without rows is its first line alone", () =>
  Effect.gen(function* () {
    assert.strictEqual((yield* run(report("none"))).out, "state: none\n")
  })
)

it.effect("B07 C05 C08 each row is printed in its order, with the forge's own word, nothing folded", () =>
  Effect.gen(function* () {
    const row = { name: "finish", summary: "", url: "https://git.example/1" }
    const { out } = yield* run({
      state: "failure",
      checks: [
        { ...row, state: "failure", rawState: "cancelled", summary: "Cancelled after 5m" },
        { ...row, state: "success", rawState: "success" }
      ]
    })
    assert.strictEqual(
      out,
      "state: failure\nfinish\tfailure\tcancelled\tCancelled after 5m\thttps://git.example/1\nfinish\tsuccess\tsuccess\t\thttps://git.example/1\n"
    )
  })
)

it.effect("12.2.20 C29 no text of a forge makes a second row, in the rows alone", () =>
  Effect.gen(function* () {
    const row = { name: "a\tb\nc", state: "success", rawState: "ok\r\n", summary: "x\u2028y\u0085z", url: "u\u202ev" }
    const answer = { state: "success", checks: [row] }
    assert.strictEqual((yield* run(answer)).out, "state: success\na b c\tsuccess\tok  \tx y z\tu v\n")
    assert.deepStrictEqual(JSON.parse((yield* run(answer, true)).out), answer)
  })
)

for (const word of ["weird", "SUCCESS", "", "constructor", "__proto__"]) {
  it.effect(`B14 the unknown aggregate ${JSON.stringify(word)} is printed, then it is an error that names it`, () =>
    Effect.gen(function* () {
      const { exit, out } = yield* run(report(word, "unit=success"))
      assert.strictEqual(out, `state: ${word}\nunit\tsuccess\tsuccess\t\t\n`)
      assert.strictEqual(exit, `the server answered an aggregate that this program does not know: ${word}`)
    })
  )
}

it.effect("an aggregate with line breaks in it stays one line", () =>
  Effect.gen(function* () {
    const { out } = yield* run(report("weird\nunit\tsuccess"))
    assert.strictEqual(out, "state: weird unit success\n")
  })
)

it.effect("an error of the surface prints nothing and is the program's own", () =>
  Effect.gen(function* () {
    const { written, layer } = Output.test()
    const asked: Array<number> = []
    const surface = AgentSurface.test({
      pullChecks: (n) =>
        Effect.suspend(() => {
          asked.push(n)
          return new ErrNotFound({ subject: `pull request ${n}` })
        })
    })
    const error = yield* Effect.flip(Effect.provide(checks({ n: 7, json: false }), Layer.merge(layer, surface)))
    assert.strictEqual(error.message, "pull request 7 not found")
    assert.deepStrictEqual([asked, written], [[7], { out: "", err: "" }])
  })
)

it("a report always has one line a row and five fields a line", () => {
  const text = FastCheck.string({ unit: "binary", maxLength: 6 })
  const row = FastCheck.record({ name: text, state: text, rawState: text, summary: text, url: text })
  FastCheck.assert(
    FastCheck.property(text, FastCheck.array(row, { maxLength: 5 }), (state, checks) => {
      const lines = renderChecks({ state, checks }).split("\n")
      assert.strictEqual(lines.length, checks.length + 2)
      for (const line of lines.slice(1, -1)) assert.strictEqual(line.split("\t").length, 5)
    })
  )
})
