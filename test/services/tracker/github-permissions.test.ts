import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { failureOf, practice, repo } from "../../support/sandbox.js"

const runs = `${repo}/commits/{sha}/check-runs`

describe("8.1 a refusal of check runs on github", () => {
  const message = "Resource not accessible by personal access token"
  for (const [name, path, headers, remedy] of [
    ["says which token can read them", runs, {}, /Checks: read.*fine-grained token cannot/],
    ["says so beside what the forge accepts", runs, { "x-accepted-github-permissions": "checks=read" }, /fine-grained/],
    [
      "says to authorize single sign-on when that is it",
      runs,
      { "x-github-sso": "required; url=https://github.com/sso?authorization_request=SECRET" },
      /single sign-on/
    ],
    [
      "of statuses names the permission that the forge names",
      `${repo}/commits/{sha}/status`,
      { "x-accepted-github-permissions": "statuses=read" },
      /needs the permission statuses=read/
    ],
    [
      "of statuses without a hint says that the token may not",
      `${repo}/commits/{sha}/status`,
      {},
      /the token may not do this/
    ]
  ] as const) {
    it.scoped(name, () =>
      Effect.gen(function* () {
        const { sandbox, tracker } = yield* practice("github")
        sandbox.faults.add({ path, fault: { kind: "json", status: 403, value: { message }, headers } })
        const error = yield* failureOf(tracker.checks(7))
        assert.deepInclude(error, { _tag: "ErrForge", status: 403, words: message })
        assert.match(error.message, remedy)
        assert.notInclude(error.message, "SECRET")
      })
    )
  }

  it.scoped("2.1 a commit that github does not know yet is an error in its words, never none", () =>
    Effect.gen(function* () {
      const { sandbox, tracker, head } = yield* practice("github")
      const value = { message: `No commit found for SHA: ${head()}`, status: "422" }
      sandbox.faults.add({ path: runs, fault: { kind: "json", status: 422, value } })
      const error = yield* failureOf(tracker.checks(7))
      assert.deepInclude(error, { _tag: "ErrForge", status: 422, words: value.message })
    })
  )
})
