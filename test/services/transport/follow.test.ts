import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { followed, type Step, type Unfollowed } from "../../../src/services/transport/follow.js"
import { type Answer, TransportFailure } from "../../../src/services/transport/http.js"

const origin = new URL("https://git.example:3000")
const start: Step = { origin, path: "/api/v1/repos/o/n?page=1" }
const reply = (status: number, location?: string): Answer => ({
  status,
  headers: location === undefined ? {} : { location },
  rawHeaders: [],
  body: Buffer.from(String(status))
})

/** Follows a script of answers and tells where each request went. */
const follow = (...script: ReadonlyArray<Answer>) => {
  const asked: Array<string> = []
  const send = ({ origin, path }: Step) =>
    Effect.sync(() => {
      asked.push(origin.origin + path)
      return script[asked.length - 1] ?? reply(500)
    })
  return Effect.map(Effect.either(followed(start, send)), (end) => ({ asked, end }))
}

const first = "https://git.example:3000/api/v1/repos/o/n?page=1"

for (const status of [301, 302, 307, 308]) {
  it.effect(`12.2.32 a ${status} to the same origin is asked again there`, () =>
    Effect.gen(function* () {
      const { asked, end } = yield* follow(
        reply(status, "https://git.example:3000/api/v1/repos/p/n?page=1"),
        reply(200)
      )
      assert.deepStrictEqual(asked, [first, "https://git.example:3000/api/v1/repos/p/n?page=1"])
      assert.strictEqual(end._tag === "Right" && end.right.status, 200)
    })
  )
}

const places: ReadonlyArray<readonly [location: string, path: string]> = [
  ["/repositories/1000", "/repositories/1000"],
  ["../../other/n", "/api/v1/other/n"],
  ["?page=2", "/api/v1/repos/o/n?page=2"],
  ["//git.example:3000/x", "/x"],
  ["https://GIT.example:3000/x", "/x"],
  ["https://me:hunter2@git.example:3000/x", "/x"],
  ["/a%2Fb?c=%20#frag", "/a%2Fb?c=%20"]
]

for (const [location, path] of places) {
  it.effect(`the Location ${location} leads to ${path} on the same origin`, () =>
    Effect.gen(function* () {
      const { asked } = yield* follow(reply(307, location), reply(200))
      assert.deepStrictEqual(asked, [first, `https://git.example:3000${path}`])
    })
  )
}

const foreign: ReadonlyArray<readonly [location: string, host: string]> = [
  ["https://evil.example/steal?token=hunter2", "evil.example"],
  ["http://git.example:3000/x", "git.example:3000"],
  ["https://git.example/x", "git.example"],
  ["https://git.example:3001/x", "git.example:3001"],
  ["//evil.example/hunter2", "evil.example"],
  ["https://git.example:3000@evil.example/x", "evil.example"]
]

for (const [location, host] of foreign) {
  it.effect(`12.2.32 a redirect to ${location} is refused and never asked`, () =>
    Effect.gen(function* () {
      const { asked, end } = yield* follow(reply(302, location), reply(200))
      assert.deepStrictEqual(asked, [first])
      const failure: Unfollowed = end._tag === "Left" ? end.left : { words: "none" }
      assert.deepInclude(failure, { status: 302, words: `a redirect to another host, ${host}, which was not followed` })
      assert.notInclude(JSON.stringify(failure), "hunter2")
    })
  )
}

const refused: ReadonlyArray<readonly [name: string, answer: Answer, failure: Unfollowed]> = [
  ["303", reply(303, "/user/login"), { status: 303, words: "a redirect to another page, as to a sign-in" }],
  ["without a Location", reply(301), { status: 301, words: "a redirect without a usable Location" }],
  [
    "with a Location that is no address",
    reply(302, "https://"),
    { status: 302, words: "a redirect without a usable Location" }
  ]
]

for (const [name, answer, failure] of refused) {
  it.effect(`a redirect ${name} is an error`, () =>
    Effect.gen(function* () {
      const { asked, end } = yield* follow(answer, reply(200))
      assert.deepStrictEqual([asked.length, end._tag === "Left" && end.left], [1, failure])
    })
  )
}

it.effect("three redirects in a row are followed, a fourth is an error", () =>
  Effect.gen(function* () {
    const hop = reply(307, "/again")
    const three = yield* follow(hop, hop, hop, reply(200))
    assert.deepStrictEqual([three.asked.length, three.end._tag], [4, "Right"])
    const four = yield* follow(hop, hop, hop, hop, reply(200))
    assert.strictEqual(four.asked.length, 4)
    assert.deepStrictEqual(four.end._tag === "Left" && four.end.left, {
      status: 307,
      words: "more than 3 redirects in a row"
    })
  })
)

for (const status of [200, 204, 300, 304, 305, 404, 502]) {
  it.effect(`a ${status} is the answer, whatever Location it carries`, () =>
    Effect.gen(function* () {
      const { asked, end } = yield* follow(reply(status, "https://evil.example/"))
      assert.deepStrictEqual([asked.length, end._tag === "Right" && end.right.status], [1, status])
    })
  )
}

it.effect("a failed exchange keeps its words and has no status", () =>
  Effect.gen(function* () {
    const failure = new TransportFailure({ kind: "unreachable", words: "connection refused" })
    assert.deepStrictEqual(yield* Effect.flip(followed(start, () => Effect.fail(failure))), {
      words: "connection refused",
      remedy: "check the forge address and the network"
    })
  })
)
