import { assert, it } from "@effect/vitest"
import { Either, ParseResult, Schema } from "effect"
import { ChecksReport, CreatePull, MergePull, PullDetail, PullRow } from "../../src/core/agent-api.js"

const messageOf = (body: unknown) =>
  Either.mapLeft(Schema.decodeUnknownEither(CreatePull)(body), (error) =>
    ParseResult.ArrayFormatter.formatErrorSync(error).map(({ message }) => message)
  )

for (const body of [{}, { title: "" }, { title: " \n" }, { title: null }, { title: 7 }, { body: "b" }]) {
  it(`3.2 the body ${JSON.stringify(body)} is refused with the words "title is required"`, () => {
    assert.deepStrictEqual(messageOf(body), Either.left(["title is required"]))
  })
}

it("3.2 a title is kept as it was given, the body may be absent, and members that are not known are ignored", () => {
  assert.deepStrictEqual(messageOf({ title: " T ", labels: [] }), Either.right({ title: " T " }))
  assert.deepStrictEqual(messageOf({ title: "T", body: "" }), Either.right({ title: "T", body: "" }))
})

it("3.2 a merge may name a head, and {} is fine", () => {
  const decode = Schema.decodeUnknownEither(MergePull)
  assert.deepStrictEqual(decode({}), Either.right({}))
  assert.deepStrictEqual(decode({ head: "aaa1" }), Either.right({ head: "aaa1" }))
  assert.isTrue(Either.isLeft(decode({ head: 7 })))
})

const row = { number: 7, state: "open", head: "afk/63", url: "u" }
const check = { name: "unit", state: "success", rawState: "ok", summary: "", url: "" }
const detail = { ...row, title: "", body: "", reviews: [], comments: [] }

const whole: ReadonlyArray<readonly [what: string, schema: Schema.Schema.AnyNoContext, document: object]> = [
  ["a report", ChecksReport, { state: "success", checks: [check] }],
  ["a row of a pull", PullRow, row],
  ["a pull in full", PullDetail, detail]
]

for (const [what, schema, document] of whole) {
  it(`3.2 ${what} lacks no member and none is null`, () => {
    const decode = Schema.decodeUnknownEither(schema)
    assert.isTrue(Either.isRight(decode(document)))
    for (const key of Object.keys(document)) {
      assert.isTrue(Either.isLeft(decode({ ...document, [key]: null })), `${key} null`)
      const { [key]: _, ...rest } = { ...document } as Record<string, unknown>
      assert.isTrue(Either.isLeft(decode(rest)), `${key} absent`)
    }
  })
}

it("words are open: an aggregate or a row's state that is newer than the client is read", () => {
  const newer = { state: "flaky", checks: [{ ...check, state: "flaky" }] }
  assert.deepStrictEqual(Schema.decodeUnknownEither(ChecksReport)(newer), Either.right(newer))
})

it("3.1 the moment of a comment is UTC with milliseconds", () => {
  const commentAt = (created_at: string) => ({ ...detail, comments: [{ author: "a", body: "", created_at }] })
  const decode = Schema.decodeUnknownEither(PullDetail)
  assert.isTrue(Either.isRight(decode(commentAt("2026-01-02T03:04:05.000Z"))))
  assert.isTrue(Either.isLeft(decode(commentAt("2026-01-02T03:04:05Z"))))
})
