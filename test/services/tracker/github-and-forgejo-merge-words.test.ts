import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Flavor } from "../../../src/core/repository.js"
import type { FaultKind } from "../../../src/programs/sandbox/faults.js"
import type { Sandbox } from "../../../src/testing.js"
import { failureOf, flavors, practice } from "../../support/sandbox.js"

const writesOf = (sandbox: Sandbox) => sandbox.requests.filter(({ method }) => method !== "GET")

/** A forge that answers the merge call so; everything else it answers truly. */
const refusing = (flavor: Flavor, fault: FaultKind) =>
  Effect.tap(practice(flavor), ({ sandbox }) => Effect.sync(() => sandbox.faults.add({ path: "/**/merge", fault })))

const refusals: Readonly<Record<Flavor, ReadonlyArray<readonly [status: number, message: string]>>> = {
  github: [
    [405, "Pull Request is not mergeable"],
    [405, "Base branch was modified. Review and try the merge again."],
    [405, 'Required status check "unit" is expected.'],
    [405, "2 of 3 required status checks are expected."],
    [405, "At least 1 approving review is required by reviewers with write access."],
    [405, "Squash merges are not allowed on this repository."],
    [405, "Changes must be made through the merge queue"],
    [405, "Repository rule violations found"],
    [405, "You're not authorized to push to this branch"],
    [409, "Head branch was modified. Review and try the merge again."],
    [409, "Head branch is out of date. Review and try the merge again."],
    [403, "Resource not accessible by integration"],
    [422, "Validation Failed"]
  ],
  forgejo: [
    [405, "User not allowed to merge PR"],
    [405, "Work in progress PRs cannot be merged"],
    [405, "Please try again later"],
    [405, "not allowed to merge [reason: Not all required status checks successful]"],
    [405, "not allowed to merge [reason: Does not have enough approvals]"],
    [405, "not allowed to merge [reason: There are requested changes]"],
    [405, "not allowed to merge [reason: There are official review requests]"],
    [405, "not allowed to merge [reason: The head branch is behind the base branch]"],
    [405, "not allowed to merge [reason: Changed protected files]"],
    [405, "squash is not an allowed merge style for this repository"],
    [409, "head out of date"],
    [409, "merge push out of date"],
    [409, "PushRejected without remote error message"],
    [403, "user should have a permission to write to a repo"],
    [413, "quota exceeded"],
    [422, "[Do]: Required"],
    [423, "<Repository 5:acme/widget> is archived"]
  ]
}

for (const flavor of flavors) {
  for (const [name, fault] of [
    ["no body", { kind: "status", status: 405, headers: {} }],
    ["an empty message", { kind: "json", status: 405, value: { message: "", url: "https://git.example/api/swagger" } }]
  ] as const) {
    it.scoped(`C62 a refusal of ${flavor} with ${name} says that no reason was given`, () =>
      Effect.gen(function* () {
        const { tracker } = yield* refusing(flavor, fault)
        const { message } = yield* failureOf(tracker.mergePull(7))
        assert.strictEqual(message, "merge refused: the forge answered 405 and gave no reason")
      })
    )
  }

  it.scoped(`C62 words of ${flavor} in plain text are words`, () =>
    Effect.gen(function* () {
      const { tracker } = yield* refusing(flavor, { kind: "status", status: 409, body: "merge push\nout of date\n" })
      assert.strictEqual((yield* failureOf(tracker.mergePull(7))).message, "merge refused: merge push out of date")
    })
  )

  for (const [status, message] of refusals[flavor]) {
    it.scoped(`C62 ${flavor} refuses with ${status} "${message}", and these are the words`, () =>
      Effect.gen(function* () {
        const { sandbox, tracker } = yield* refusing(flavor, { kind: "json", status, value: { message } })
        const error = yield* failureOf(tracker.mergePull(7))
        assert.deepInclude(error, { _tag: "ErrMergeRejected", words: message })
        assert.strictEqual(writesOf(sandbox).length, 1)
      })
    )
  }
}

it.scoped("8 a conflict that Forgejo describes without a message keeps its output", () =>
  Effect.gen(function* () {
    const value = { Style: "merge", StdOut: "CONFLICT (content): Merge conflict in a.txt\n", StdErr: "", Err: {} }
    const { tracker } = yield* refusing("forgejo", { kind: "json", status: 409, value })
    const error = yield* failureOf(tracker.mergePull(7))
    assert.strictEqual(error._tag, "ErrMergeRejected")
    assert.include(error.message, "Merge conflict in a.txt")
  })
)
