import { assert, it } from "@effect/vitest"
import { afterSnapshot, beginWatch, type WatchState } from "../../../src/core/watch/fold.js"
import type { Snapshot } from "../../../src/core/watch/snapshot.js"
import { comment, review, run, snapshot, start, status } from "./samples.js"

const every = 300_000
const day = 86_400_000

/** A thousand findings of which most change at each poll: a push, a rerun, an edit of every other comment. */
const busy = (poll: number): Snapshot => {
  const ids = Array.from({ length: 250 }, (_, i) => i + 1)
  return snapshot({
    pull: { head: String(poll % 7).repeat(40), mergeable: poll % 2 === 0, base: `base-${poll % 3}` },
    comments: ids.map((id) => comment(id, "dana", id % 2 === 0 ? poll : 0, `round ${poll}`)),
    reviews: ids.map((id) => review(id, "erin", 0, "changes_requested", "the same")),
    checkRuns: ids.map((id) => run(poll * 1000 + id, `check ${id}`, "failure")),
    statuses: ids.map((id) => status(`status ${id}`, poll % 2 === 0 ? "error" : "failure"))
  })
}

it("a day of a thousand findings remembers those that are open, and nothing else", { timeout: 90_000 }, () => {
  let state: WatchState = beginWatch
  const sizes: Array<number> = []
  for (let poll = 0; poll < day / every; poll++) {
    state = afterSnapshot(state, busy(poll), start + poll * every, 600_000).state
    sizes.push(state.open.size)
  }
  assert.isAtLeast(Math.min(...sizes), 1000)
  assert.isAtMost(Math.max(...sizes), 1002)
  const { open: _, ...rest } = state
  assert.isAtMost(JSON.stringify(rest).length, 200)

  state = afterSnapshot(state, snapshot({ pull: { base: "base-0" } }), start + day, 600_000).state
  assert.strictEqual(state.open.size, 0)
})
