import { assert, it } from "@effect/vitest"
import { type AgentError, agentErrorStatus, fromWire, toWire } from "../../src/core/agent-errors.js"
import * as Sentinel from "../../src/core/errors.js"

interface Row {
  readonly error: AgentError
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

const rows: ReadonlyArray<Row> = [
  {
    error: new Sentinel.ErrInvalidBody({ reason: "title is required" }),
    status: 400,
    body: { error: "title is required", code: "ErrInvalidBody", reason: "title is required" }
  },
  {
    error: new Sentinel.ErrUnauthorized({ reason: "invalid run token" }),
    status: 401,
    body: { error: "invalid run token", code: "ErrUnauthorized", reason: "invalid run token" }
  },
  {
    error: new Sentinel.ErrNotFound({ subject: "pull request 7" }),
    status: 404,
    body: { error: "not found", code: "ErrNotFound", subject: "pull request 7" }
  },
  {
    error: new Sentinel.ErrUnknownCheck({ check: "a\tb", available: ["unit", "lint"] }),
    status: 404,
    body: {
      error: 'no check "a\\tb" on this head: copy a name as labctl pr checks prints it',
      code: "ErrUnknownCheck",
      check: "a\tb",
      available: ["unit", "lint"]
    }
  },
  {
    error: new Sentinel.ErrUnknownSecrets({ names: ["A", "B"] }),
    status: 404,
    body: { error: "unknown secret(s): A, B", code: "ErrUnknownSecrets", names: ["A", "B"] }
  },
  {
    error: new Sentinel.ErrTooLarge({ reason: "diff too large" }),
    status: 413,
    body: { error: "diff too large", code: "ErrTooLarge", reason: "diff too large" }
  },
  {
    error: new Sentinel.ErrLogAdapterMismatch({
      check: "unit",
      asked: "forgejo GET /l",
      came: "200 text/html",
      advice: "x"
    }),
    status: 502,
    body: {
      error: 'no log of "unit": forgejo GET /l answered 200 text/html; x',
      code: "ErrLogAdapterMismatch",
      check: "unit",
      asked: "forgejo GET /l",
      came: "200 text/html",
      advice: "x"
    }
  },
  {
    error: new Sentinel.ErrLogUpstream({ check: "unit", asked: "github GET /l", came: "500" }),
    status: 502,
    body: {
      error:
        'the forge failed to serve the log of "unit": github GET /l answered 500; this is not an adapter mismatch: try again later',
      code: "ErrLogUpstream",
      check: "unit",
      asked: "github GET /l",
      came: "500"
    }
  },
  {
    error: new Sentinel.ErrUnsupported({ reason: "change requests have no comments" }),
    status: 409,
    body: {
      error: "change requests have no comments",
      code: "ErrUnsupported",
      reason: "change requests have no comments"
    }
  },
  {
    error: new Sentinel.ErrMergeRejected({ words: "Head branch was modified" }),
    status: 409,
    body: {
      error: "merge refused: Head branch was modified",
      code: "ErrMergeRejected",
      words: "Head branch was modified"
    }
  },
  {
    error: new Sentinel.ErrDuplicateOpenPull({ head: "afk/63", number: 7 }),
    status: 409,
    body: {
      error: "afk/63 already has an open pull request, #7: see labctl pr view 7",
      code: "ErrDuplicateOpenPull",
      head: "afk/63",
      number: 7
    }
  },
  {
    error: new Sentinel.ErrDuplicateOpenPull({ head: "afk/63" }),
    status: 409,
    body: {
      error: "afk/63 already has an open pull request: see labctl pr list",
      code: "ErrDuplicateOpenPull",
      head: "afk/63"
    }
  },
  {
    error: new Sentinel.ErrTrackerConfig({ reason: "no credential" }),
    status: 409,
    body: { error: "no credential", code: "ErrTrackerConfig", reason: "no credential" }
  },
  {
    error: new Sentinel.ErrConflict({ reason: "name already taken" }),
    status: 409,
    body: { error: "name already taken", code: "ErrConflict", reason: "name already taken" }
  },
  {
    error: new Sentinel.ErrForge({
      asked: "github GET /repos/o/n/pulls/7",
      words: "connection refused",
      remedy: "check"
    }),
    status: 502,
    body: {
      error: "github GET /repos/o/n/pulls/7 failed: connection refused; check",
      code: "ErrForge",
      asked: "github GET /repos/o/n/pulls/7",
      words: "connection refused",
      remedy: "check"
    }
  },
  {
    error: new Sentinel.ErrForge({ asked: "forgejo GET /user", status: 500, words: "(empty body)" }),
    status: 502,
    body: {
      error: "forgejo GET /user answered 500: (empty body)",
      code: "ErrForge",
      asked: "forgejo GET /user",
      status: 500,
      words: "(empty body)"
    }
  },
  {
    error: new Sentinel.ErrRateLimited({
      forge: "github",
      words: "slow down",
      retryAfter: 60,
      resetAt: "2026-01-02T03:05:05.000Z"
    }),
    status: 503,
    body: {
      error: "rate limited by github (try again in 60 s): slow down",
      code: "ErrRateLimited",
      forge: "github",
      words: "slow down",
      retryAfter: 60,
      resetAt: "2026-01-02T03:05:05.000Z"
    }
  },
  {
    error: new Sentinel.ErrRateLimited({ forge: "github", words: "quota", resetAt: "2026-01-02T03:05:05.000Z" }),
    status: 503,
    body: {
      error: "rate limited by github (try again after 2026-01-02T03:05:05.000Z): quota",
      code: "ErrRateLimited",
      forge: "github",
      words: "quota",
      resetAt: "2026-01-02T03:05:05.000Z"
    }
  },
  {
    error: new Sentinel.ErrRateLimited({ forge: "github", words: "secondary" }),
    status: 503,
    body: {
      error: "rate limited by github (it named no time to come back): secondary",
      code: "ErrRateLimited",
      forge: "github",
      words: "secondary"
    }
  }
]

for (const { error, status, body } of rows) {
  it(`5.2 ${error._tag} "${error.message}" answers ${status} and comes back whole`, () => {
    assert.strictEqual(agentErrorStatus[error._tag], status)
    assert.deepStrictEqual(toWire(error), body)
    const wire: unknown = JSON.parse(JSON.stringify(toWire(error)))
    const back = fromWire(Object(wire))
    assert.strictEqual(back?._tag, error._tag)
    assert.deepStrictEqual({ ...back }, { ...error })
  })
}

const opaque: ReadonlyArray<AgentError> = [
  new Sentinel.ErrStore({ operation: "read of runs", reason: "/var/lib/lab/lab.db hunter2" }),
  new Sentinel.ErrVault({ reason: "hunter2" }),
  new Sentinel.ErrRedactorUnavailable({ reason: "hunter2" }),
  new Sentinel.ErrGit({ command: "git push", words: "fatal: /var/lib/lab/clones hunter2" })
]

for (const error of opaque) {
  it(`${error._tag} answers 500 and tells nothing of what lies behind it`, () => {
    assert.strictEqual(agentErrorStatus[error._tag], 500)
    assert.deepStrictEqual(toWire(error), { error: "internal error", code: error._tag })
    assert.isUndefined(fromWire(toWire(error)))
  })
}

it("every sentinel of the table has a row here", () => {
  const tested = new Set([...rows.map(({ error }) => error), ...opaque].map(({ _tag }) => _tag))
  assert.sameMembers([...tested], Object.keys(agentErrorStatus))
})

const unknown: ReadonlyArray<readonly [what: string, body: Readonly<Record<string, unknown>>]> = [
  ["no code", { error: "not found" }],
  ["a code that it does not know", { error: "x", code: "ErrSomethingNew" }],
  ["a known code without its fields", { error: "not found", code: "ErrNotFound" }],
  ["a known code with a field of another type", { error: "x", code: "ErrNotFound", subject: 7 }],
  ["a reset that is no instant", { error: "x", code: "ErrRateLimited", forge: "github", words: "w", resetAt: "soon" }]
]

for (const [what, body] of unknown) {
  it(`a client knows no sentinel in a body with ${what}`, () => assert.isUndefined(fromWire(body)))
}

it("a client reads a sentinel past members that are newer than itself", () => {
  const error = fromWire({ error: "not found", code: "ErrNotFound", subject: "pull request 7", hint: "new" })
  assert.deepStrictEqual({ ...error }, { ...new Sentinel.ErrNotFound({ subject: "pull request 7" }) })
})
