import { assert, describe, it } from "@effect/vitest"
import { ErrForge, ErrLabServer, ErrNotFound, ErrRateLimited, ErrTrackerConfig } from "../../../src/core/errors.js"
import type { ReadFailure } from "../../../src/core/wait.js"
import { pollFailure } from "../../../src/core/watch/poll-failure.js"
import { minute } from "./samples.js"

const path = "github GET /repos/acme/widget/commits"
const forge = (asked: string, words: string, status?: number, remedy?: string) =>
  new ErrForge({
    asked,
    words,
    ...(status === undefined ? {} : { status }),
    ...(remedy === undefined ? {} : { remedy })
  })
const limit = (words: string, retryAfter: number) => new ErrRateLimited({ forge: "github", words, retryAfter })

const rows: ReadonlyArray<readonly [rule: string, reason: string, ...errors: ReadonlyArray<ReadFailure>]> = [
  [
    "a rate limit names the limit, not the second",
    "rate limit of github",
    limit("API rate limit exceeded for user ID 42. (request ID ABCD:12EF:1)", 60),
    limit("API rate limit exceeded for user ID 42. (request ID ABCD:12EF:2)", 30)
  ],
  [
    "a secondary limit is another one",
    "secondary rate limit of github",
    limit("You have exceeded a secondary rate limit.", 60),
    limit("You have triggered an abuse detection mechanism.", 1)
  ],
  [
    "a forge that fails is one fault, whichever of the reads met it",
    "github answered 502: (a page of text/html)",
    forge(`${path}/${"a".repeat(40)}/status`, "(a page of text/html)", 502),
    forge("github GET /repos/acme/widget/pulls/7", "(a page of text/html)", 502)
  ],
  [
    "a forge that cannot be reached likewise",
    "forgejo failed: connection refused (ECONNREFUSED)",
    forge("forgejo GET /repos/acme/widget/pulls/7", "connection refused (ECONNREFUSED)"),
    forge("forgejo GET /repos/acme/widget/pulls/7/reviews", "connection refused (ECONNREFUSED)")
  ],
  [
    "a refusal names what was asked, but no commit",
    `${path}/HEAD/check-runs answered 403: Resource not accessible; the token needs the permission checks=read`,
    forge(
      `${path}/${"a1".repeat(20)}/check-runs`,
      "Resource not accessible",
      403,
      "the token needs the permission checks=read"
    ),
    forge(
      `${path}/${"b2".repeat(20)}/check-runs`,
      "Resource not accessible",
      403,
      "the token needs the permission checks=read"
    )
  ],
  [
    "ids, times and counters are left out",
    "github answered 500: failed N of N at N, request N",
    forge("github GET /x", "failed 3 of 12 at 2026-01-01T10:00:00Z, request 8C1F-4a2b:77", 500),
    forge("github GET /y", "failed 4 of 12 at 2026-01-01T10:00:30Z, request 0D9E-4c3d:78", 500)
  ],
  [
    "an answer of another shape names where",
    "github GET /x answered 200: JSON of another shape at N.user",
    forge("github GET /x", "JSON of another shape at 3.user", 200),
    forge("github GET /x", "JSON of another shape at 5.user", 200)
  ],
  [
    "a lab server's status stays, the query of an address does not",
    "the server answered 302 with Location https://login.test/in: LAB_URL may point at an auth proxy",
    ...["a=SECRET1", "b=2"].map(
      (query) =>
        new ErrLabServer({
          status: 302,
          words: `the server answered 302 with Location https://login.test/in?${query} : LAB_URL may point at an auth proxy`
        })
    )
  ],
  ["what is left says what it says", "no credential", new ErrTrackerConfig({ reason: "no credential" })]
]

describe("the same fault gives the same reason", () => {
  for (const [rule, reason, ...errors] of rows) {
    it(rule, () => {
      for (const error of errors) assert.strictEqual(pollFailure(error).reason.replace(" :", ":"), reason)
    })
  }
})

it("only a pull that is not there is missing", () => {
  assert.deepInclude(pollFailure(new ErrNotFound({ subject: "pull request #99" })), {
    missing: true,
    reason: "pull request #99 not found"
  })
  for (const [, , ...errors] of rows) for (const error of errors) assert.isFalse(pollFailure(error).missing)
})

it("a rate limit that names its reset says when to come back, no other failure does", () => {
  const named = new ErrRateLimited({ forge: "github", words: "", resetAt: minute(5) })
  assert.strictEqual(pollFailure(named).notBefore, minute(5))
  for (const [, , ...errors] of rows) for (const error of errors) assert.isUndefined(pollFailure(error).notBefore)
})
