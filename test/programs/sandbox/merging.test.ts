import { execFileSync } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { make } from "../../../src/programs/sandbox/sandbox.js"
import { at, call } from "./client.js"

const repo = "/repos/acme/widget"
const git = (path: string, ...args: ReadonlyArray<string>) =>
  execFileSync("git", ["-C", path, ...args], { encoding: "utf8" }).trim()

describe("a merge in git", () => {
  const ways = [
    { wire: "github", method: "PUT", body: (sha: unknown) => ({ sha }), squash: { merge_method: "squash" } },
    {
      wire: "forgejo",
      method: "POST",
      body: (sha: unknown) => ({ Do: "merge", head_commit_id: sha }),
      squash: { Do: "squash" }
    }
  ] as const
  for (const { wire, method, body, squash } of ways) {
    it.scoped(`merges in git through ${wire}, with a merge commit of base and head`, () =>
      Effect.gen(function* () {
        const sandbox = yield* make({ git: "temporary" })
        const { api } = sandbox[wire]
        const path = sandbox.repository.path ?? ""
        const [base, head] = [sandbox.repository.branch("main"), sandbox.repository.branch("feat")]
        const reply = yield* call(`${api}${repo}/pulls/7/merge`, { method, token: sandbox.token, body: body(head) })
        assert.strictEqual(reply.status, 200)
        const commit = git(path, "cat-file", "-p", "main")
        assert.deepStrictEqual(
          [...commit.matchAll(/^parent (\w+)$/gm)].map(([, parent]) => parent),
          [base, head]
        )
        assert.strictEqual(git(path, "cat-file", "-p", "main:parser.txt"), "one")
        const pull = (yield* call(`${api}${repo}/pulls/7`)).json
        assert.deepStrictEqual(
          [at(pull, "merged"), at(pull, "state"), at(pull, "merge_commit_sha"), at(pull, "head", "sha")],
          [true, "closed", sandbox.repository.branch("main"), head]
        )
      })
    )

    it.scoped(`squashes through ${wire} into one commit on the base`, () =>
      Effect.gen(function* () {
        const sandbox = yield* make({ git: "temporary" })
        const base = sandbox.repository.branch("main")
        yield* call(`${sandbox[wire].api}${repo}/pulls/7/merge`, { method, token: sandbox.token, body: squash })
        assert.strictEqual(git(sandbox.repository.path ?? "", "rev-parse", "main^"), base)
      })
    )

    it.scoped(`refuses a conflict through ${wire} and leaves the base where it was`, () =>
      Effect.gen(function* () {
        const sandbox = yield* make({ git: "temporary" })
        const { api } = sandbox[wire]
        const base = yield* sandbox.repository.write({ branch: "main", files: { "parser.txt": "mine\n" } })
        assert.strictEqual(at((yield* call(`${api}${repo}/pulls/7`)).json, "mergeable"), false)
        const head = sandbox.repository.branch("feat")
        const reply = yield* call(`${api}${repo}/pulls/7/merge`, { method, token: sandbox.token, body: body(head) })
        assert.strictEqual(reply.status, 405)
        assert.strictEqual(sandbox.repository.branch("main"), base)
      })
    )
  }

  it.scoped("happens once, whoever asks at the same time", () =>
    Effect.gen(function* () {
      const sandbox = yield* make({ git: "temporary" })
      const ask = (way: (typeof ways)[number]) =>
        call(`${sandbox[way.wire].api}${repo}/pulls/7/merge`, {
          method: way.method,
          token: sandbox.token,
          body: way.body(sandbox.repository.branch("feat"))
        })
      const replies = yield* Effect.forEach(ways, ask, { concurrency: "unbounded" })
      assert.sameMembers(
        replies.map(({ status }) => status),
        [200, 405]
      )
      assert.strictEqual(git(sandbox.repository.path ?? "", "rev-list", "--count", "--merges", "main"), "1")
    })
  )
})
