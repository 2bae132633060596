import { assert, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { documentOf, type LabAnswer } from "../../src/core/lab-answer.js"

const now = Date.UTC(2026, 0, 2, 3, 4, 5)
const json = "application/json; charset=utf-8"

const read = (answer: Partial<LabAnswer>) =>
  documentOf({ status: 200, contentType: json, location: undefined, retryAfter: undefined, text: "", ...answer }, now)

const failure = (answer: Partial<LabAnswer>) => Either.getOrThrow(Either.flip(read(answer)))

const proxy = "LAB_URL may point at an auth proxy in front of the server"

const refused: ReadonlyArray<readonly [name: string, answer: Partial<LabAnswer>, words: string]> = [
  [
    "a redirect names its Location",
    { status: 302, location: "https://sso.example/login" },
    `the server answered 302 with Location https://sso.example/login: ${proxy}`
  ],
  ["a redirect without a Location says so", { status: 307 }, `the server answered 307 with no Location: ${proxy}`],
  [
    "a redirect counts before its page",
    { status: 303, location: "/login", contentType: "text/html", text: "<a>" },
    `the server answered 303 with Location /login: ${proxy}`
  ],
  ["a 304 is a redirect that nobody asked for", { status: 304 }, `the server answered 304 with no Location: ${proxy}`],
  [
    "a page at 200 is no success",
    { contentType: "text/html", text: "<html>" },
    `the server answered 200 with a page of HTML: ${proxy}`
  ],
  [
    "a page at 201 is no success, so that a lost write cannot look like one",
    { status: 201, contentType: "text/html", text: "" },
    `the server answered 201 with a page of HTML: ${proxy}`
  ],
  [
    "a page is known by its first byte",
    { contentType: "text/plain", text: "\n <!doctype html>" },
    `the server answered 200 with a page of HTML: ${proxy}`
  ],
  [
    "a page at 502 names the proxy too",
    { status: 502, contentType: "text/html; charset=utf-8", text: "<h1>Bad Gateway" },
    `the server answered 502 with a page of HTML: ${proxy}`
  ],
  ["an empty 200 is no document", {}, "the server answered 200 with no JSON document: is LAB_URL a lab server?"],
  ["a 204 is no document", { status: 204 }, "the server answered 204 with no JSON document: is LAB_URL a lab server?"],
  [
    "text at 200 is no document",
    { contentType: "text/plain", text: "ok" },
    "the server answered 200 with no JSON document: is LAB_URL a lab server?"
  ],
  [
    "a JSON array is no document",
    { text: "[]" },
    "the server answered 200 with no JSON document: is LAB_URL a lab server?"
  ],
  ["null is no document", { text: "null" }, "the server answered 200 with no JSON document: is LAB_URL a lab server?"],
  [
    "a document that was cut off is none",
    { text: '{"prs":[' },
    "the server answered 200 with no JSON document: is LAB_URL a lab server?"
  ],
  [
    "an error text is taken as it is",
    { status: 500, text: '{"error":"internal error","code":"ErrStore"}' },
    "internal error"
  ],
  ["an error of an older server is its text", { status: 404, text: '{"error":"not found"}' }, "not found"],
  [
    "an unknown code is its text",
    { status: 418, text: '{"error":"short and stout","code":"ErrTeapot"}' },
    "short and stout"
  ],
  [
    "a known code without its fields is its text",
    { status: 404, text: '{"error":"not found","code":"ErrNotFound"}' },
    "not found"
  ],
  ["an error without a body is its status", { status: 503 }, "HTTP 503"],
  ["an error that is no JSON is its status", { status: 413, contentType: "text/plain", text: "too much" }, "HTTP 413"],
  ["an error text that is empty is its status", { status: 400, text: '{"error":""}' }, "HTTP 400"],
  ["an error that is no text is its status", { status: 400, text: '{"error":{"a":1}}' }, "HTTP 400"]
]

for (const [name, answer, words] of refused) {
  it(`2.1 ${name}`, () => {
    const error = failure(answer)
    assert.strictEqual(error._tag, "ErrLabServer")
    assert.strictEqual(error.message, words)
    assert.propertyVal(error, "status", answer.status ?? 200)
  })
}

it("2.1 a JSON object at 2xx is the document, whatever its media type", () => {
  for (const contentType of [json, "text/plain", undefined])
    assert.deepStrictEqual(read({ status: 201, contentType, text: '{"number":7}' }), Either.right({ number: 7 }))
})

it("2.1 an error that names its sentinel is that sentinel", () => {
  const error = failure({ status: 404, text: '{"error":"not found","code":"ErrNotFound","subject":"pull request 7"}' })
  assert.strictEqual(error._tag, "ErrNotFound")
  assert.strictEqual(error.message, "pull request 7 not found")
})

const limit = (resetAt?: string) =>
  JSON.stringify({
    error: "slow down",
    code: "ErrRateLimited",
    forge: "github",
    words: "quota",
    ...(resetAt && { resetAt })
  })

const onOurClock: ReadonlyArray<readonly [name: string, retryAfter: string | undefined, resetAt: string | undefined]> =
  [
    ["counts Retry-After from our now", "90", "2026-01-02T03:05:35.000Z"],
    ["keeps the server's moment without Retry-After", undefined, "2030-01-01T00:00:00.000Z"],
    ["keeps the server's moment beside a Retry-After that is no number", "soon", "2030-01-01T00:00:00.000Z"],
    ["keeps the server's moment beside a Retry-After of no possible year", "9".repeat(30), "2030-01-01T00:00:00.000Z"],
    ["comes back now for a Retry-After of 0", "0", "2026-01-02T03:04:05.000Z"]
  ]

for (const [name, retryAfter, resetAt] of onOurClock) {
  it(`a rate limit ${name}`, () => {
    const error = failure({ status: 503, retryAfter, text: limit("2030-01-01T00:00:00.000Z") })
    assert.strictEqual(error._tag, "ErrRateLimited")
    assert.propertyVal(error, "resetAt", resetAt)
    assert.propertyVal(error, "words", "quota")
  })
}

it("only an object at 2xx is ever a document", () => {
  const anything = FastCheck.oneof(FastCheck.json(), FastCheck.string())
  FastCheck.assert(
    FastCheck.property(FastCheck.integer({ min: 200, max: 599 }), anything, (status, text) => {
      const answer = read({ status, text })
      if (Either.isLeft(answer)) return
      assert.isBelow(status, 300)
      assert.deepStrictEqual(answer.right, JSON.parse(text))
      assert.isObject(answer.right)
    })
  )
})
