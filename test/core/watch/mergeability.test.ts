import { assert, it } from "@effect/vitest"
import { mergeabilityAfter, unread } from "../../../src/core/watch/mergeability.js"
import type { Snapshot } from "../../../src/core/watch/snapshot.js"
import { pull, snapshot } from "./samples.js"

/** A poll as a word: `t`, `f`, `n` for what `mergeable` reads, then a head, a base, and `wip` for a draft. */
const poll = (forge: Snapshot["forge"], words: string): Snapshot => {
  const [mergeable, head = "h", base = "main", wip] = words.split(" ")
  return snapshot({
    forge,
    pull: { mergeable: mergeable === "n" ? null : mergeable === "t", head, base, draft: wip === "wip" }
  })
}

const conflicts = (forge: Snapshot["forge"], polls: ReadonlyArray<string>): ReadonlyArray<boolean> => {
  let state = unread
  return polls.map((words) => {
    state = mergeabilityAfter(state, poll(forge, words))
    return state.conflicts
  })
}

const no = false
const yes = true
const rows: ReadonlyArray<
  readonly [rule: string, forge: Snapshot["forge"], polls: ReadonlyArray<string>, conflicts: ReadonlyArray<boolean>]
> = [
  ["C45 GitHub: from the false to the true", "github", ["t", "n", "n", "f", "n", "t"], [no, no, no, yes, yes, no]],
  ["a null alone is no conflict", "github", ["n", "n"], [no, no]],
  ["GitHub: one false is enough, of a draft too", "github", ["f h main wip"], [yes]],
  ["GitHub: a push with null keeps the value", "github", ["f", "n h2"], [yes, yes]],
  ["GitHub: a null of another base says nothing", "github", ["f", "n h next", "f h next"], [yes, no, yes]],
  ["GitHub: a value of another base is not remembered", "github", ["f", "n h next", "n"], [yes, no, no]],
  ["builtin: it cannot tell", "builtin", ["n", "n"], [no, no]],
  ["Forgejo: false twice running", "forgejo", ["f", "f", "f"], [no, yes, yes]],
  ["Forgejo: a false that turns true was a test", "forgejo", ["f", "t", "f", "t"], [no, no, no, no]],
  ["Forgejo: a push in between begins anew", "forgejo", ["f", "f h2", "f h2"], [no, no, yes]],
  ["Forgejo: another base in between begins anew", "forgejo", ["f", "f h next", "f h next"], [no, no, yes]],
  ["Forgejo: a draft has none", "forgejo", ["f h main wip", "f h main wip"], [no, no]],
  ["Forgejo: a draft that is none any more begins anew", "forgejo", ["f h main wip", "f", "f"], [no, no, yes]],
  ["Forgejo: only true closes it", "forgejo", ["f", "f", "f h2", "f h main wip", "t"], [no, yes, yes, yes, no]]
]

for (const [rule, forge, polls, expected] of rows) {
  it(rule, () => assert.deepStrictEqual(conflicts(forge, polls), expected))
}

it("a base that is a prefix of a head is not taken for another pair", () => {
  const [head, base] = [`${pull.head} x`, "y"]
  const first = mergeabilityAfter(unread, snapshot({ forge: "forgejo", pull: { mergeable: false, head, base } }))
  const other = snapshot({ forge: "forgejo", pull: { mergeable: false, head: pull.head, base: `x ${base}` } })
  assert.isFalse(mergeabilityAfter(first, other).conflicts)
})
