import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import type { Flavor } from "../../src/core/repository.js"
import type { FaultKind } from "../../src/programs/sandbox/faults.js"
import { failureOf, flavors, many, practice, repo, until } from "../support/sandbox.js"

/** The reads that the checks of a pull are made of. */
const places: Readonly<Record<Flavor, ReadonlyArray<string>>> = {
  github: [`${repo}/pulls/7`, `${repo}/commits/{sha}/check-runs`, `${repo}/commits/{sha}/status`],
  forgejo: [`${repo}/pulls/7`, `${repo}/commits/{sha}/status`]
}

const said = (status: number, message = "Said so"): FaultKind => ({ kind: "json", status, value: { message } })
const whole = (value: unknown): FaultKind => ({ kind: "json", status: 200, value })

/** What a forge, a proxy before it or the way to it can do, and what is told of it. */
const faults: ReadonlyArray<
  readonly [fault: FaultKind, tag: "ErrForge" | "ErrNotFound" | "ErrRateLimited", message: RegExp]
> = [
  [said(400), "ErrForge", /answered 400: Said so$/],
  [said(401), "ErrForge", /answered 401: Said so; check the token/],
  [said(403), "ErrForge", /answered 403: Said so; /],
  [said(404), "ErrNotFound", /not found$/],
  [{ kind: "status", status: 404, body: "404 page not found\n" }, "ErrNotFound", /not found$/],
  [{ kind: "html", status: 404 }, "ErrNotFound", /not found$/],
  [said(405), "ErrForge", /answered 405: Said so$/],
  [said(409), "ErrForge", /answered 409: Said so$/],
  [said(410), "ErrForge", /answered 410: Said so$/],
  [said(422), "ErrForge", /answered 422: Said so$/],
  [said(423), "ErrForge", /answered 423: Said so$/],
  [{ kind: "too-many" }, "ErrRateLimited", /^rate limited by .*: Too many requests$/],
  [{ kind: "too-many", retryAfter: 9 }, "ErrRateLimited", /try again in 9 s/],
  [said(451), "ErrForge", /answered 451: Said so$/],
  [said(500, "Server Error"), "ErrForge", /answered 500: Server Error$/],
  [said(500, ""), "ErrForge", /answered 500: \(empty body\)$/],
  [{ kind: "status", status: 500 }, "ErrForge", /answered 500: \(empty body\)$/],
  [{ kind: "html" }, "ErrForge", /answered 502: \(a page of text\/html\)$/],
  [{ kind: "status", status: 502, body: "bad gateway" }, "ErrForge", /answered 502: bad gateway$/],
  [{ kind: "status", status: 503, headers: { "retry-after": "3" } }, "ErrForge", /answered 503: \(empty body\)$/],
  [{ kind: "html", status: 504 }, "ErrForge", /answered 504: \(a page of text\/html\)$/],
  [{ kind: "html", status: 200 }, "ErrForge", /answered 200: a page where JSON was asked for$/],
  [{ kind: "status", status: 200, body: "" }, "ErrForge", /answered 200: a body that is no whole JSON document$/],
  [{ kind: "status", status: 200, body: "ok" }, "ErrForge", /answered 200: a body that is no whole JSON document$/],
  [{ kind: "status", status: 204 }, "ErrForge", /answered 204: /],
  [{ kind: "status", status: 304 }, "ErrForge", /answered 304: /],
  [{ kind: "malformed" }, "ErrForge", /answered 200: a body that is no whole JSON document$/],
  [{ kind: "truncate" }, "ErrForge", /failed: connection lost/],
  [{ kind: "truncate", keep: 0 }, "ErrForge", /failed: connection lost/],
  [{ kind: "drop" }, "ErrForge", /failed: connection lost/],
  [{ kind: "drop", after: true }, "ErrForge", /failed: connection lost/],
  [whole({}), "ErrForge", /answered 200: JSON of another shape at /],
  [whole({ message: "Not Found" }), "ErrForge", /answered 200: JSON of another shape at /],
  [whole([]), "ErrForge", /answered 200: JSON of another shape/],
  [whole(null), "ErrForge", /answered 200: JSON of another shape/],
  [whole("text"), "ErrForge", /answered 200: JSON of another shape/],
  [
    whole({ total_count: "1", check_runs: [{ id: 1 }], statuses: [{ id: 1 }] }),
    "ErrForge",
    /answered 200: JSON of another shape at /
  ],
  [{ kind: "redirect", status: 303, location: "/user/login" }, "ErrForge", /answered 303: .*sign-in/],
  [
    { kind: "redirect", status: 302, location: "http://127.0.0.1:1/x" },
    "ErrForge",
    /answered 302: a redirect to another host, 127\.0\.0\.1:1/
  ],
  [{ kind: "redirect", status: 301, location: "" }, "ErrForge", /answered 301: /],
  [{ kind: "status", status: 307 }, "ErrForge", /answered 307: a redirect without a usable Location$/]
]

for (const flavor of flavors) {
  describe(`the checks of ${flavor}`, () => {
    for (const path of places[flavor]) {
      for (const [fault, tag, message] of faults) {
        it.scoped(`are ${tag}, never none or green, when ${path} does ${JSON.stringify(fault)}`, () =>
          Effect.gen(function* () {
            const { sandbox, world, tracker, head, asked } = yield* practice(flavor)
            world.statuses(head(), [{ context: "unit", state: "success" }])
            sandbox.faults.add({ server: flavor, path, fault })
            const error = yield* failureOf(tracker.checks(7))
            assert.strictEqual(error._tag, tag)
            assert.match(error.message, message)
            assert.notInclude(error.message, sandbox.token)
            assert.notMatch(error.message, /<h1>|\{"|\n/)
            if (fault.kind !== "redirect") assert.strictEqual(new Set(asked()).size, asked().length, "asked twice")
          })
        )
      }

      it.scoped(`are an error at 30 s, not before, when ${path} never answers`, () =>
        Effect.gen(function* () {
          const { sandbox, tracker } = yield* practice(flavor)
          sandbox.faults.add({ server: flavor, path, fault: { kind: "hang" } })
          const asking = yield* Effect.fork(failureOf(tracker.checks(7)))
          const expected = path.endsWith("/pulls/7") ? 1 : places[flavor].length
          yield* until(
            () => sandbox.requests.length === expected,
            () => "the request that hangs"
          )
          yield* TestClock.adjust("29 seconds")
          assert.isNull(asking.unsafePoll())
          yield* TestClock.adjust("1 seconds")
          assert.match((yield* Fiber.join(asking)).message, /failed: no answer within 30 s/)
        })
      )

      it.scoped(`are read when ${path} is slow but well`, () =>
        Effect.gen(function* () {
          const { sandbox, world, tracker, head } = yield* practice(flavor)
          world.statuses(head(), [{ context: "unit", state: "failure" }])
          sandbox.faults.add({ server: flavor, path, fault: { kind: "slow", gapMs: 20_000, pieces: 3 } })
          const asking = yield* Effect.fork(tracker.checks(7))
          yield* TestClock.adjust("1 seconds").pipe(
            Effect.zipRight(Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))),
            Effect.repeat({ until: () => asking.unsafePoll() !== null })
          )
          assert.strictEqual((yield* Fiber.join(asking)).checks[0]?.state, "failure")
        })
      )
    }

    it.scoped("are an error when a body is larger than 64 MiB", () =>
      Effect.gen(function* () {
        const { sandbox, tracker } = yield* practice(flavor)
        const fault = { kind: "status", status: 200, body: `"${"x".repeat(64 * 2 ** 20)}"` } as const
        sandbox.faults.add({ server: flavor, path: `${repo}/pulls/7`, fault })
        assert.match((yield* failureOf(tracker.checks(7))).message, /failed: the body is larger than 64 MiB/)
      })
    )

    for (const fault of [
      { kind: "html" },
      { kind: "drop" },
      { kind: "truncate" },
      { kind: "malformed" },
      { kind: "too-many" },
      said(404),
      whole({})
    ] as ReadonlyArray<FaultKind>) {
      it.scoped(`C11 are an error, never the rows of page 1, when page 2 does ${JSON.stringify(fault)}`, () =>
        Effect.gen(function* () {
          const { sandbox, world, tracker, head } = yield* practice(flavor)
          world.statuses(
            head(),
            many(230, (n) => ({ context: `ci ${n}`, state: "success" }))
          )
          sandbox.faults.add({ server: flavor, path: `${repo}/commits/{sha}/status`, query: { page: "2" }, fault })
          const error = yield* failureOf(tracker.checks(7))
          assert.include(["ErrForge", "ErrRateLimited", "ErrNotFound"], error._tag)
        })
      )
    }

    it.scoped("are read whole again once the fault is over: no failure is remembered", () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker, head } = yield* practice(flavor)
        world.statuses(head(), [{ context: "unit", state: "success" }])
        sandbox.faults.add({ server: flavor, path: `${repo}/commits/{sha}/status`, times: 1, fault: { kind: "drop" } })
        yield* failureOf(tracker.checks(7))
        assert.strictEqual((yield* tracker.checks(7)).checks.length, 1)
      })
    )

    it.scoped("are an error when the forge is not there at all", () =>
      Effect.gen(function* () {
        const { tracker } = yield* Effect.scoped(practice(flavor))
        const { message } = yield* failureOf(tracker.checks(7))
        assert.match(message, /failed: connection refused; check the forge address and the network$/)
      })
    )
  })
}

it.scoped("one broken source ends the read of the other, which hangs", () =>
  Effect.gen(function* () {
    const { sandbox, tracker } = yield* practice("github")
    sandbox.faults.add(
      { path: `${repo}/commits/{sha}/status`, fault: { kind: "hang" } },
      { path: `${repo}/commits/{sha}/check-runs`, fault: { kind: "html" } }
    )
    assert.deepInclude(yield* failureOf(tracker.checks(7)), { _tag: "ErrForge", status: 502 })
  })
)
