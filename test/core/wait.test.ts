import { assert, it } from "@effect/vitest"
import { FastCheck } from "effect"
import type { ChecksReport } from "../../src/core/agent-api.js"
import {
  ErrForge,
  ErrLabServer,
  ErrNotFound,
  ErrRateLimited,
  ErrTrackerConfig,
  ErrUnauthorized
} from "../../src/core/errors.js"
import { instantOf } from "../../src/core/instant.js"
import { afterRead, beginWait, type ReadFailure, type Step, type Waiting } from "../../src/core/wait.js"

const start = Date.UTC(2026, 0, 2, 3, 4, 5)
const options = { interval: 10_000, timeout: 300_000, grace: 0 }
const report = (state: string): ChecksReport => ({ state, checks: [] })
const waiting = (more: Partial<Waiting> = {}): Waiting => ({ ...beginWait(start), report: report("pending"), ...more })

const forge502 = new ErrForge({ asked: "github GET /x", status: 502, words: "bad gateway" })
const limited = (seconds?: number) =>
  new ErrRateLimited({
    forge: "github",
    words: "quota",
    ...(seconds === undefined ? {} : { resetAt: instantOf(start + seconds * 1000) })
  })
const server = (status?: number) =>
  new ErrLabServer({ words: `status ${status}`, ...(status === undefined ? {} : { status }) })

/** A step in few words: when the next read comes, in seconds from the start, or how the wait ended. */
const told = (step: Step): string => {
  if (step._tag === "End") return `end ${step.report.state}`
  if (step._tag === "Fail") return `fail ${step.error._tag}`
  return `read at ${(step.at - start) / 1000}, ${step.waiting.failures} failed`
}

type Read = string | ReadFailure

const after = (read: Read, second: number, from = waiting(), more: Partial<typeof options> = {}): Step =>
  afterRead(from, typeof read === "string" ? { report: report(read) } : { error: read }, start + second * 1000, {
    ...options,
    ...more
  })

const reports: ReadonlyArray<
  readonly [name: string, read: string, second: number, step: string, more?: Partial<typeof options>]
> = [
  ["success ends it", "success", 0, "end success"],
  ["red ends it at once (C03 a)", "failure", 0, "end failure"],
  ["none ends it (C02)", "none", 0, "end none"],
  ["an unknown word ends it (B14)", "weird", 0, "end weird"],
  ["pending reads again after the interval", "pending", 0, "read at 10, 0 failed"],
  ["pending reads again while the next read comes before the cap", "pending", 289.999, "read at 299.999, 0 failed"],
  ["pending ends when the next read would reach the cap (C21)", "pending", 290, "end pending"],
  ["pending ends past the cap", "pending", 400, "end pending"],
  ["the interval is an option", "pending", 0, "read at 2.5, 0 failed", { interval: 2500 }],
  ["the cap is an option", "pending", 10, "end pending", { timeout: 20_000 }],
  ["a cap of nothing is one read", "pending", 0, "end pending", { timeout: 0 }],
  ["none is waited on during the grace", "none", 59.999, "read at 69.999, 0 failed", { grace: 60_000 }],
  ["none ends it after the grace", "none", 60, "end none", { grace: 60_000 }],
  ["none during the grace ends at the cap", "none", 15, "end none", { grace: 60_000, timeout: 20_000 }],
  ["success ends it during the grace", "success", 1, "end success", { grace: 60_000 }],
  ["red ends it during the grace", "failure", 1, "end failure", { grace: 60_000 }]
]

for (const [name, read, second, step, more] of reports) {
  it(`6.2 ${name}`, () => assert.strictEqual(told(after(read, second, waiting(), more)), step))
}

const failures: ReadonlyArray<
  readonly [name: string, error: ReadFailure, second: number, step: string, from?: Partial<Waiting>]
> = [
  ["B12c a failed first read ends it", forge502, 0, "fail ErrForge", { report: undefined }],
  [
    "a rate limit at the first read ends it, whenever it resets",
    limited(1),
    0,
    "fail ErrRateLimited",
    { report: undefined }
  ],
  ["B12b a 502 of the forge is ridden out", forge502, 10, "read at 20, 1 failed"],
  [
    "a forge that cannot be reached is ridden out",
    new ErrForge({ asked: "x", words: "refused" }),
    10,
    "read at 20, 1 failed"
  ],
  ["a server that cannot be reached is ridden out", server(), 10, "read at 20, 1 failed"],
  ["a 502 of the server is ridden out", server(502), 10, "read at 20, 1 failed"],
  ["a 503 of the server is ridden out", server(503), 10, "read at 20, 1 failed"],
  ["a second failure in a row is ridden out", forge502, 20, "read at 30, 2 failed", { failures: 1 }],
  ["B12 the third failure in a row ends it", forge502, 30, "fail ErrForge", { failures: 2 }],
  ["a 500 of the server ends it at once", server(500), 10, "fail ErrLabServer"],
  ["a 504 of the server ends it at once", server(504), 10, "fail ErrLabServer"],
  ["a 401 ends it at once", new ErrUnauthorized({ reason: "invalid run token" }), 10, "fail ErrUnauthorized"],
  ["a 404 ends it at once", new ErrNotFound({ subject: "pull request 7" }), 10, "fail ErrNotFound"],
  ["a 409 ends it at once", new ErrTrackerConfig({ reason: "no credential" }), 10, "fail ErrTrackerConfig"],
  ["a page of a proxy at 200 ends it at once", server(200), 10, "fail ErrLabServer"],
  [
    "C18 a limit before the cap is waited for, without counting",
    limited(90),
    10,
    "read at 90, 2 failed",
    { failures: 2 }
  ],
  ["C18 a limit that resets before the next read is due is read again then", limited(12), 10, "read at 12, 0 failed"],
  ["C18 a limit that resets after the cap ends it", limited(301), 10, "fail ErrRateLimited"],
  ["C18 a limit that resets at the cap ends it", limited(300), 10, "fail ErrRateLimited"],
  ["C18 a limit that names no reset is ridden out like a 503", limited(), 10, "read at 20, 1 failed"],
  ["C18 a third limit that names no reset ends it", limited(), 30, "fail ErrRateLimited", { failures: 2 }],
  ["a reset that has passed is read again after the interval", limited(5), 10, "read at 20, 0 failed"],
  ["a reset of this moment is read again after the interval", limited(10), 10, "read at 20, 0 failed"],
  ["a failure whose next read would reach the cap ends with the last report", forge502, 290, "end pending"],
  ["a reset that has passed ends at the cap with the last report", limited(5), 290, "end pending"]
]

for (const [name, error, second, step, from] of failures) {
  it(`6.2 ${name}`, () => assert.strictEqual(told(after(error, second, waiting(from))), step))
}

it("6.2 a good read forgets the failures before it", () => {
  const step = after("pending", 30, waiting({ failures: 2, noted: "x" }))
  assert.deepInclude(step, { _tag: "Again", note: undefined, waiting: waiting({ failures: 0 }) })
})

it("6.2 a reason is noted when it is new, once", () => {
  const first = after(forge502, 10)
  assert.propertyVal(first, "note", "github GET /x answered 502: bad gateway")
  const again = first._tag === "Again" ? first.waiting : waiting()
  assert.propertyVal(after(forge502, 20, again), "note", undefined)
  assert.propertyVal(after(server(503), 20, again), "note", "status 503")
})

it("6.2 what ends a wait at the cap is the report of the last good read", () => {
  const last = {
    state: "pending",
    checks: [{ name: "e2e", state: "pending", rawState: "queued", summary: "", url: "" }]
  }
  assert.deepStrictEqual(after(forge502, 290, waiting({ report: last })), { _tag: "End", report: last })
})

it("whatever is read, the next read comes later and before the cap, and at most two failures are carried", () => {
  const reads = FastCheck.array(
    FastCheck.oneof(
      FastCheck.constantFrom<Read>("pending", "none", forge502, server(503), limited()),
      FastCheck.integer({ min: 0, max: 400 }).map(limited)
    ),
    { minLength: 1, maxLength: 60 }
  )
  FastCheck.assert(
    FastCheck.property(reads, FastCheck.integer({ min: 0, max: 3_000 }), (all, slow) => {
      let now = start
      let from = beginWait(start)
      for (const read of ["pending", ...all]) {
        const step = after(read, (now - start) / 1000, from)
        if (step._tag !== "Again") return
        assert.isAbove(step.at, now)
        assert.isBelow(step.at, start + options.timeout)
        assert.isBelow(step.waiting.failures, 3)
        now = step.at + slow
        from = step.waiting
      }
    })
  )
})
