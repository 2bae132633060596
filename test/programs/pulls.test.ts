import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { PullDetail } from "../../src/core/agent-api.js"
import { ErrMergeRejected } from "../../src/core/errors.js"
import { pullCreate, pullList, pullMerge, pullView, renderPull } from "../../src/programs/pulls.js"
import { AgentSurface, type AgentSurfaceService, type SurfaceError } from "../../src/services/agent-surface/surface.js"
import { Output } from "../../src/services/output.js"

const run = (
  program: Effect.Effect<number, SurfaceError, AgentSurface | Output>,
  surface: Partial<AgentSurfaceService>
) => {
  const { written, layer } = Output.test()
  return Effect.map(Effect.provide(program, Layer.merge(layer, AgentSurface.test(surface))), (exit) => ({
    ...written,
    exit
  }))
}

const url = "https://git.example/o/n/pulls/7"
const row = { number: 7, state: "open", head: "afk/63", url } as const

it.effect("2.2 create prints number and url, and asks with the title and body as given", () =>
  Effect.gen(function* () {
    const asked: Array<unknown> = []
    const surface: Partial<AgentSurfaceService> = {
      pullCreate: (pull) =>
        Effect.sync(() => {
          asked.push(pull)
          return { number: 7, url }
        })
    }
    const body = "one\n\ttwo"
    assert.deepStrictEqual(yield* run(pullCreate("T", body, false), surface), { out: `7\t${url}\n`, err: "", exit: 0 })
    assert.deepStrictEqual(yield* run(pullCreate("T", body, true), surface), {
      out: `{"number":7,"url":"${url}"}\n`,
      err: "",
      exit: 0
    })
    assert.deepStrictEqual(asked, [
      { title: "T", body },
      { title: "T", body }
    ])
  })
)

it.effect("2.2 list prints a row a pull in the server's order, and nothing for none", () =>
  Effect.gen(function* () {
    const pullList_ = Effect.succeed({
      prs: [row, { ...row, number: 5, state: "merged" as const, head: "a\tb\u0085c" }]
    })
    assert.strictEqual(
      (yield* run(pullList(false), { pullList: pullList_ })).out,
      `#7\topen\tafk/63\t${url}\n#5\tmerged\ta b c\t${url}\n`
    )
    const none = { pullList: Effect.succeed({ prs: [] }) }
    assert.deepStrictEqual(yield* run(pullList(false), none), { out: "", err: "", exit: 0 })
    assert.strictEqual((yield* run(pullList(true), none)).out, '{"prs":[]}\n')
  })
)

it.effect("2.2 merge prints the row without the head, and hands the head on only when it was named", () =>
  Effect.gen(function* () {
    const asked: Array<unknown> = []
    const surface: Partial<AgentSurfaceService> = {
      pullMerge: (...words) =>
        Effect.sync(() => {
          asked.push(words)
          return { ...row, state: "merged" as const }
        })
    }
    assert.strictEqual((yield* run(pullMerge(7, "abc", false), surface)).out, `#7\tmerged\t${url}\n`)
    assert.deepStrictEqual(JSON.parse((yield* run(pullMerge(7, undefined, true), surface)).out), {
      ...row,
      state: "merged"
    })
    assert.deepStrictEqual(asked, [
      [7, "abc"],
      [7, undefined]
    ])
  })
)

it.effect("2.2 a refused merge prints nothing and keeps the forge's words", () =>
  Effect.gen(function* () {
    const refused = { pullMerge: () => Effect.fail(new ErrMergeRejected({ words: "Head branch was modified" })) }
    const error = yield* Effect.flip(run(pullMerge(7, undefined, false), refused))
    assert.strictEqual(error.message, "merge refused: Head branch was modified")
  })
)

const detail: PullDetail = {
  ...row,
  title: "Add a door",
  body: "It opens.\n\n<b>\tbold</b>",
  reviews: [],
  comments: []
}

it("2.2 view without reviews and comments ends behind the body", () => {
  assert.strictEqual(
    renderPull(detail),
    `#7 Add a door\nstate: open\nhead: afk/63\nurl: ${url}\n\nIt opens.\n\n<b>\tbold</b>\n`
  )
})

it("2.2 an empty body is an empty line", () => {
  assert.strictEqual(renderPull({ ...detail, body: "" }), `#7 Add a door\nstate: open\nhead: afk/63\nurl: ${url}\n\n\n`)
})

it("2.2 view tells reviews in their order, then comments, each body byte for byte", () => {
  const text = renderPull({
    ...detail,
    body: "b",
    reviews: [
      { reviewer: "ann", state: "approved", body: "", dismissed: false },
      { reviewer: "bob", state: "changes_requested", body: "one\n--- two", dismissed: true }
    ],
    comments: [
      { author: "lab", body: "[autoland] verdict: reject\n\nx", created_at: "2026-01-02T03:04:05.000Z" },
      { author: "ghost", body: "y\n", created_at: "2026-01-02T03:05:05.000Z" }
    ]
  })
  assert.strictEqual(
    text.slice(text.indexOf("\n\nb\n") + 4),
    [
      "\n--- review by ann (approved)\n\n",
      "\n--- review by bob (changes_requested, dismissed)\none\n--- two\n",
      "\n--- comment by lab (2026-01-02T03:04:05.000Z)\n[autoland] verdict: reject\n\nx\n",
      "\n--- comment by ghost (2026-01-02T03:05:05.000Z)\ny\n\n"
    ].join("")
  )
})

it("12.2.34 no title, head, url or login makes a line of its own", () => {
  const text = renderPull({
    ...detail,
    title: "a\nb\u2028c",
    head: "h\u009bi",
    url: "u\nv",
    body: "",
    reviews: [{ reviewer: "r\ns", state: "x\ty", body: "", dismissed: false }],
    comments: [{ author: "p\u202eq", body: "", created_at: "2026-01-02T03:04:05.000Z" }]
  })
  assert.strictEqual(
    text,
    "#7 a b c\nstate: open\nhead: h i\nurl: u v\n\n\n\n--- review by r s (x y)\n\n\n--- comment by p q (2026-01-02T03:04:05.000Z)\n\n"
  )
})

it.effect("2.2 view in JSON is the answer as it is", () =>
  Effect.gen(function* () {
    const answer = { ...detail, title: "a\nb" }
    const { out } = yield* run(pullView(7, true), { pullView: (n) => Effect.succeed({ ...answer, number: n }) })
    assert.deepStrictEqual(JSON.parse(out), answer)
    assert.strictEqual(out.indexOf("\n"), out.length - 1)
  })
)
