import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { many, practice, repo } from "../../support/sandbox.js"

it.scoped("7 hidden pending rows are counted by the forge and never add up: that is no error", () =>
  Effect.gen(function* () {
    const { world, tracker } = yield* practice("forgejo")
    for (const n of many(120, (n) => n)) world.review(7, "ann", n % 3 === 0 ? "pending" : "commented", `${n}`)
    const reviews = yield* tracker.reviews(7)
    assert.deepStrictEqual(
      reviews.map(({ body }) => Number(body)),
      many(120, (n) => n).filter((n) => n % 3 !== 0)
    )
  })
)

it.scoped("7 a first page of hidden rows alone does not end the list", () =>
  Effect.gen(function* () {
    const { world, tracker } = yield* practice("forgejo")
    for (const n of many(60, (n) => n)) world.review(7, "ann", n <= 55 ? "pending" : "approved", `${n}`)
    assert.strictEqual((yield* tracker.reviews(7)).length, 5)
  })
)

const review = { id: 77, user: { id: 8, login: "bob" }, body: "", commit_id: "a".repeat(40), dismissed: false }

for (const [word, state] of [
  ["APPROVED", "approved"],
  ["REQUEST_CHANGES", "changes_requested"],
  ["COMMENT", "commented"],
  ["REQUEST_REVIEW", "review_requested"],
  ["PENDING", "pending"],
  ["SOMETHING_NEW", "something_new"],
  ["", ""]
] as const) {
  it.scoped(`5.4 the word ${JSON.stringify(word)} is ${JSON.stringify(state)}`, () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("forgejo")
      const value = [{ ...review, state: word }]
      sandbox.faults.add({ path: `${repo}/pulls/7/reviews`, fault: { kind: "json", status: 200, value } })
      assert.deepInclude((yield* tracker.reviews(7))[0], { id: 77, reviewer: "bob", state })
    })
  )
}

it.scoped("7 a request to a team has no reviewer and no commit", () =>
  Effect.gen(function* () {
    const { sandbox, tracker } = yield* practice("forgejo")
    const value = [{ ...review, state: "REQUEST_REVIEW", user: null, team: { id: 1, name: "core" }, commit_id: "" }]
    sandbox.faults.add({ path: `${repo}/pulls/7/reviews`, fault: { kind: "json", status: 200, value } })
    assert.deepInclude((yield* tracker.reviews(7))[0], { reviewer: null, commit: null, submittedAt: null })
  })
)
