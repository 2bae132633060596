import { assert, it } from "@effect/vitest"
import { Arbitrary, Either, FastCheck, Schema } from "effect"
import { Snapshot } from "../../../src/core/watch/snapshot.js"
import { comment, snapshot } from "./samples.js"

const decode = Schema.decodeUnknownEither(Snapshot)

it("a snapshot comes through JSON as it was", () => {
  FastCheck.assert(
    FastCheck.property(Arbitrary.make(Snapshot), (sent) => {
      const wire: unknown = JSON.parse(JSON.stringify(Schema.encodeSync(Snapshot)(sent)))
      assert.deepStrictEqual(Either.getOrThrow(decode(wire)), sent)
    }),
    { numRuns: 50 }
  )
})

it("an answer that lacks a field, or whose instant is no instant, is no snapshot", () => {
  const { reviews: _, ...without } = snapshot()
  assert.isTrue(Either.isLeft(decode(without)))
  assert.isTrue(Either.isLeft(decode(snapshot({ comments: [comment(1, "dana", 0, "a", { editedAt: "yesterday" })] }))))
})
