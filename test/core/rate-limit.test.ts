import { assert, it } from "@effect/vitest"
import { FastCheck, Schema } from "effect"
import { Instant, instantOf } from "../../src/core/instant.js"
import { type Throttle, throttleOf } from "../../src/core/rate-limit.js"

const now = Date.UTC(2026, 0, 2, 3, 4, 5)
const at = (seconds: number) => instantOf(now + seconds * 1000)
const reset = (seconds: number) => String(now / 1000 + seconds)

interface Row {
  readonly name: string
  readonly status: number
  readonly headers?: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly message?: string
  readonly throttle: Throttle | undefined
}

const secondary = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
const noPermission = "Resource not accessible by integration"

const rows: ReadonlyArray<Row> = [
  {
    name: "C18 (a) a 403 with nothing remaining comes back at the reset",
    status: 403,
    headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset(90) },
    message: "API rate limit exceeded for user ID 1.",
    throttle: { resetAt: at(90) }
  },
  {
    name: "C18 (b) a 403 with Retry-After is a limit though quota is left",
    status: 403,
    headers: { "retry-after": "60", "x-ratelimit-remaining": "4211", "x-ratelimit-reset": reset(3000) },
    throttle: { retryAfter: 60, resetAt: at(60) }
  },
  {
    name: "C18 (c) a 403 that speaks of a secondary limit names no moment when the forge gave none",
    status: 403,
    headers: { "x-ratelimit-remaining": "4211", "x-ratelimit-reset": reset(3000) },
    message: secondary,
    throttle: {}
  },
  {
    name: "C18 (d) a 403 for a missing permission is no limit",
    status: 403,
    headers: { "x-ratelimit-remaining": "4210" },
    message: noPermission,
    throttle: undefined
  },
  { name: "C18 (e) a 429 is a limit without any header", status: 429, throttle: {} },
  {
    name: "a 429 takes its moment from Retry-After before the reset",
    status: 429,
    headers: { "retry-after": "7", "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset(90) },
    throttle: { retryAfter: 7, resetAt: at(7) }
  },
  {
    name: "a 429 with nothing remaining comes back at the reset",
    status: 429,
    headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset(90) },
    throttle: { resetAt: at(90) }
  },
  {
    name: "a permission 403 that spent the last unit is no limit",
    status: 403,
    headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset(90) },
    message: "Resource not accessible by personal access token",
    throttle: undefined
  },
  {
    name: "nothing remaining is enough when the body cannot be read",
    status: 403,
    headers: { "x-ratelimit-remaining": "0" },
    message: "(empty body)",
    throttle: {}
  },
  {
    name: "the old word for a secondary limit is known",
    status: 403,
    message: "You have triggered an abuse detection mechanism.",
    throttle: {}
  },
  {
    name: "a secondary limit with Retry-After names its moment",
    status: 403,
    headers: { "retry-after": "30" },
    message: secondary,
    throttle: { retryAfter: 30, resetAt: at(30) }
  },
  {
    name: "a plain 403 is no limit",
    status: 403,
    message: "Must have admin rights to Repository.",
    throttle: undefined
  },
  {
    name: "a 403 for single sign-on is no limit",
    status: 403,
    headers: { "x-github-sso": "required; url=https://github.com/orgs/o/sso", "x-ratelimit-remaining": "12" },
    message: "Resource protected by organization SAML enforcement.",
    throttle: undefined
  },
  {
    name: "a 200 that spent the last unit is no limit",
    status: 200,
    headers: { "x-ratelimit-remaining": "0" },
    throttle: undefined
  },
  { name: "a 404 with Retry-After is no limit", status: 404, headers: { "retry-after": "60" }, throttle: undefined },
  { name: "a 503 with Retry-After is no limit", status: 503, headers: { "retry-after": "60" }, throttle: undefined },
  {
    name: "a Retry-After of 0 is now",
    status: 429,
    headers: { "retry-after": "0" },
    throttle: { retryAfter: 0, resetAt: at(0) }
  },
  {
    name: "a Retry-After as a date is counted from our clock",
    status: 429,
    headers: { "retry-after": "Fri, 02 Jan 2026 03:05:05 GMT" },
    throttle: { retryAfter: 60, resetAt: at(60) }
  },
  {
    name: "a Retry-After date in the past is now",
    status: 429,
    headers: { "retry-after": "Fri, 02 Jan 2026 03:00:00 GMT" },
    throttle: { retryAfter: 0, resetAt: at(0) }
  },
  {
    name: "a Retry-After that is neither is passed over",
    status: 429,
    headers: { "retry-after": "soon" },
    throttle: {}
  },
  {
    name: "an empty Retry-After makes no limit of a 403",
    status: 403,
    headers: { "retry-after": "" },
    throttle: undefined
  },
  {
    name: "of a repeated header the first counts",
    status: 429,
    headers: { "retry-after": ["5", "9"] },
    throttle: { retryAfter: 5, resetAt: at(5) }
  },
  {
    name: "a reset that is no number is passed over",
    status: 403,
    headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "tomorrow" },
    throttle: {}
  }
]

for (const { name, status, headers = {}, message = "", throttle } of rows) {
  it(name, () => assert.deepStrictEqual(throttleOf(status, headers, message, now), throttle))
}

const digits = FastCheck.stringMatching(/^\d{1,30}$/)

it("no number of a header, however large, breaks the reading or names a moment that is no instant", () => {
  FastCheck.assert(
    FastCheck.property(digits, digits, FastCheck.boolean(), (retryAfter, resetAt, both) => {
      const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": resetAt }
      const throttle = throttleOf(429, both ? { ...headers, "retry-after": retryAfter } : headers, "", now)
      assert.isDefined(throttle)
      if (throttle?.resetAt !== undefined) assert.isTrue(Schema.is(Instant)(throttle.resetAt))
    })
  )
})
