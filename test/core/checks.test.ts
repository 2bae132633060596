import { assert, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { type Check, checkRunWord, checksState, forgejoStatusWord, githubStatusWord } from "../../src/core/checks.js"

const runs: ReadonlyArray<
  readonly [status: string, conclusion: string | null, state: Check["state"], rawState: string]
> = [
  ["queued", null, "pending", "queued"],
  ["in_progress", null, "pending", "in_progress"],
  ["waiting", null, "pending", "waiting"],
  ["requested", null, "pending", "requested"],
  ["pending", null, "pending", "pending"],
  ["paused", null, "pending", "paused"],
  ["in_progress", "success", "pending", "in_progress"],
  ["completed", "success", "success", "success"],
  ["completed", "neutral", "success", "neutral"],
  ["completed", "skipped", "success", "skipped"],
  ["completed", "failure", "failure", "failure"],
  ["completed", "cancelled", "failure", "cancelled"],
  ["completed", "timed_out", "failure", "timed_out"],
  ["completed", "action_required", "failure", "action_required"],
  ["completed", "startup_failure", "failure", "startup_failure"],
  ["completed", "stale", "failure", "stale"],
  ["completed", "SomethingNew", "failure", "SomethingNew"],
  ["completed", "SUCCESS", "failure", "SUCCESS"],
  ["completed", "", "failure", ""],
  ["completed", null, "failure", ""]
]

for (const [status, conclusion, state, rawState] of runs) {
  it(`C04 a check run ${status}/${JSON.stringify(conclusion)} is ${state}, in the forge's own word`, () => {
    assert.deepStrictEqual(checkRunWord(status, conclusion), { state, rawState })
  })
}

const statuses: ReadonlyArray<readonly [word: string, github: Check["state"], forgejo: Check["state"]]> = [
  ["success", "success", "success"],
  ["pending", "pending", "pending"],
  ["failure", "failure", "failure"],
  ["error", "failure", "failure"],
  ["warning", "failure", "failure"],
  ["skipped", "failure", "success"],
  ["cancelled", "failure", "failure"],
  ["Success", "failure", "failure"],
  ["", "failure", "failure"]
]

for (const [word, github, forgejo] of statuses) {
  it(`C14 a status ${JSON.stringify(word)} is ${github} on GitHub and ${forgejo} on Forgejo`, () => {
    assert.deepStrictEqual(githubStatusWord(word), { state: github, rawState: word })
    assert.deepStrictEqual(forgejoStatusWord(word), { state: forgejo, rawState: word })
  })
}

const heads: ReadonlyArray<readonly [name: string, rows: ReadonlyArray<string>, aggregate: string]> = [
  ["C01 C13 B01 a head without rows is none", [], "none"],
  ["one green row is success", ["success"], "success"],
  ["C03 (a) B02 a red row is failure while others run", ["success", "pending", "failure"], "failure"],
  ["C03 (b) B03 an open row beside a green one is pending", ["success", "pending"], "pending"],
  ["C03 (c) a red row beside a green one is failure", ["failure", "success"], "failure"],
  ["C02 green rows alone are success, though more may come", ["success"], "success"],
  ["B05 a word outside the vocabulary is failure", ["success", "warning"], "failure"],
  ["B05 an unknown word beats pending", ["pending", "none"], "failure"],
  ["an empty word is failure", [""], "failure"]
]

for (const [name, rows, aggregate] of heads) {
  it(name, () => assert.strictEqual(checksState(rows.map((state) => ({ state }))), aggregate))
}

it("C08 a green row never hides a red one of the same name", () => {
  const finish = { name: "finish", rawState: "", summary: "", url: "" }
  const rows: ReadonlyArray<Check> = [
    { ...finish, state: "failure" },
    { ...finish, state: "success" }
  ]
  assert.strictEqual(checksState(rows), "failure")
})

it("C15 a gate that was skipped does not speak for the job that made it skip", () => {
  const rows = [
    checkRunWord("completed", "failure"),
    checkRunWord("completed", "skipped"),
    checkRunWord("completed", "success")
  ]
  assert.strictEqual(checksState(rows), "failure")
})

it("C05 a cancelled run alone is failure, and the row says cancelled", () => {
  const row = checkRunWord("completed", "cancelled")
  assert.strictEqual(checksState([row, checkRunWord("completed", "success")]), "failure")
  assert.strictEqual(row.rawState, "cancelled")
})

it("B06 a queued, a neutral and a stale run are pending, success and failure", () => {
  const rows = [checkRunWord("queued", null), checkRunWord("completed", "neutral"), checkRunWord("completed", "stale")]
  assert.deepStrictEqual(
    rows.map(({ state }) => state),
    ["pending", "success", "failure"]
  )
})

const words = FastCheck.oneof(
  { weight: 5, arbitrary: FastCheck.constantFrom("success", "pending", "failure") },
  { weight: 1, arbitrary: FastCheck.string() }
)
const rows = FastCheck.array(
  words.map((state) => ({ state })),
  { maxLength: 12 }
)

it("the aggregate does not depend on the order of rows", () => {
  FastCheck.assert(
    FastCheck.property(
      rows.chain((all) =>
        FastCheck.tuple(FastCheck.constant(all), FastCheck.shuffledSubarray(all, { minLength: all.length }))
      ),
      ([all, shuffled]) => assert.strictEqual(checksState(shuffled), checksState(all))
    )
  )
})

it("a red or unknown row decides, then an open one; none exactly without rows", () => {
  FastCheck.assert(
    FastCheck.property(rows, (all) => {
      const count = (state: string) => all.filter((row) => row.state === state).length
      const red = all.length - count("success") - count("pending")
      const expected = all.length === 0 ? "none" : red > 0 ? "failure" : count("pending") > 0 ? "pending" : "success"
      assert.strictEqual(checksState(all), expected)
    })
  )
})

it("one more red row makes any head red, one more green row changes only a head without rows", () => {
  FastCheck.assert(
    FastCheck.property(rows, (all) => {
      assert.strictEqual(checksState([...all, { state: "failure" }]), "failure")
      const before = checksState(all)
      assert.strictEqual(checksState([{ state: "success" }, ...all]), before === "none" ? "success" : before)
    })
  )
})
