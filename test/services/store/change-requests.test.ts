import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { ChangeRequests } from "../../../src/services/store/change-requests.js"
import { Repositories } from "../../../src/services/store/repositories.js"
import { databases } from "./databases.js"
import { builtin } from "./samples.js"

const repository = (name: string) =>
  Effect.map(
    Effect.flatMap(Repositories, (repositories) => repositories.add(builtin(name))),
    ({ id }) => id
  )

const request = (repoId: string, head: string) => ({ repoId, head, base: "main", title: head, body: "", closes: [] })

for (const [name, layer] of databases) {
  it.layer(layer)(`change requests on ${name}`, (it) => {
    it.effect("keeps what was created, its closes unique and ascending", () =>
      Effect.gen(function* () {
        const requests = yield* ChangeRequests
        const repoId = yield* repository("kept")
        const body = "Fixes #10, closes #2"
        const created = yield* requests.create({
          repoId,
          head: "a",
          base: "main",
          title: "T",
          body,
          closes: [10, 2, 10]
        })
        assert.deepStrictEqual([created.number, created.state, created.closes], [1, "open", [2, 10]])
        assert.deepStrictEqual(yield* requests.find(repoId, 1), created)
      })
    )

    it.effect("numbers from one for each repository, without a gap or a repeat, also side by side", () =>
      Effect.gen(function* () {
        const requests = yield* ChangeRequests
        const [left, right] = [yield* repository("left"), yield* repository("right")]
        const heads = Array.from({ length: 12 }, (_, index) => `h${index}`)
        const all = [left, right].flatMap((repoId) => heads.map((head) => requests.create(request(repoId, head))))
        yield* Effect.all(all, { concurrency: "unbounded" })
        for (const repoId of [left, right]) {
          const numbers = (yield* requests.list(repoId)).map(({ number }) => number)
          assert.deepStrictEqual(
            numbers,
            heads.map((_, index) => heads.length - index)
          )
        }
      })
    )

    it.effect("allows one open request a head, names it, and consumes no number for the refused one", () =>
      Effect.gen(function* () {
        const requests = yield* ChangeRequests
        const repoId = yield* repository("single")
        const outcomes = yield* Effect.all(
          Array.from({ length: 6 }, () => Effect.either(requests.create(request(repoId, "a")))),
          {
            concurrency: "unbounded"
          }
        )
        const refused = outcomes.flatMap((outcome) => (outcome._tag === "Left" ? [outcome.left] : []))
        assert.deepStrictEqual(
          refused.map((error) => (error._tag === "ErrDuplicateOpenPull" ? [error.head, error.number] : error)),
          Array(5).fill(["a", 1])
        )
        assert.strictEqual((yield* requests.create(request(repoId, "b"))).number, 2)
        yield* requests.transition(repoId, 1, "closed")
        assert.strictEqual((yield* requests.create(request(repoId, "a"))).number, 3)
      })
    )

    it.effect("leaves open only once", () =>
      Effect.gen(function* () {
        const requests = yield* ChangeRequests
        const repoId = yield* repository("ends")
        yield* requests.create(request(repoId, "a"))
        const merges = Array.from({ length: 4 }, () => requests.transition(repoId, 1, "merged", "c0ffee"))
        assert.strictEqual((yield* Effect.all(merges, { concurrency: "unbounded" })).filter(Boolean).length, 1)
        assert.isFalse(yield* requests.transition(repoId, 1, "closed"))
        const { state, mergeCommit } = yield* requests.find(repoId, 1)
        assert.deepStrictEqual([state, mergeCommit], ["merged", "c0ffee"])
        assert.isFalse(yield* requests.transition(repoId, 9, "closed"))
      })
    )

    it.effect("finds the requests of exactly one head and base, newest first", () =>
      Effect.gen(function* () {
        const requests = yield* ChangeRequests
        const repoId = yield* repository("heads")
        yield* requests.create(request(repoId, "a"))
        yield* requests.transition(repoId, 1, "closed")
        yield* requests.create(request(repoId, "a"))
        yield* requests.create(request(repoId, "ab"))
        yield* requests.transition(repoId, 2, "closed")
        yield* requests.create({ ...request(repoId, "a"), base: "next" })
        const numbers = (yield* requests.forHead(repoId, "a", "main")).map(({ number }) => number)
        assert.deepStrictEqual(numbers, [2, 1])
        assert.deepStrictEqual(yield* requests.forHead(repoId, "A", "main"), [])
      })
    )

    it.effect("fails with ErrNotFound for an unknown number and an unknown repository", () =>
      Effect.gen(function* () {
        const requests = yield* ChangeRequests
        const repoId = yield* repository("empty")
        assert.strictEqual((yield* Effect.flip(requests.find(repoId, 1)))._tag, "ErrNotFound")
        assert.strictEqual((yield* Effect.flip(requests.create(request("repo_absent", "a"))))._tag, "ErrNotFound")
      })
    )
  })
}
