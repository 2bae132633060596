import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { practice, repo } from "../../support/sandbox.js"

const review = { id: 77, user: { login: "bob" }, body: "", commit_id: "a".repeat(40) }

for (const [word, state, dismissed] of [
  ["APPROVED", "approved", false],
  ["CHANGES_REQUESTED", "changes_requested", false],
  ["COMMENTED", "commented", false],
  ["DISMISSED", "dismissed", true],
  ["PENDING", "pending", false],
  ["SOMETHING_NEW", "something_new", false]
] as const) {
  it.scoped(`5.5 the word ${word} is ${state}`, () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("github")
      const value = [{ ...review, state: word }]
      sandbox.faults.add({ path: `${repo}/pulls/7/reviews`, fault: { kind: "json", status: 200, value } })
      assert.deepStrictEqual(yield* tracker.reviews(7), [
        { id: 77, reviewer: "bob", state, body: "", dismissed, commit: "a".repeat(40), submittedAt: null }
      ])
    })
  )
}

it.scoped("5.4 account, body and commit may be gone", () =>
  Effect.gen(function* () {
    const { sandbox, tracker } = yield* practice("github")
    const value = [{ id: 1, user: null, body: null, state: "APPROVED", commit_id: null, submitted_at: null }]
    sandbox.faults.add({ path: `${repo}/pulls/7/reviews`, fault: { kind: "json", status: 200, value } })
    const [read] = yield* tracker.reviews(7)
    assert.deepInclude(read, { reviewer: null, body: "", commit: null, submittedAt: null })
  })
)

it.scoped("a review request is no review", () =>
  Effect.gen(function* () {
    const { world, tracker } = yield* practice("github")
    world.review(7, "ann", "review_requested")
    assert.deepStrictEqual(yield* tracker.reviews(7), [])
  })
)
