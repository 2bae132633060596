import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import type { Comment, Review } from "../../../src/core/pull.js"
import { failureOf, flavors, inWaves, many, practice, repo } from "../../support/sandbox.js"

const verdict = ({ reviewer, state, body, dismissed }: Review) => [reviewer, state, body, dismissed]
const bodies = (comments: ReadonlyArray<Comment>) => comments.map(({ body }) => body)

for (const flavor of flavors) {
  describe(`reviews on ${flavor}`, () => {
    it.scoped("come oldest first, each in the words of the seam", () =>
      Effect.gen(function* () {
        const { world, tracker, head } = yield* practice(flavor)
        yield* TestClock.setTime(Date.parse("2026-09-01T10:00:00Z"))
        world.review(7, "ann", "changes_requested", "Names")
        world.review(7, "bob", "approved")
        world.review(7, null, "commented", "Hm")
        const reviews = yield* tracker.reviews(7)
        assert.deepStrictEqual(reviews.map(verdict), [
          ["ann", "changes_requested", "Names", false],
          ["bob", "approved", "", false],
          [null, "commented", "Hm", false]
        ])
        assert.deepInclude(reviews[0], { commit: head(), submittedAt: "2026-09-01T10:00:00.000Z" })
      })
    )

    it.scoped("C52 a dismissed one says so", () =>
      Effect.gen(function* () {
        const { world, tracker } = yield* practice(flavor)
        const review = world.review(7, "ann", "changes_requested")
        if (review !== undefined) review.dismissed = true
        const [read] = yield* tracker.reviews(7)
        assert.deepInclude(read, { dismissed: true, state: flavor === "github" ? "dismissed" : "changes_requested" })
      })
    )

    it.scoped("are read over all pages, side by side after the first", () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker, asked } = yield* practice(flavor)
        for (const n of many(230, (n) => n)) world.review(7, "ann", "commented", `${n}`)
        const reviews = yield* inWaves(sandbox, [1, flavor === "github" ? 2 : 4], tracker.reviews(7))
        assert.deepStrictEqual(
          reviews.map(({ body }) => body),
          many(230, String)
        )
        const first = { github: "per_page=100&page=1", forgejo: "page=1&limit=50" }[flavor]
        assert.strictEqual(asked()[0], `GET ${repo}/pulls/7/reviews?${first}`)
      })
    )

    it.scoped("one's own pending review is told, that of others is not", () =>
      Effect.gen(function* () {
        const { world, tracker } = yield* practice(flavor)
        world.review(7, "ann", "pending", "hidden")
        world.review(7, "lab-bot", "pending", "mine")
        assert.deepStrictEqual((yield* tracker.reviews(7)).map(verdict), [["lab-bot", "pending", "mine", false]])
      })
    )

    it.scoped("none is an empty list, an unknown pull is not found", () =>
      Effect.gen(function* () {
        const { tracker } = yield* practice(flavor)
        assert.deepStrictEqual(yield* tracker.reviews(7), [])
        assert.strictEqual((yield* failureOf(tracker.reviews(99))).message, "pull request 99 of acme/widget not found")
      })
    )

    it.scoped("that cannot be read are an error, never no reviews", () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker } = yield* practice(flavor)
        for (const n of many(130, (n) => n)) world.review(7, "ann", "approved", `${n}`)
        sandbox.faults.add({ path: `${repo}/pulls/7/reviews`, query: { page: "2" }, fault: { kind: "html" } })
        assert.deepInclude(yield* failureOf(tracker.reviews(7)), { _tag: "ErrForge", status: 502 })
      })
    )
  })

  describe(`the conversation on ${flavor}`, () => {
    it.scoped("comes oldest first, with author, times and address", () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker } = yield* practice(flavor)
        yield* TestClock.setTime(Date.parse("2026-09-01T10:00:00Z"))
        const edited = world.comment(7, "ann", "One\r\ntwo")
        world.comment(7, null, "")
        if (edited !== undefined) edited.updatedAt += 60_000
        const page = `${sandbox[flavor].web}/acme/widget/${flavor === "github" ? "pull" : "pulls"}/7`
        const [one, two] = yield* tracker.pullComments(7)
        assert.deepStrictEqual(one, {
          id: edited?.id ?? 0,
          author: "ann",
          body: "One\r\ntwo",
          createdAt: "2026-09-01T10:00:00.000Z",
          updatedAt: "2026-09-01T10:01:00.000Z",
          url: `${page}#issuecomment-${edited?.id}`
        })
        assert.deepInclude(two, { author: null, body: "" })
      })
    )

    it.scoped("holds neither line comments nor reviews", () =>
      Effect.gen(function* () {
        const { world, tracker } = yield* practice(flavor)
        world.lineComment(7, "ann", "here", "a.ts")
        world.review(7, "ann", "commented", "there")
        assert.deepStrictEqual(yield* tracker.pullComments(7), [])
      })
    )

    it.scoped("is whole, however long", () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker, asked } = yield* practice(flavor)
        for (const n of many(230, (n) => n)) world.comment(7, "ann", `${n}`)
        assert.deepStrictEqual(bodies(yield* tracker.pullComments(7)), many(230, String))
        const path = `GET ${repo}/issues/7/comments`
        assert.deepStrictEqual(
          [...asked()].sort(),
          { github: many(3, (page) => `${path}?per_page=100&page=${page}`), forgejo: [path] }[flavor]
        )
        assert.isAtMost(sandbox.measures().depth, 3)
      })
    )

    it.scoped("of an unknown pull is not found", () =>
      Effect.gen(function* () {
        const { tracker } = yield* practice(flavor)
        const { message } = yield* failureOf(tracker.pullComments(99))
        assert.strictEqual(message, "pull request 99 of acme/widget not found")
      })
    )

    for (const [name, time] of [
      ["with an offset", "2026-09-01T12:00:00+02:00"],
      ["with fractions", "2026-09-01T10:00:00.0004Z"]
    ] as const) {
      it.scoped(`reads times ${name} as the same instant`, () =>
        Effect.gen(function* () {
          const { sandbox, tracker } = yield* practice(flavor)
          const comment = { id: 1, user: { login: "a" }, body: null, html_url: "u", created_at: time, updated_at: time }
          const fault = { kind: "json", status: 200, value: [comment] } as const
          sandbox.faults.add({ path: `${repo}/issues/7/comments`, fault })
          const [read] = yield* tracker.pullComments(7)
          assert.deepInclude(read, { createdAt: "2026-09-01T10:00:00.000Z", body: "" })
        })
      )
    }

    it.scoped("a comment without a time is an error that names its place, not its text", () =>
      Effect.gen(function* () {
        const { sandbox, tracker } = yield* practice(flavor)
        const comment = { id: 1, user: { login: "a" }, body: "private words", html_url: "u", created_at: "yesterday" }
        const fault = { kind: "json", status: 200, value: [{ ...comment, updated_at: "yesterday" }] } as const
        sandbox.faults.add({ path: `${repo}/issues/7/comments`, fault })
        const { message } = yield* failureOf(tracker.pullComments(7))
        assert.include(message, "JSON of another shape at 0.created_at")
        assert.notInclude(message, "yesterday")
        assert.notInclude(message, "private words")
      })
    )
  })
}
