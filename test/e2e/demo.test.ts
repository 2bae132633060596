import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { run } from "../support/program.js"

it.live(
  "lab demo ends by itself with 0: red, pushed to, green, merged",
  () =>
    Effect.gen(function* () {
      const { code, stdout, stderr } = yield* run("lab", ["demo"])
      assert.deepStrictEqual([code, stderr], [0, ""], stdout)
      const exits = [...stdout.matchAll(/^ {2}exit (\d)$/gm)].map(([, digit]) => Number(digit))
      assert.includeMembers(exits, [0, 2, 3])
      for (const words of ["$ labctl pr create", "--wait", "state: failure", "state: success", "merged"])
        assert.include(stdout, words)
      for (const words of ["lab_run_", "sandbox-token-", "\u001b"]) assert.notInclude(stdout, words)
    }),
  60_000
)
