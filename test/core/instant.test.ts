import { assert, it } from "@effect/vitest"
import { Either, FastCheck, Schema } from "effect"
import { epochMillis, ForgeTime, Instant, instantOf } from "../../src/core/instant.js"

const read = (text: unknown) => Schema.decodeUnknownEither(ForgeTime)(text)

const times: ReadonlyArray<readonly [text: string, instant: string]> = [
  ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z"],
  ["2026-01-02T03:04:05.6Z", "2026-01-02T03:04:05.600Z"],
  ["2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05.678Z"],
  ["2026-01-02T03:04:05.678901234Z", "2026-01-02T03:04:05.678Z"],
  ["2026-01-02T03:04:05+02:00", "2026-01-02T01:04:05.000Z"],
  ["2026-01-02T03:04:05.5-09:30", "2026-01-02T12:34:05.500Z"],
  ["2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00.000Z"],
  ["2026-01-02T03:04:05+00:00", "2026-01-02T03:04:05.000Z"],
  ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"]
]

for (const [text, instant] of times) {
  it(`reads ${text} as ${instant}`, () => assert.deepStrictEqual(read(text), Either.right(instant)))
}

const garbage: ReadonlyArray<unknown> = [
  "",
  "yesterday",
  "2026",
  "2026-01-02",
  "2026-01-02 03:04:05Z",
  "2026-01-02T03:04Z",
  "2026-13-02T03:04:05Z",
  "2026-01-02T25:04:05Z",
  "2026-01-02T03:04:05",
  "2026-01-02T03:04:05Z (or so)",
  "x2026-01-02T03:04:05Z",
  "9999-12-31T23:59:59-01:00",
  "0000-01-01T00:00:00+01:00",
  1767323045,
  null
]

for (const text of garbage) {
  it(`refuses ${JSON.stringify(text)} as a forge's time`, () => assert.isTrue(Either.isLeft(read(text))))
}

const isInstant = Schema.is(Instant)

for (const text of [
  "2026-01-02T03:04:05Z",
  "2026-01-02T03:04:05.000+00:00",
  "+002026-01-02T03:04:05.000Z",
  "2026-01-02T03:04:05.0000Z"
]) {
  it(`does not take ${text} for an instant`, () => assert.isFalse(isInstant(text)))
}

const millis = FastCheck.integer({ min: 0, max: Date.UTC(9999, 11, 31) })

it("the order of texts is the order of time, and no millisecond is lost", () => {
  FastCheck.assert(
    FastCheck.property(millis, millis, (a, b) => {
      const [first, second] = [instantOf(a), instantOf(b)]
      assert.isTrue(isInstant(first))
      assert.strictEqual(epochMillis(first), a)
      assert.strictEqual(first < second, a < b)
    })
  )
})

it("reads the same moment from every offset that names it", () => {
  FastCheck.assert(
    FastCheck.property(millis, FastCheck.integer({ min: -840, max: 840 }), (at, offset) => {
      FastCheck.pre(at > 86_400_000)
      const two = (n: number) => String(Math.trunc(Math.abs(n))).padStart(2, "0")
      const local = instantOf(at + offset * 60_000).slice(0, -1)
      const text = `${local}${offset < 0 ? "-" : "+"}${two(offset / 60)}:${two(offset % 60)}`
      assert.deepStrictEqual(read(text), Either.right(instantOf(at)))
    })
  )
})
