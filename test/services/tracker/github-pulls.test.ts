import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { change, practice, repo } from "../../support/sandbox.js"

it.scoped("the head is asked with its owner, since a bare branch would filter nothing", () =>
  Effect.gen(function* () {
    const { tracker, asked } = yield* practice("github")
    yield* tracker.pullsForHead("feat", "main")
    assert.deepStrictEqual(asked(), [`GET ${repo}/pulls?state=all&head=acme%3Afeat&base=main&per_page=100&page=1`])
  })
)

it.scoped("a forge that filters nothing all the same is filtered here", () =>
  Effect.gen(function* () {
    const { sandbox, world, tracker } = yield* practice("github")
    world.open({ number: 8, head: "other" })
    world.open({ number: 9, head: "feat", base: "release" })
    const rows = yield* Effect.promise(() =>
      fetch(`${sandbox.github.api}${repo}/pulls?state=all`).then((answer) => answer.json())
    )
    sandbox.faults.add({ path: `${repo}/pulls`, fault: { kind: "json", status: 200, value: rows } })
    const pulls = yield* tracker.pullsForHead("feat", "main")
    assert.deepStrictEqual(
      pulls.map(({ number }) => number),
      [7]
    )
  })
)

const pull = {
  id: 1,
  number: 7,
  title: "T",
  state: "closed",
  html_url: "https://github.com/acme/widget/pull/7",
  merged_at: "2026-09-01T10:00:00Z",
  head: { ref: "feat", sha: "a".repeat(40) },
  base: { ref: "main", sha: "b".repeat(40), repo: { full_name: "acme/widget" } }
}

it.scoped("0.2 what identifies a pull is enough, the rest may be missing in another version", () =>
  Effect.gen(function* () {
    const { sandbox, tracker } = yield* practice("github")
    sandbox.faults.add({ path: `${repo}/pulls/7`, fault: { kind: "json", status: 200, value: pull } })
    assert.deepStrictEqual(yield* tracker.pull(7), {
      number: 7,
      title: "T",
      body: "",
      state: "merged",
      draft: false,
      author: null,
      url: "https://github.com/acme/widget/pull/7",
      head: { ref: "feat", sha: "a".repeat(40), repo: null },
      base: { ref: "main", repo: "acme/widget" },
      mergeable: null,
      mergeCommit: null
    })
  })
)

for (const [merged, merged_at, state] of [
  [true, null, "merged"],
  [false, "2026-09-01T10:00:00Z", "merged"],
  [null, null, "closed"],
  [false, null, "closed"]
] as const) {
  it.scoped(`1.1 merged ${merged} and merged_at ${merged_at} is ${state}`, () =>
    Effect.gen(function* () {
      const { sandbox, tracker } = yield* practice("github")
      const value = { ...pull, merged, merged_at }
      sandbox.faults.add({ path: `${repo}/pulls/7`, fault: { kind: "json", status: 200, value } })
      assert.strictEqual((yield* tracker.pull(7)).state, state)
    })
  )
}

it.scoped("mergeability that is still computed is null, neither yes nor no", () =>
  Effect.gen(function* () {
    const { world, tracker } = yield* practice("github")
    change(world, { mergeable: null })
    assert.isNull((yield* tracker.pull(7)).mergeable)
  })
)
