import { assert, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { answerWords, isPage } from "../../src/core/answer-words.js"

const bytes = (text: string) => new TextEncoder().encode(text)
const json = "application/json; charset=utf-8"

const rows: ReadonlyArray<readonly [name: string, contentType: string | undefined, body: string, words: string]> = [
  [
    "the message of a JSON body",
    json,
    '{"message":"Not Found","documentation_url":"https://x","status":"404"}',
    "Not Found"
  ],
  [
    "the message, then errors that are facts",
    json,
    '{"message":"Validation Failed","errors":[{"resource":"PullRequest","field":"head","code":"invalid"}]}',
    "Validation Failed: PullRequest head invalid"
  ],
  [
    "the message, then errors in their own words",
    json,
    '{"message":"Validation Failed","errors":[{"resource":"PullRequest","code":"custom","message":"A pull request already exists for o:b."}]}',
    "Validation Failed: A pull request already exists for o:b."
  ],
  ["errors that are strings", json, '{"message":"no","errors":["one","two"]}', "no: one: two"],
  ["errors that are one string", json, '{"message":"no","errors":"one"}', "no: one"],
  ["errors without a message", json, '{"errors":["one"]}', "one"],
  ["errors that say nothing", json, '{"message":"no","errors":[null,{},7,{"index":0}]}', "no"],
  ["JSON whatever media type it has", undefined, '{"message":"Server Error"}', "Server Error"],
  ["a JSON body that names no message, as text", json, '{"status":"error"}', '{"status":"error"}'],
  ["a message that is no text, as text", json, '{"message":{"a":1}}', '{"message":{"a":1}}'],
  ["a JSON body that was cut off, as text", json, '{"message":"No', '{"message":"No'],
  [
    "of a page its media type alone",
    "text/html; charset=utf-8",
    "<html><title>502 Bad Gateway</title></html>",
    "(a page of text/html)"
  ],
  [
    "of a page without a media type that it is one",
    undefined,
    "\n  <!DOCTYPE html><p>secret path</p>",
    "(a page of text/html)"
  ],
  ["of a page under a wrong media type nothing either", "text/plain", "<p>hello</p>", "(a page of text/plain)"],
  ["text with its blanks collapsed", "text/plain", "  404  page\r\n\tnot found\n", "404 page not found"],
  ["text without its control characters", "text/plain", "a\u0000b\u001b[31mc\u0085d\u2028e\u202ef", "a b [31mc d e f"],
  ["a message of several lines on one", json, '{"message":"one\\ntwo\\u0000three"}', "one two three"],
  ["an empty body as such", json, "", "(empty body)"],
  ["a blank body as such", "text/html", " \r\n\t", "(empty body)"],
  [
    "an empty message as an empty body",
    json,
    '{"message":"","url":"https://forge.example/api/swagger"}',
    "(empty body)"
  ],
  ["an empty message by its errors", json, '{"message":"","errors":["no such branch"]}', "no such branch"],
  ["a message of control characters alone as an empty body", json, '{"message":"\\u0000"}', "(empty body)"]
]

for (const [name, contentType, body, words] of rows) {
  it(`says ${name}`, () => assert.strictEqual(answerWords(contentType, bytes(body), []), words))
}

it("cuts after 512 bytes, and says so", () => {
  assert.strictEqual(answerWords("text/plain", bytes("x".repeat(512)), []), "x".repeat(512))
  assert.strictEqual(answerWords("text/plain", bytes("x".repeat(513)), []), `${"x".repeat(512)}…`)
})

for (const [character, kept] of [
  ["é", 511],
  ["€", 511],
  ["👾", 511]
] as const) {
  it(`never cuts through ${character}`, () => {
    const text = "x".repeat(kept) + character.repeat(9)
    assert.strictEqual(answerWords("text/plain", bytes(text), []), `${"x".repeat(kept)}…`)
  })
}

it("C18 takes out the credential that a server echoes, wherever it stands", () => {
  const token = "fjo_0123456789abcdef"
  const words = answerWords(json, bytes(`{"message":"${token} is unknown: ${token}","errors":["${token}"]}`), [token])
  assert.strictEqual(words, "[REDACTED] is unknown: [REDACTED]: [REDACTED]")
})

it("takes it out of what it says of a page too", () => {
  assert.notInclude(answerWords("text/html-s3cr3t-t0k3n", bytes("<p>"), ["s3cr3t-t0k3n"]), "s3cr3t-t0k3n")
})

it("no credential leaves nothing to take out", () => {
  assert.strictEqual(answerWords("text/plain", bytes("a b"), [""]), "a b")
})

const pages: ReadonlyArray<readonly [contentType: string | undefined, text: string, page: boolean]> = [
  ["text/html", "", true],
  ["TEXT/HTML; charset=utf-8", "{}", true],
  ["application/xhtml+xml", "{}", true],
  ["application/json", "{}", false],
  [undefined, "<", true],
  [undefined, "\t\n <x", true],
  [undefined, "a <b>", false],
  ["text/plain", "", false]
]

for (const [contentType, text, page] of pages) {
  it(`${JSON.stringify(text)} of type ${contentType} is ${page ? "a" : "no"} page`, () => {
    assert.strictEqual(isPage(contentType, text), page)
  })
}

const token = FastCheck.stringMatching(/^gh[a-z]_[0-9]{12}$/)
const text = FastCheck.oneof(
  FastCheck.string({ unit: "binary", maxLength: 700 }),
  FastCheck.string({ unit: "grapheme", maxLength: 700 })
)
const type = FastCheck.constantFrom(undefined, "application/json", "text/plain", "text/html")

it("never holds the credential or a control character, is one line of at most 512 bytes, and never empty", () => {
  const wrap = FastCheck.constantFrom(
    (words: string) => words,
    (words: string) => JSON.stringify({ message: words }),
    (words: string) => JSON.stringify({ message: "no", errors: [words, { message: words }, { field: words }] })
  )
  FastCheck.assert(
    FastCheck.property(text, text, token, type, wrap, (before, after, secret, contentType, form) => {
      const words = answerWords(contentType, bytes(form(before + secret + after)), [secret])
      assert.notInclude(words, secret)
      assert.notMatch(words, /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
      assert.isAtMost(bytes(words).length, 512 + bytes("…").length)
      assert.notStrictEqual(words, "")
    })
  )
})
