import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { failureOf, practice, repo } from "../../support/sandbox.js"

const now = Date.parse("2026-09-01T10:00:00Z")
const at = (seconds: number) => `${now / 1000 + seconds}`

interface Moment {
  readonly retryAfter?: number
  readonly resetAt?: string
}

/** Answers that are a limit, and the moment that they name. */
const limits: ReadonlyArray<
  readonly [name: string, status: number, headers: Record<string, string>, body: string, moment: Moment]
> = [
  [
    "C18a B16 a 403 with nothing remaining, reset in 90 s",
    403,
    { "x-ratelimit-remaining": "0", "x-ratelimit-reset": at(90) },
    '{"message":"API rate limit exceeded for user ID 7."}',
    { resetAt: "2026-09-01T10:01:30.000Z" }
  ],
  [
    "C18b a 403 with Retry-After and quota left",
    403,
    { "retry-after": "60", "x-ratelimit-remaining": "4211", "x-ratelimit-reset": at(3000) },
    '{"message":"wait"}',
    { retryAfter: 60, resetAt: "2026-09-01T10:01:00.000Z" }
  ],
  [
    "C18c a 403 that says so in words alone",
    403,
    { "x-ratelimit-remaining": "4211" },
    '{"message":"You have exceeded a secondary rate limit. Please wait a few minutes before you try again."}',
    {}
  ],
  ["7.2 the old words", 403, {}, '{"message":"You have triggered an abuse detection mechanism."}', {}],
  ["C18e a 429 without any header", 429, {}, "", {}],
  [
    "C18e a 429 with Retry-After",
    429,
    { "retry-after": "7" },
    "slow down",
    { retryAfter: 7, resetAt: "2026-09-01T10:00:07.000Z" }
  ],
  [
    "C18e a 429 with a date to come back",
    429,
    { "retry-after": "Tue, 01 Sep 2026 10:02:00 GMT" },
    "",
    { retryAfter: 120, resetAt: "2026-09-01T10:02:00.000Z" }
  ],
  [
    "7.1 a 429 with nothing remaining",
    429,
    { "x-ratelimit-remaining": "0", "x-ratelimit-reset": at(90) },
    '{"message":"API rate limit exceeded"}',
    { resetAt: "2026-09-01T10:01:30.000Z" }
  ],
  ["a 429 that is a page", 429, { "content-type": "text/html" }, "<html>Too many</html>", {}],
  [
    "7.3 a 403 with nothing remaining and an unreadable body",
    403,
    { "x-ratelimit-remaining": "0", "x-ratelimit-reset": at(90), "content-type": "text/html" },
    "<html>",
    { resetAt: "2026-09-01T10:01:30.000Z" }
  ]
]

/** Refusals that only look like one. */
const refusals: ReadonlyArray<readonly [name: string, headers: Record<string, string>, message: string]> = [
  ["C18d no permission", { "x-ratelimit-remaining": "4211" }, "Resource not accessible by integration"],
  [
    "7.3 no permission, the last unit spent on it",
    { "x-ratelimit-remaining": "0" },
    "Resource not accessible by personal access token"
  ],
  [
    "8.3 single sign-on",
    { "x-github-sso": "required; url=https://github.com/orgs/o/sso" },
    "Resource protected by organization SAML enforcement."
  ],
  ["a plain 403", {}, "Must have admin rights to Repository."]
]

const places = ["/pulls/7", "/commits/{sha}/check-runs", "/commits/{sha}/status"]

describe("a rate limit of github", () => {
  for (const place of places) {
    for (const [name, status, headers, body, moment] of limits) {
      it.scoped(`${name}, at ${place}, is a limit with its moment, asked once`, () =>
        Effect.gen(function* () {
          yield* TestClock.setTime(now)
          const { sandbox, tracker, asked } = yield* practice("github")
          sandbox.faults.add({ path: `${repo}${place}`, fault: { kind: "status", status, headers, body } })
          const error = yield* failureOf(tracker.checks(7))
          const named = error._tag === "ErrRateLimited" ? [error.retryAfter, error.resetAt] : [error]
          assert.deepStrictEqual(named, [moment.retryAfter, moment.resetAt])
          assert.strictEqual(new Set(asked()).size, asked().length)
        })
      )
    }

    for (const [name, headers, message] of refusals) {
      it.scoped(`${name}, at ${place}, is a refusal in the words of the forge, not a limit`, () =>
        Effect.gen(function* () {
          const { sandbox, tracker } = yield* practice("github")
          sandbox.faults.add({
            path: `${repo}${place}`,
            fault: { kind: "json", status: 403, value: { message }, headers }
          })
          const error = yield* failureOf(tracker.checks(7))
          assert.deepInclude(error, { _tag: "ErrForge", status: 403, words: message })
        })
      )
    }
  }

  it.scoped("C18c the words are in the message, so that it cannot pass for a refusal", () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("github")
      sandbox.faults.add({ path: "/**", fault: { kind: "secondary-limit" } })
      const { message } = yield* failureOf(tracker.checks(7))
      assert.match(message, /^rate limited by github \(it named no time to come back\): .*secondary rate limit/)
    })
  )

  it.scoped("a budget that ends between two reads of one call is a limit, not half an answer", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const { world, tracker, head } = yield* practice("github")
      world.rateLimit.limit = 2
      world.checkRuns(head(), [{ name: "unit", conclusion: "success" }])
      const error = yield* failureOf(tracker.checks(7))
      assert.deepInclude(error, { _tag: "ErrRateLimited", resetAt: "2026-09-01T11:00:00.000Z" })
      yield* TestClock.adjust("1 hour")
      world.rateLimit.limit = 5000
      assert.strictEqual((yield* tracker.checks(7)).checks.length, 1)
    })
  )
})
