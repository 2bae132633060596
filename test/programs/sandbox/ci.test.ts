import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { make } from "../../../src/programs/sandbox/sandbox.js"
import { at, call, column } from "./client.js"

const repo = "/repos/acme/widget"
const shas = ["a".repeat(40), "b".repeat(40)] as const

describe("the scripted CI", () => {
  it.scoped("plays its steps from the moment a head is first seen, on both wires", () =>
    Effect.gen(function* () {
      const sandbox = yield* make()
      sandbox.world.script((nth) => [
        { afterMs: 1000, checkRuns: [{ name: "unit", status: "in_progress" }] },
        { afterMs: 5000, checkRuns: [{ name: "unit", conclusion: nth === 1 ? "failure" : "success" }] }
      ])
      const states = Effect.gen(function* () {
        const pull = yield* call(`${sandbox.github.api}${repo}/pulls/7`)
        const ref = `${repo}/commits/${String(at(pull.json, "head", "sha"))}`
        const runs = yield* call(`${sandbox.github.api}${ref}/check-runs`)
        const statuses = yield* call(`${sandbox.forgejo.api}${ref}/status`)
        const words = (key: string) => column(at(runs.json, "check_runs"), key)
        return [...words("status"), ...words("conclusion"), ...column(at(statuses.json, "statuses"), "status")]
      })
      sandbox.world.push("feat", shas[0])
      assert.deepStrictEqual(yield* states, [])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* states, ["in_progress", null, "pending"])
      yield* TestClock.adjust("4 seconds")
      assert.deepStrictEqual(yield* states, ["completed", "failure", "failure"])
      sandbox.world.push("feat", shas[1])
      assert.deepStrictEqual(yield* states, [])
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* states, ["completed", "success", "success"])
    })
  )

  const jobs = [
    [{ status: "queued" }, "pending", "pending", "Waiting to run"],
    [{ status: "waiting" }, "pending", "pending", "Blocked by required conditions"],
    [{ status: "in_progress" }, "pending", "pending", "Has started running"],
    [{ conclusion: "success" }, "success", "success", "Successful in 12s"],
    [{ conclusion: "failure" }, "failure", "failure", "Failing after 12s"],
    [{ conclusion: "cancelled" }, "failure", "failure", "Has been cancelled"],
    [{ conclusion: "skipped" }, "success", "skipped", "Has been skipped"]
  ] as const
  for (const [job, fifteen, sixteen, description] of jobs) {
    it.scoped(`lets Forgejo Actions write ${JSON.stringify(job)} as a status`, () =>
      Effect.gen(function* () {
        const sandbox = yield* make({ prefix: "/forge" })
        sandbox.world.checkRuns(shas[0], [
          { name: "first", conclusion: "success", run: 57 },
          { name: "unit", run: 57, event: "push", ...job }
        ])
        const row = (major: 15 | 16) => {
          sandbox.world.forgejo = major
          return Effect.map(call(`${sandbox.forgejo.api}${repo}/commits/${shas[0]}/status`), ({ json }) =>
            at(json, "statuses", 1)
          )
        }
        const [old, recent] = [yield* row(15), yield* row(16)]
        assert.deepStrictEqual([at(old, "status"), at(recent, "status")], [fifteen, sixteen])
        assert.deepStrictEqual(
          ["description", "context", "target_url", "creator"].map((key) => at(old, key)),
          [description, "ci / unit (push)", "/forge/acme/widget/actions/runs/57/jobs/1", null]
        )
      })
    )
  }

  const combined = [
    [["success", "pending", "failure"], "failure", "failure"],
    [["success", "error"], "failure", "failure"],
    [["success", "pending", "warning"], "pending", "warning"],
    [["success", "pending"], "pending", "pending"],
    [["success"], "success", "success"],
    [[], "pending", ""]
  ] as const
  for (const [states, github, forgejo] of combined) {
    it.scoped(`is summed up by each forge in its own word: ${states.join(", ") || "none"}`, () =>
      Effect.gen(function* () {
        const sandbox = yield* make()
        sandbox.world.statuses(
          shas[0],
          states.map((state, n) => ({ context: `${n}`, state }))
        )
        const word = (api: string) =>
          Effect.map(call(`${api}${repo}/commits/${shas[0]}/status`), ({ json }) => at(json, "state"))
        assert.deepStrictEqual([yield* word(sandbox.github.api), yield* word(sandbox.forgejo.api)], [github, forgejo])
      })
    )
  }
})
