import { assert, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { type Pull, standing } from "../../src/core/pull.js"

const pull = (number: number, state: Pull["state"]): Pull => ({
  number,
  title: "",
  body: "",
  state,
  draft: false,
  author: null,
  url: "",
  head: { ref: "afk/63", sha: "aaa1", repo: "o/n" },
  base: { ref: "main", repo: "o/n" },
  mergeable: null,
  mergeCommit: null
})

const states = FastCheck.array(FastCheck.constantFrom<Pull["state"]>("open", "merged", "closed"), { maxLength: 6 })

it("8.7 an open pull stands for its head, else a merged one, else a closed one; of equals the first", () => {
  FastCheck.assert(
    FastCheck.property(states, (all) => {
      const pulls = all.map((state, number) => pull(number, state))
      const best = (["open", "merged", "closed"] as const).find((state) => all.includes(state))
      assert.strictEqual(standing(pulls)?.number, best === undefined ? undefined : all.indexOf(best))
    })
  )
})
