import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { at, attempt, check, forge, page, served } from "./forgejo-red-row.js"
import { logOf, outcomeOf, type Script, type Scripted, token } from "./scripted-logs.js"

const failed = (status: number): Scripted => ({ status, body: "storage open: /srv/secret-path\n" })

/** Answers of the attempts from 1 on; the page names none of them. */
const probed = (...answers: ReadonlyArray<Scripted>) =>
  forge(Object.fromEntries(answers.map((answer, i) => [attempt(i + 1), answer])))

const twenty = <A>(answer: A) => Array.from({ length: 21 }, () => answer)

type Expected = Readonly<Record<string, unknown>>
const good = (text: string, attempt: number, fallback?: Expected): Expected =>
  fallback === undefined ? { text, attempt } : { text, attempt, fallback }

const rows: ReadonlyArray<
  readonly [rule: string, answers: ReadonlyArray<Scripted>, expected: Expected, asked: number]
> = [
  ["C06 200, 200, 404: the second, no notice", [served("1\n"), served("2\n")], good("2\n", 2), 3],
  [
    "C07 200, 500, 404: the first, with a notice",
    [served("1\n"), failed(500)],
    good("1\n", 1, { attempt: 2, status: 500 }),
    3
  ],
  ["C08 200, 500, 200, 404: the third, no notice", [served("1\n"), failed(500), served("3\n")], good("3\n", 3), 4],
  [
    "200, 500, 502, 404: the newest failing one is named",
    [served("1\n"), failed(500), failed(502)],
    good("1\n", 1, { attempt: 3, status: 502 }),
    4
  ],
  [
    "12.2.35 200 and an empty one: the first, with a notice",
    [served("1\n"), served("")],
    good("1\n", 1, { attempt: 2, status: 200 }),
    3
  ],
  ["C27 200, 404: that log", [served("1\n")], good("1\n", 1), 2]
]

const failures: ReadonlyArray<
  readonly [rule: string, answers: ReadonlyArray<Scripted>, tag: string, words: ReadonlyArray<string>, asked: number]
> = [
  [
    "C09 500, 502, 404",
    [failed(500), failed(502)],
    "ErrLogUpstream",
    ["attempt/1/logs", "500", "not an adapter mismatch"],
    3
  ],
  ["C10 404", [], "ErrLogAdapterMismatch", ["attempt/1/logs", "404", "cleaned up", "not started"], 1],
  [
    "C11 a page",
    [{ type: "text/html; charset=utf-8", body: "<p>Sign in</p>" }],
    "ErrLogAdapterMismatch",
    ["200 (text/html)", "file an issue"],
    1
  ],
  ["C12 403", [{ status: 403, body: "no\n" }], "ErrLogAdapterMismatch", ["403", "file an issue"], 1],
  ["C12 401", [{ status: 401, body: "no\n" }], "ErrLogAdapterMismatch", ["401"], 1],
  [
    "C12 12.2.36 303",
    [{ status: 303, headers: { location: "/user/login" } }],
    "ErrLogAdapterMismatch",
    ["303", "sign-in", "Forgejo 16"],
    1
  ],
  [
    "C12 302 to the login page",
    [{ status: 302, headers: { location: "/user/login" } }],
    "ErrLogAdapterMismatch",
    ["302"],
    1
  ],
  ["206", [{ status: 206, body: "x" }], "ErrLogAdapterMismatch", ["206"], 1],
  ["no media type", [{ type: null, body: "log\n" }], "ErrLogAdapterMismatch", ["200"], 1],
  ["12.2.35 empty, 404", [served("")], "ErrLogUpstream", ["an empty log"], 2],
  [
    "a page after a good attempt",
    [served("1\n"), { type: "text/html", body: "<p>" }],
    "ErrLogAdapterMismatch",
    ["text/html", "attempt/2"],
    2
  ],
  ["C13 twenty of 200", twenty(served("again\n")), "ErrLogAdapterMismatch", ["without an end"], 20],
  ["C14 twenty of 500", twenty(failed(500)), "ErrLogUpstream", ["attempt/1/logs", "500"], 20],
  [
    "twenty of 200 and 500",
    twenty(0).map((_, i) => (i === 3 ? failed(500) : served("x\n"))),
    "ErrLogAdapterMismatch",
    ["without an end"],
    20
  ]
]

describe("6.4 attempts that no page names", () => {
  for (const [rule, answers, expected, asked] of rows) {
    it.scoped(rule, () =>
      Effect.gen(function* () {
        const { tracker, paths } = yield* probed(...answers)
        assert.deepStrictEqual(yield* outcomeOf(tracker, check), expected)
        assert.deepStrictEqual(
          paths().slice(-asked),
          Array.from({ length: asked }, (_, i) => attempt(i + 1))
        )
      })
    )
  }

  for (const [rule, answers, tag, words, asked] of failures) {
    it.scoped(`${rule} is ${tag}`, () =>
      Effect.gen(function* () {
        const { tracker, asked: exchanges, paths } = yield* probed(...answers)
        const error = yield* Effect.flip(logOf(tracker, check))
        assert.strictEqual(error._tag, tag)
        for (const word of [`"${check}"`, page, ...words]) assert.include(error.message, word)
        for (const word of ["<p>", "secret-path", token]) assert.notInclude(error.message, word)
        assert.strictEqual(paths().filter((path) => path.endsWith("/logs")).length, asked)
        assert.isFalse(exchanges.some(({ path }) => path.includes("login")))
      })
    )
  }

  it.scoped("the credential rides along, as the seed has it", () =>
    Effect.gen(function* () {
      const { tracker, asked } = yield* probed(served("1\n"))
      yield* logOf(tracker, check)
      assert.strictEqual(asked.at(-1)?.headers["authorization"], `token ${token}`)
    })
  )

  it.scoped("a forge that cannot be reached is an ordinary error, one that throttles a rate limit", () =>
    Effect.gen(function* () {
      const down = yield* Effect.flip(logOf((yield* probed({ refused: true })).tracker, check))
      assert.strictEqual(down._tag, "ErrForge")
      const busy = yield* probed({ status: 429, headers: { "retry-after": "7" } })
      assert.deepInclude(yield* Effect.flip(logOf(busy.tracker, check)), { _tag: "ErrRateLimited", retryAfter: 7 })
    })
  )
})

describe("12.2.25 the attempt that the job page names", () => {
  const named = (k: number | string, more: Script = {}, status = 307) =>
    forge({ [at(page)]: { status, headers: { location: at(`${page}/attempt/${k}`) } }, ...more })

  it.scoped("is read alone, whatever the attempts around it would say", () =>
    Effect.gen(function* () {
      const { tracker, paths } = yield* named(3, { [attempt(3)]: served("3\n"), [attempt(4)]: served("4\n") })
      assert.deepStrictEqual(yield* outcomeOf(tracker, check), good("3\n", 3))
      assert.deepStrictEqual(paths().slice(-2), [at(page), attempt(3)])
    })
  )

  it.scoped("is gone down from, at most twenty attempts", () =>
    Effect.gen(function* () {
      const { tracker, paths } = yield* named(999_999_999)
      const { _tag, message } = yield* Effect.flip(logOf(tracker, check))
      assert.strictEqual(_tag, "ErrLogAdapterMismatch")
      assert.include(message, "attempt/999999999/logs answered 404")
      assert.strictEqual(paths().filter((path) => path.endsWith("/logs")).length, 20)
    })
  )

  it.scoped("ends at once at an answer that is no attempt's", () =>
    Effect.gen(function* () {
      const { tracker, paths } = yield* named(2, { [attempt(2)]: { status: 403 }, [attempt(1)]: served("1\n") })
      assert.strictEqual((yield* Effect.flip(logOf(tracker, check)))._tag, "ErrLogAdapterMismatch")
      assert.strictEqual(paths().at(-1), attempt(2))
    })
  )

  const unnamed: ReadonlyArray<readonly [what: string, answer: Scripted]> = [
    ["is not there", { status: 404 }],
    ["is a page", { type: "text/html", body: "<p>" }],
    ["fails", { status: 502 }],
    ["leads to no attempt", { status: 307, headers: { location: at("/elsewhere") } }],
    ["leads to attempt 0", { status: 307, headers: { location: at(`${page}/attempt/0`) } }],
    ["says no Location", { status: 307 }],
    ["moves for good", { status: 301, headers: { location: at(`${page}/attempt/9`) } }]
  ]
  for (const [what, answer] of unnamed) {
    it.scoped(`is probed for when the page ${what}`, () =>
      Effect.gen(function* () {
        const { tracker } = yield* forge({ [at(page)]: answer, [attempt(1)]: served("1\n") })
        assert.deepStrictEqual(yield* outcomeOf(tracker, check), good("1\n", 1))
      })
    )
  }
})

describe("6.4 a log route that moves", () => {
  const elsewhere = "/acme/widget/actions/elsewhere"
  for (const status of [301, 302, 307, 308]) {
    it.scoped(`${status} within the repository is asked again, with the credential`, () =>
      Effect.gen(function* () {
        const { tracker, asked } = yield* forge({
          [attempt(1)]: { status, headers: { location: elsewhere } },
          [at(elsewhere)]: served("1\n")
        })
        assert.deepStrictEqual(yield* outcomeOf(tracker, check), good("1\n", 1))
        const moved = asked.find(({ path }) => path === elsewhere)
        assert.strictEqual(moved?.headers["authorization"], `token ${token}`)
      })
    )
  }

  for (const location of [
    "/other/repo/actions/runs/1/jobs/0/attempt/1/logs",
    "/acme/widget-two/actions/x",
    "/user/login"
  ]) {
    it.scoped(`to ${location} is not followed`, () =>
      Effect.gen(function* () {
        const { tracker, paths } = yield* forge({ [attempt(1)]: { status: 302, headers: { location } } })
        const error = yield* Effect.flip(logOf(tracker, check))
        assert.deepInclude(error, { _tag: "ErrLogAdapterMismatch" })
        assert.isFalse(paths().includes(at(location)))
      })
    )
  }

  it.scoped("in a circle ends after three hops", () =>
    Effect.gen(function* () {
      const { tracker, paths } = yield* forge({
        [attempt(1)]: { status: 302, headers: { location: elsewhere } },
        [at(elsewhere)]: { status: 302, headers: { location: elsewhere } }
      })
      assert.strictEqual((yield* Effect.flip(logOf(tracker, check)))._tag, "ErrLogAdapterMismatch")
      assert.strictEqual(paths().filter((path) => path === at(elsewhere)).length, 3)
    })
  )
})
