import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Fiber, Redacted, TestClock } from "effect"
import { parseLabUrl } from "../../../src/core/lab-url.js"
import { remoteSurface } from "../../../src/services/agent-surface/remote.js"
import type { AgentSurfaceService, SurfaceError } from "../../../src/services/agent-surface/surface.js"
import { answer, json, loopback, type Reply } from "../../support/http.js"
import { temporary } from "../store/databases.js"

const token = `lab_run_${"x".repeat(43)}`

const surfaceAt = (url: string): AgentSurfaceService =>
  remoteSurface(Either.getOrThrow(parseLabUrl(url)), Redacted.make(token))

/** A scripted server and the verbs asked of it, below `path`. */
const setUp = (replies: ReadonlyArray<Reply> | Reply, path = "") =>
  Effect.map(loopback(replies), (server) => ({ server, surface: surfaceAt(server.origin.origin + path) }))

const url = "https://git.example/o/n/pulls/7"
const row = { number: 7, state: "open", head: "afk/63", url }
const detail = { ...row, title: "T", body: "b", reviews: [], comments: [] }
const report = { state: "success", checks: [{ name: "unit", state: "success", rawState: "ok", summary: "", url: "" }] }

interface Verb {
  readonly name: string
  readonly ask: (surface: AgentSurfaceService) => Effect.Effect<unknown, SurfaceError>
  readonly request: readonly [method: string, path: string, body: string]
  readonly document: unknown
}

const verbs: ReadonlyArray<Verb> = [
  {
    name: "create",
    ask: (surface) => surface.pullCreate({ title: "T", body: "bé" }),
    request: ["POST", "/agent/v1/prs", '{"title":"T","body":"bé"}'],
    document: { number: 7, url }
  },
  { name: "list", ask: (surface) => surface.pullList, request: ["GET", "/agent/v1/prs", ""], document: { prs: [row] } },
  { name: "view", ask: (surface) => surface.pullView(7), request: ["GET", "/agent/v1/prs/7", ""], document: detail },
  {
    name: "checks",
    ask: (surface) => surface.pullChecks(7),
    request: ["GET", "/agent/v1/prs/7/checks", ""],
    document: report
  },
  {
    name: "merge",
    ask: (surface) => surface.pullMerge(7),
    request: ["POST", "/agent/v1/prs/7/merge", "{}"],
    document: { ...row, state: "merged" }
  },
  {
    name: "merge of a named head",
    ask: (surface) => surface.pullMerge(7, "aaa1"),
    request: ["POST", "/agent/v1/prs/7/merge", '{"head":"aaa1"}'],
    document: { ...row, state: "merged" }
  }
]

for (const { name, ask, request, document } of verbs) {
  it.scoped(`2.1 ${name} is one request with the token, answered with the document`, () =>
    Effect.gen(function* () {
      const { server, surface } = yield* setUp(json(document))
      assert.deepStrictEqual(yield* ask(surface), document)
      const { method, path, body, headers } = yield* server.next
      assert.deepStrictEqual([method, path, body], request)
      assert.deepInclude(headers, { authorization: `Bearer ${token}`, host: server.origin.host })
      assert.strictEqual(headers["content-type"], body === "" ? undefined : "application/json")
      assert.strictEqual(server.seen.length, 1)
    })
  )
}

it.scoped("2.1 a number below 1 is left to the server", () =>
  Effect.gen(function* () {
    const { server, surface } = yield* setUp(json({ error: "not found" }, 404))
    assert.strictEqual((yield* Effect.flip(surface.pullView(-5))).message, "not found")
    assert.strictEqual((yield* server.next).path, "/agent/v1/prs/-5")
  })
)

it.scoped("2.1 a path of LAB_URL stands before the routes", () =>
  Effect.gen(function* () {
    const { server, surface } = yield* setUp(json({ prs: [] }), "/ci/lab//")
    yield* surface.pullList
    assert.strictEqual((yield* server.next).path, "/ci/lab/agent/v1/prs")
  })
)

it.scoped("2.1 a unix socket is asked the same, and no host is looked up", () =>
  Effect.gen(function* () {
    const socket = join(yield* temporary, "agent.sock")
    const server = yield* loopback(json(report), socket)
    assert.deepStrictEqual(yield* surfaceAt(`unix://${socket}`).pullChecks(7), report)
    const seen = yield* server.next
    assert.deepInclude(seen, { method: "GET", path: "/agent/v1/prs/7/checks" })
    assert.deepInclude(seen.headers, { authorization: `Bearer ${token}`, host: "lab" })
    const absent = yield* Effect.flip(surfaceAt(`unix://${socket}.absent`).pullChecks(7))
    assert.strictEqual(
      absent.message,
      "the server could not be asked: no such socket. Check that lab serve runs and that LAB_URL is its address"
    )
  })
)

const ask = (surface: AgentSurfaceService) => Effect.flip(surface.pullMerge(7))

const proxy = "LAB_URL may point at an auth proxy in front of the server"
const page = "<!doctype html><title>Sign in</title>"

const refused: ReadonlyArray<readonly [name: string, reply: Reply, status: number, words: string]> = [
  [
    "a redirect is not followed",
    answer(302, "", { location: "/elsewhere" }),
    302,
    `the server answered 302 with Location /elsewhere: ${proxy}`
  ],
  [
    "a redirect without a Location is not success",
    answer(307),
    307,
    `the server answered 307 with no Location: ${proxy}`
  ],
  [
    "a page at 200 is not success",
    answer(200, page, { "content-type": "text/html" }),
    200,
    `the server answered 200 with a page of HTML: ${proxy}`
  ],
  [
    "a page without a media type is not success",
    answer(200, page),
    200,
    `the server answered 200 with a page of HTML: ${proxy}`
  ],
  [
    "a page at 502 names the hint",
    answer(502, page, { "content-type": "text/html" }),
    502,
    `the server answered 502 with a page of HTML: ${proxy}`
  ],
  [
    "an empty 200 is not success",
    answer(200),
    200,
    "the server answered 200 with no JSON document: is LAB_URL a lab server?"
  ],
  [
    "a document of another shape is not success",
    json({ ok: true }),
    200,
    "the server answered JSON of another shape: is it of this version?"
  ],
  [
    "a state that nobody knows is another shape",
    json({ ...row, state: "draft" }),
    200,
    "the server answered JSON of another shape: is it of this version?"
  ],
  ["an error without a text is its status", answer(503, "busy"), 503, "HTTP 503"],
  ["an error of an older server is its text", json({ error: "run token required" }, 401), 401, "run token required"],
  ["an opaque error is its text", json({ error: "internal error", code: "ErrStore" }, 500), 500, "internal error"]
]

for (const [name, reply, status, words] of refused) {
  it.scoped(`2.1 ${name}`, () =>
    Effect.gen(function* () {
      const { server, surface } = yield* setUp(reply)
      const error = yield* ask(surface)
      assert.deepInclude(error, { _tag: "ErrLabServer", status, words })
      assert.strictEqual(server.seen.length, 1)
    })
  )
}

it.scoped("2.1 an error that names its sentinel is that sentinel, with its fields", () =>
  Effect.gen(function* () {
    const body = { error: "merge refused: moved", code: "ErrMergeRejected", words: "moved" }
    const { surface } = yield* setUp(json(body, 409))
    assert.deepInclude(yield* ask(surface), { _tag: "ErrMergeRejected", words: "moved", message: body.error })
  })
)

it.scoped("12.2.18 a rate limit comes back on this machine's clock", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(1_000_000)
    const body = {
      error: "x",
      code: "ErrRateLimited",
      forge: "github",
      words: "quota",
      resetAt: "2030-01-01T00:00:00.000Z"
    }
    const { surface } = yield* setUp(json(body, 503, { "retry-after": "90" }))
    assert.deepInclude(yield* ask(surface), {
      _tag: "ErrRateLimited",
      retryAfter: 90,
      resetAt: "1970-01-01T00:18:10.000Z"
    })
  })
)

it.scoped("B14 an aggregate that is newer than this client is an answer all the same", () =>
  Effect.gen(function* () {
    const { surface } = yield* setUp(json({ state: "weird", checks: [], more: 1 }))
    assert.deepStrictEqual(yield* surface.pullChecks(7), { state: "weird", checks: [] })
  })
)

it.scoped("12.2.21 a server that does not answer is given up after 60 s, not repeated", () =>
  Effect.gen(function* () {
    const { server, surface } = yield* setUp(() => undefined)
    const fiber = yield* Effect.fork(ask(surface))
    yield* server.next
    yield* TestClock.adjust("59 seconds")
    assert.strictEqual((yield* Fiber.poll(fiber))._tag, "None")
    yield* TestClock.adjust("1 seconds")
    const error = yield* Fiber.join(fiber)
    assert.strictEqual(
      error.message,
      "the server could not be asked: no answer within 60 s. Check that lab serve runs and that LAB_URL is its address"
    )
    assert.notProperty(error, "status")
    yield* server.closed
    assert.strictEqual(server.seen.length, 1)
  })
)

it.scoped("2.1 an answer of more than 64 MiB is an error that names the size", () =>
  Effect.gen(function* () {
    const { surface } = yield* setUp((response) => {
      const more = (): unknown =>
        response.destroyed || response.write(Buffer.alloc(2 ** 22, 32), () => setImmediate(more))
      response.setHeader("content-type", "application/json")
      more()
    })
    assert.match((yield* ask(surface)).message, /the body is larger than 64 MiB/)
  })
)

it.scoped("a document that breaks off is an error without a status, as no whole answer came", () =>
  Effect.gen(function* () {
    const { surface } = yield* setUp((response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" }).write("{}")
      setImmediate(() => response.socket?.destroy())
    })
    const error = yield* ask(surface)
    assert.match(error.message, /^the server could not be asked: connection lost/)
    assert.notProperty(error, "status")
  })
)

const leaking: ReadonlyArray<readonly [name: string, reply: Reply]> = [
  ["a connection that breaks off", (response) => void response.socket?.destroy()],
  ["a page that echoes it", answer(401, `<p>${token}`)],
  ["a document that is not what was asked for", json({ number: token })],
  ["text that echoes it", answer(400, `no such token ${token}`)]
]

for (const [name, reply] of leaking) {
  it.scoped(`no message holds the token: ${name}`, () =>
    Effect.gen(function* () {
      const { surface } = yield* setUp(reply)
      const error = yield* ask(surface)
      assert.notInclude(error.message + JSON.stringify(error), token)
    })
  )
}

it.effect("a token that no header can carry is an error that does not show it", () =>
  Effect.gen(function* () {
    const lab = Either.getOrThrow(parseLabUrl("http://127.0.0.1:1"))
    const error = yield* ask(remoteSurface(lab, Redacted.make("lab_run_hunter2\nx")))
    assert.strictEqual(error._tag, "ErrLabServer")
    assert.notInclude(error.message, "hunter2")
  })
)
