import { assert, it } from "@effect/vitest"
import { ErrForge, ErrRateLimited } from "../../src/core/errors.js"
import { instantOf } from "../../src/core/instant.js"
import { type DecodeIssue, errorAnswer, isMisfitPath, isMisfitQuery, misfit } from "../../src/core/request-failure.js"

const issue = (path: ReadonlyArray<PropertyKey>, message: string, _tag = "Type"): DecodeIssue => ({
  _tag,
  path,
  message
})

const misfits: ReadonlyArray<readonly [name: string, issues: ReadonlyArray<DecodeIssue>, message: string]> = [
  ["a body that is none at all", [issue([], "Expected object")], "invalid JSON body"],
  ["nothing that can be named", [], "invalid JSON body"],
  ["a field that is required says so", [issue(["title"], "title is required", "Missing")], "title is required"],
  ["a field that is not known says so", [issue(["color"], "is unexpected", "Unexpected")], 'unknown field "color"'],
  [
    "a field that is not known is named as JSON names it",
    [issue(['a"b'], "is unexpected", "Unexpected")],
    'unknown field "a\\"b"'
  ],
  [
    "any other field is named, without its value",
    [issue(["token", 0], 'Expected string, actual "hunter2"')],
    "field token.0 is not what it must be: see /openapi.json"
  ]
]

for (const [name, issues, message] of misfits) {
  it(`3.2 ${name}`, () => {
    const error = misfit(issues)
    assert.deepStrictEqual([error._tag, error.message], ["ErrInvalidBody", message])
  })
}

const paths: ReadonlyArray<readonly [name: string, issues: ReadonlyArray<DecodeIssue>, misfit: boolean]> = [
  ["a pull's number that is none", [issue(["n"], "x")], true],
  ["a repository's id that is none", [issue(["id"], "x")], true],
  ["a path before what lies behind it", [issue(["n"], "x"), issue(["number"], "y")], true],
  ["a field of an answer", [issue(["number"], "x")], false],
  ["a field below one that is called like a path", [issue(["prs", "n"], "x")], false],
  ["nothing at all", [], false]
]

for (const [name, issues, misfits] of paths) {
  it(`3.1 ${name} is ${misfits ? "a path that is not there" : "no matter of the path"}`, () => {
    assert.strictEqual(isMisfitPath(issues), misfits)
  })
}

const queries: ReadonlyArray<readonly [url: string, name: string, misfit: boolean]> = [
  ["/prs/7/logs?lines=x", "lines", true],
  ["/prs/7/logs?check=a&lines=x", "lines", true],
  ["/prs/7/logs?check=lines", "lines", false],
  ["/prs/7/logs", "lines", false],
  ["/prs/7/lines", "lines", false]
]

for (const [url, name, misfits] of queries) {
  it(`${name} is ${misfits ? "" : "not "}in the query of ${url}`, () => {
    assert.strictEqual(isMisfitQuery([issue([name], "x")], url), misfits)
    assert.isFalse(isMisfitQuery([], url))
  })
}

const now = Date.UTC(2026, 0, 2, 3, 4, 5)
const limited = (more: { retryAfter?: number; resetAt?: string }) =>
  new ErrRateLimited({ forge: "github", words: "w", ...more })

const waits: ReadonlyArray<readonly [name: string, error: ErrRateLimited | ErrForge, retryAfter: number | undefined]> =
  [
    ["the seconds until the reset", limited({ resetAt: instantOf(now + 90_000) }), 90],
    ["begun seconds as whole ones", limited({ resetAt: instantOf(now + 1) }), 1],
    ["0 for a reset that has passed", limited({ resetAt: instantOf(now - 1) }), 0],
    [
      "the reset before what the forge said a while ago",
      limited({ retryAfter: 60, resetAt: instantOf(now + 10_000) }),
      10
    ],
    ["what the forge said when no moment is known", limited({ retryAfter: 60 }), 60],
    ["nothing when the forge named nothing", limited({}), undefined],
    ["nothing for another error", new ErrForge({ asked: "x", words: "w" }), undefined]
  ]

for (const [name, error, retryAfter] of waits) {
  it(`12.2.18 Retry-After is ${name}`, () => {
    const answer = errorAnswer(error, now)
    assert.strictEqual(answer.retryAfter, retryAfter)
    assert.deepStrictEqual([answer.status, answer.body.code], [error._tag === "ErrForge" ? 502 : 503, error._tag])
  })
}
