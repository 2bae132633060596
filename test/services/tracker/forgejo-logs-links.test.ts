import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { at, attempt, check, forge, page, served } from "./forgejo-red-row.js"
import { logOf, outcomeOf, type Scripted } from "./scripted-logs.js"

describe("6.4 12.2.33 a row that names another repository", () => {
  const other = "/acme/gizmo/actions/runs/12/jobs/0"

  it.scoped("is asked once without a credential, and read where the forge sends it on into this repository", () =>
    Effect.gen(function* () {
      for (const location of [page, `${page}/attempt/2`, `https://git.example.org${page}`]) {
        for (const status of [301, 307]) {
          const { tracker, asked } = yield* forge(
            { [at(other)]: { status, headers: { location } }, [attempt(1)]: served("1\n") },
            other
          )
          assert.deepStrictEqual(yield* outcomeOf(tracker, check), { text: "1\n", attempt: 1 })
          const there = asked.filter(({ path }) => path.startsWith("/acme/gizmo/"))
          assert.deepStrictEqual(
            there.map(({ headers }) => Object.keys(headers)),
            [["user-agent"]]
          )
        }
      }
    })
  )

  const strangers: ReadonlyArray<readonly [what: string, answer: Scripted]> = [
    ["shows its own attempt", { status: 307, headers: { location: at(`${other}/attempt/1`) } }],
    ["is not there", { status: 404 }],
    ["is a page", { type: "text/html", body: "<p>" }],
    ["sends to a sign-in", { status: 303, headers: { location: page } }],
    ["sends to no job page of ours", { status: 301, headers: { location: "/acme/widget/actions/runs/12" } }],
    ["says no Location", { status: 301 }]
  ]
  for (const [what, answer] of strangers) {
    it.scoped(`that ${what} is refused with its link, and its log is never asked for`, () =>
      Effect.gen(function* () {
        const { tracker, asked } = yield* forge(
          { [at(other)]: answer, [at(`${other}/attempt/1/logs`)]: served("x\n") },
          other
        )
        const error = yield* Effect.flip(logOf(tracker, check))
        assert.strictEqual(error._tag, "ErrUnsupported")
        for (const word of [`"${check}"`, other]) assert.include(error.message, word)
        const there = asked.filter(({ path }) => path.startsWith("/acme/gizmo/"))
        assert.deepStrictEqual(
          there.map(({ path }) => path),
          [other]
        )
        assert.notProperty(there[0]?.headers, "authorization")
        assert.isFalse(asked.some(({ path }) => path.includes("/repos/acme/gizmo")))
      })
    )
  }

  it.scoped(
    "12.1 a link below this repository's Actions that is no job page is a mismatch, and nothing is guessed",
    () =>
      Effect.gen(function* () {
        const { tracker, asked } = yield* forge({}, "/acme/widget/actions/runs/12")
        const error = yield* Effect.flip(logOf(tracker, check))
        assert.strictEqual(error._tag, "ErrLogAdapterMismatch")
        for (const word of [`"${check}"`, "/acme/widget/actions/runs/12"]) assert.include(error.message, word)
        assert.isFalse(asked.some(({ path }) => path.includes("/actions/")))
      })
  )
})
