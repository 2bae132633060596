import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { AgentError } from "../../../src/core/agent-errors.js"
import type { TrackerService } from "../../../src/services/tracker/tracker.js"
import { failureOf, flavors, practice, repo } from "../../support/sandbox.js"

/** Every read of a tracker. */
const reads: ReadonlyArray<
  readonly [name: string, read: (tracker: TrackerService) => Effect.Effect<unknown, AgentError>]
> = [
  ["pull", ({ pull }) => pull(7)],
  ["pulls", ({ pulls }) => pulls],
  ["pullsForHead", ({ pullsForHead }) => pullsForHead("feat", "main")],
  ["reviews", ({ reviews }) => reviews(7)],
  ["pullComments", ({ pullComments }) => pullComments(7)],
  ["checks", ({ checks }) => checks(7)],
  ["defaultBranch", ({ defaultBranch }) => defaultBranch]
]

const calls: typeof reads = [
  ...reads,
  ["createPull", ({ createPull }) => createPull({ title: "T", body: "", head: "feat", base: "main" })],
  ["mergePull", ({ mergePull }) => mergePull(7)]
]

/** What each dialect sends with every call (contract 5.4, 5.5). */
const dialects = {
  github: { authorization: "Bearer", accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" },
  forgejo: { authorization: "token", accept: "application/json", "accept-language": "en" }
} as const

for (const flavor of flavors) {
  describe(`access to ${flavor}`, () => {
    it.scoped("every call carries the credential and the headers of its dialect", () =>
      Effect.gen(function* () {
        const { sandbox, tracker } = yield* practice(flavor)
        for (const [, call] of calls) yield* Effect.ignore(call(tracker))
        const { authorization, ...headers } = dialects[flavor]
        assert.isAtLeast(sandbox.requests.length, calls.length)
        for (const request of sandbox.requests) {
          assert.deepInclude(request.headers, {
            ...headers,
            authorization: `${authorization} ${sandbox.token}`,
            "user-agent": "coding-lab"
          })
        }
      })
    )

    it.scoped("without a token no authorization is sent", () =>
      Effect.gen(function* () {
        const { sandbox, tracker } = yield* practice(flavor, { token: null })
        yield* tracker.checks(7)
        for (const { headers } of sandbox.requests) assert.notProperty(headers, "authorization")
      })
    )

    for (const major of flavor === "forgejo" ? ([15, 16] as const) : ([15] as const)) {
      for (const [name, call] of calls) {
        it.scoped(
          `a wrong token is a 401 in the words of the forge, without the token: ${name}, version ${major}`,
          () =>
            Effect.gen(function* () {
              const secret = "ghp_wrong0123456789abcdefghijklmnop"
              const { world, tracker, asked } = yield* practice(flavor, { token: secret })
              world.forgejo = major
              const error = yield* failureOf(call(tracker))
              assert.deepInclude(error, {
                _tag: "ErrForge",
                status: 401,
                remedy: "check the token: it is unknown, expired or revoked"
              })
              assert.match(
                error.message,
                flavor === "github" ? /Bad credentials/ : /does not exist \[sha: \[REDACTED\]\]/
              )
              assert.notInclude(JSON.stringify({ ...error, text: error.message }), secret)
              assert.isEmpty(asked().filter((line) => /^(PUT|POST) .*merge/.test(line)))
            })
        )
      }
    }

    for (const [name, call] of calls) {
      it.scoped(`a private repository is not there for a stranger: ${name}`, () =>
        Effect.gen(function* () {
          const { world, as } = yield* practice(flavor)
          world.private = true
          const stranger = as(world.account("eve", "stranger"))
          if (name === "pullsForHead" && flavor === "forgejo") {
            return assert.deepStrictEqual(yield* call(stranger), [])
          }
          assert.strictEqual((yield* failureOf(call(stranger)))._tag, "ErrNotFound")
        })
      )

      it.scoped(`a redirect to another host is refused, and no credential goes there: ${name}`, () =>
        Effect.gen(function* () {
          const { sandbox, tracker } = yield* practice(flavor)
          const location = `${sandbox.foreign}/steal`
          sandbox.faults.add({ server: flavor, path: "/**", fault: { kind: "redirect", status: 307, location } })
          const error = yield* failureOf(call(tracker))
          assert.deepInclude(error, { _tag: "ErrForge", status: 307 })
          assert.include(error.message, `a redirect to another host, ${new URL(sandbox.foreign).host}`)
          assert.strictEqual(sandbox.measures().peak.foreign, 0)
        })
      )

      it.scoped(`12.2.32 a renamed repository answers under its old name, with method and body kept: ${name}`, () =>
        Effect.gen(function* () {
          const { sandbox, world, tracker } = yield* practice(flavor)
          if (name === "createPull") world.close(7)
          world.rename("gadget")
          yield* call(tracker)
          const writes = sandbox.requests.filter(({ method }) => method !== "GET")
          const [first, second] = writes
          if (name !== "createPull" && name !== "mergePull") return assert.deepStrictEqual(writes, [])
          assert.strictEqual(writes.length, 2)
          assert.strictEqual(first?.status, flavor === "github" ? 307 : 301)
          assert.notStrictEqual(second?.path, first?.path)
          assert.deepStrictEqual([second?.method, second?.body], [first?.method, first?.body])
          assert.notStrictEqual(second?.body, "")
        })
      )
    }

    it.scoped("a redirect of a merge to another host merges nothing", () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker } = yield* practice(flavor)
        const location = `${sandbox.foreign}/merge`
        sandbox.faults.add({ path: "/**/merge", fault: { kind: "redirect", status: 301, location } })
        assert.deepInclude(yield* failureOf(tracker.mergePull(7)), { _tag: "ErrForge", status: 301 })
        assert.strictEqual(world.pulls.get(7)?.merged, null)
      })
    )

    it.scoped("owner, name, branches and pages are one segment or one value each", () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker, asked } = yield* practice(flavor)
        world.open({ number: 8, head: "afk/63?x=1&y#z" })
        const [found] = yield* tracker.pullsForHead("afk/63?x=1&y#z", "main")
        assert.strictEqual(found?.number, 8)
        assert.include(
          asked()[0],
          { github: "head=acme%3Aafk%2F63%3Fx%3D1%26y%23z", forgejo: `${repo}/pulls/main/afk%2F63%3Fx%3D1%26y%23z` }[
            flavor
          ]
        )
        assert.strictEqual(sandbox.requests.length, 1)
      })
    )

    it.scoped("a sub-path install is asked below its prefix", () =>
      Effect.gen(function* () {
        const { sandbox, tracker } = yield* practice(flavor, { prefix: "/git/forge" })
        assert.strictEqual((yield* tracker.pull(7)).number, 7)
        assert.match(sandbox.requests[0]?.path ?? "", /^\/git\/forge\/api\/v\d\/repos\//)
      })
    )

    it.scoped("the default branch is the one of this moment", () =>
      Effect.gen(function* () {
        const { world, tracker } = yield* practice(flavor)
        assert.strictEqual(yield* tracker.defaultBranch, "main")
        world.defaultBranch = "trunk"
        assert.strictEqual(yield* tracker.defaultBranch, "trunk")
      })
    )
  })
}

it.scoped("a Link header that names another host is not followed: its pages are asked of the forge", () =>
  Effect.gen(function* () {
    const { sandbox, tracker, asked } = yield* practice("github")
    const link = ["next", "last"].map((rel) => `<${sandbox.foreign}/issues/7/comments?page=2>; rel="${rel}"`).join(", ")
    const at = "2026-09-01T10:00:00Z"
    const comment = { id: 1, user: null, body: "one", html_url: "https://x", created_at: at, updated_at: at }
    sandbox.faults.add({
      path: `${repo}/issues/7/comments`,
      query: { page: "1" },
      fault: { kind: "json", status: 200, value: [comment], headers: { link } }
    })
    assert.strictEqual((yield* tracker.pullComments(7)).length, 1)
    assert.deepStrictEqual(
      asked(),
      [1, 2].map((page) => `GET ${repo}/issues/7/comments?per_page=100&page=${page}`)
    )
    assert.strictEqual(sandbox.measures().peak.foreign, 0)
  })
)
