import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { toWire } from "../../../src/core/agent-errors.js"
import {
  ErrForge,
  ErrLogAdapterMismatch,
  ErrLogUpstream,
  ErrNotFound,
  ErrRateLimited,
  ErrUnknownCheck,
  ErrUnsupported
} from "../../../src/core/errors.js"
import { reportOf, textOf } from "../../../src/services/agent-surface/local-logs.js"
import type { LogError } from "../../../src/services/tracker/check-logs.js"
import { all, bytes, log, redactorOf, shown, source, told } from "./shown-logs.js"

const secret = "s3cr3t-value-0123456789"
const masking = redactorOf({ DEPLOY_KEY: secret })
const forms = [secret, Buffer.from(secret).toString("base64"), Buffer.from(secret).toString("hex")]

describe("redaction of what is shown", () => {
  it.effect("C19 the text, in each form and across pieces, all other bytes as they were", () =>
    Effect.gen(function* () {
      const text = `before ${forms.join(" | ")} after\n`
      for (let cut = 0; cut <= text.length; cut += 3) {
        const pieces = [bytes(text.slice(0, cut)), bytes(text.slice(cut))]
        const from = source([["unit", "failure", { attempt: 1, pieces }]])
        const found = yield* told(from, { ...all, check: "unit" }, masking)
        const mask = "[REDACTED:DEPLOY_KEY]"
        assert.strictEqual(found?.text, `before ${mask} | ${mask} | ${mask} after\n`)
      }
    })
  )

  it.effect("12.2.13 a heading, the document's names, and a name that a notice cuts in the middle of the value", () =>
    Effect.gen(function* () {
      const name = `${"x".repeat(190)}${secret}`
      const from = source([
        [`deploy ${secret}`, "failure", log("red\n")],
        [name, "failure", log("old\n", { fallback: { attempt: 2, status: 500 } })]
      ])
      const found = yield* shown(from, all, masking)
      assert.isDefined(found)
      if (found === undefined) return
      const everything = JSON.stringify([reportOf(found), Buffer.concat([...textOf(found)]).toString("utf8")])
      assert.include(everything, "=== logs: deploy [REDACTED:DEPLOY_KEY] ===")
      assert.notInclude(everything, secret.slice(0, 6))
    })
  )

  const errors: ReadonlyArray<LogError> = [
    new ErrUnsupported({ reason: `it links to https://x/${secret}` }),
    new ErrLogUpstream({ check: secret, asked: `GET /${secret}`, came: secret }),
    new ErrLogAdapterMismatch({ check: secret, asked: secret, came: secret, advice: secret }),
    new ErrForge({ asked: secret, status: 403, words: secret, remedy: secret }),
    new ErrRateLimited({ forge: "github", words: secret, retryAfter: 7 }),
    new ErrUnknownCheck({ check: secret, available: [secret, "unit"] }),
    new ErrNotFound({ subject: secret })
  ]
  for (const error of errors) {
    it.effect(`12.2.13 the words and fields of ${error._tag}, as an error and as a notice`, () =>
      Effect.gen(function* () {
        const rows = [
          ["unit", "failure", error],
          ["lint", "failure", log("red\n")]
        ] as const
        const failed = yield* Effect.flip(told(source(rows), all, masking))
        assert.strictEqual(failed._tag, error._tag)
        const wire = JSON.stringify(toWire(failed)) + failed.message
        assert.notInclude(wire, secret)
        assert.include(wire, "[REDACTED:DEPLOY_KEY]")
        const found = yield* told(source(rows), { partial: true }, masking)
        assert.notInclude(JSON.stringify(found), secret)
      })
    )
  }

  it.effect("12.2.13 the names that an unknown check lists", () =>
    Effect.gen(function* () {
      const from = source([[`deploy ${secret}`, "failure", log("red\n")]])
      const error = yield* Effect.flip(told(from, { ...all, check: "nope" }, masking))
      assert.deepInclude(error, { available: ["deploy [REDACTED:DEPLOY_KEY]"] })
    })
  )

  it.effect("6.3 a value that colour codes cut, which is whole once they are gone", () =>
    Effect.gen(function* () {
      const cut = `${secret.slice(0, 9)}\u001b[0m${secret.slice(9)}`
      const from = source([["unit", "failure", log(`##[error]${cut}\n`)]])
      const found = yield* told(from, { ...all, focus: 60 }, masking)
      assert.notInclude(found?.text, secret)
      assert.include(found?.text, "[REDACTED:DEPLOY_KEY]")
    })
  )
})
