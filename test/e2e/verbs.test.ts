import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { forgeWith, Instance, ways } from "./instance.js"

const red = [
  { context: "unit", state: "failure", description: "1 of\t12\nfailed", targetUrl: "https://ci.example/1" },
  { context: "lint", state: "success" }
]

layer(Instance.layer, { excludeTestServices: true })((it) => {
  for (const [flavor, way] of ways) {
    it.scoped(`2.2 2.3 the verbs on ${flavor}, ${way}: the same bytes, from a new pull to the merged one`, () =>
      Effect.gen(function* () {
        const { forge, labctl, page } = yield* forgeWith(flavor, way)
        const sha = "1".repeat(40)
        const says = (stdout: string, code = 0, stderr = "") => ({ code, stdout, stderr })

        const created = yield* labctl("pr", "create", "--title", "Add\u001b[31m writer", "--body=Because.\n--- no")
        assert.deepStrictEqual(created, says(`8\t${page(8)}\n`))
        const again = yield* labctl("pr", "create", "--title", "Again", "--body", "x")
        assert.deepStrictEqual([again.code, again.stdout], [1, ""])
        assert.match(again.stderr, /^labctl pr create: [^\n]*#8[^\n]*\n$/)

        const head = `#8 Add [31m writer\nstate: open\nhead: topic\nurl: ${page(8)}\n\nBecause.\n--- no\n`
        assert.deepStrictEqual(yield* labctl("pr", "view", "8"), says(head))
        const list = `#8\topen\ttopic\t${page(8)}\n#7\topen\tfeat\t${page(7)}\n`
        assert.deepStrictEqual(yield* labctl("pr", "list"), says(list))

        assert.deepStrictEqual(yield* labctl("pr", "checks", "8"), says("state: none\n"))
        forge.world.statuses(sha, red)
        const rows =
          "state: failure\nunit\tfailure\tfailure\t1 of 12 failed\thttps://ci.example/1\nlint\tsuccess\tsuccess\t\t\n"
        const hint = "logs: labctl pr logs 8\n"
        assert.deepStrictEqual(yield* labctl("pr", "checks", "8"), says(rows, 2, hint))
        assert.deepStrictEqual(yield* labctl("pr", "checks", "--wait", "8", "--wait"), says(rows, 2, hint))
        const json = yield* labctl("pr", "checks", "8", "--json")
        assert.deepStrictEqual([json.code, json.stderr, json.stdout.indexOf("\n")], [2, hint, json.stdout.length - 1])
        assert.deepNestedInclude(JSON.parse(json.stdout), { state: "failure", "checks[0].summary": "1 of\t12\nfailed" })

        forge.world.statuses(sha, [{ context: "unit", state: "pending" }])
        assert.deepStrictEqual(
          yield* labctl("pr", "checks", "8"),
          says("state: pending\nunit\tpending\tpending\t\t\n", 3)
        )
        forge.world.statuses(sha, [{ context: "unit", state: "success" }])
        assert.deepStrictEqual(yield* labctl("pr", "checks", "8"), says("state: success\nunit\tsuccess\tsuccess\t\t\n"))

        const moved = yield* labctl("pr", "merge", "8", "--head", "2".repeat(40))
        assert.deepStrictEqual([moved.code, moved.stdout], [1, ""])
        assert.match(moved.stderr, /^labctl pr merge: merge refused: [^\n]+\n$/)
        const merged = says(`#8\tmerged\t${page(8)}\n`)
        assert.deepStrictEqual(yield* labctl("pr", "merge", "8", "--head", sha), merged)
        assert.deepStrictEqual(yield* labctl("pr", "merge", "8"), merged)
        assert.deepStrictEqual(
          yield* labctl("pr", "list"),
          says(`#7\topen\tfeat\t${page(7)}\n#8\tmerged\ttopic\t${page(8)}\n`)
        )
      })
    )

    it.scoped(`2.2 --json on ${flavor}, ${way}: one document of the contract`, () =>
      Effect.gen(function* () {
        const { forge, labctl, page } = yield* forgeWith(flavor, way)
        forge.world.review(7, "erin", "approved", "fine")
        forge.world.comment(7, null, "Hello\nagain")
        const document = (...args: ReadonlyArray<string>) =>
          Effect.map(labctl(...args, "--json"), ({ code, stdout, stderr }): unknown => {
            assert.deepStrictEqual([code, stderr, stdout.indexOf("\n")], [0, "", stdout.length - 1])
            return JSON.parse(stdout)
          })
        const row = { number: 7, state: "open", head: "feat", url: page(7) }
        assert.deepStrictEqual(yield* document("pr", "list"), { prs: [row] })
        const view = yield* document("pr", "view", "7")
        assert.deepInclude(view, {
          ...row,
          title: "Add parser",
          reviews: [{ reviewer: "erin", state: "approved", body: "fine", dismissed: false }]
        })
        assert.nestedPropertyVal(view, "comments[0].author", "ghost")
        assert.match(JSON.stringify(view), /"created_at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/)
        assert.deepStrictEqual(yield* document("pr", "create", "--title", "x", "--body", "y"), {
          number: 8,
          url: page(8)
        })
        assert.deepStrictEqual(yield* document("pr", "merge", "7"), { ...row, state: "merged" })
      })
    )
  }
})
