import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { failureOf, flavors, practice, repo } from "../../support/sandbox.js"

const asks = { title: "Fix it", body: "Why", head: "afk/5", base: "main" }

for (const flavor of flavors) {
  describe(`opening a pull on ${flavor}`, () => {
    it.scoped("answers the pull that was opened, in one request", () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker, asked } = yield* practice(flavor)
        world.push("afk/5", "5".repeat(40))
        const pull = yield* tracker.createPull(asks)
        assert.deepInclude(pull, { number: 8, title: "Fix it", body: "Why", state: "open", author: "lab-bot" })
        assert.deepStrictEqual(pull.head, { ref: "afk/5", sha: "5".repeat(40), repo: "acme/widget" })
        assert.deepStrictEqual(asked(), [`POST ${repo}/pulls`])
        assert.deepStrictEqual(JSON.parse(sandbox.requests[0]?.body ?? ""), asks)
        assert.strictEqual(sandbox.requests[0]?.headers["content-type"], "application/json")
      })
    )

    it.scoped("12.2.16 a second open one for the head is a duplicate that names the first", () =>
      Effect.gen(function* () {
        const { tracker, asked } = yield* practice(flavor)
        const error = yield* failureOf(tracker.createPull({ ...asks, head: "feat" }))
        assert.deepInclude(error, { _tag: "ErrDuplicateOpenPull", head: "feat", number: 7 })
        assert.strictEqual(asked().filter((line) => line.startsWith("POST")).length, 1)
      })
    )

    it.scoped("12.2.16 the duplicate is the open one, not a closed one before it or a fork's", () =>
      Effect.gen(function* () {
        const { world, tracker } = yield* practice(flavor)
        world.close(7)
        world.open({ number: 8, head: "feat", repo: "eve/widget" })
        world.open({ number: 9, head: "feat" })
        assert.deepInclude(yield* failureOf(tracker.createPull({ ...asks, head: "feat" })), { number: 9 })
      })
    )

    it.scoped("a duplicate whose number cannot be looked up is a duplicate all the same", () =>
      Effect.gen(function* () {
        const { sandbox, tracker } = yield* practice(flavor)
        sandbox.faults.add({ method: "GET", path: "/**", fault: { kind: "html" } })
        const error = yield* failureOf(tracker.createPull({ ...asks, head: "feat" }))
        assert.strictEqual(error._tag, "ErrDuplicateOpenPull")
        assert.notProperty(JSON.parse(JSON.stringify(error)), "number")
      })
    )

    it.scoped("another base is another pull", () =>
      Effect.gen(function* () {
        const { world, tracker } = yield* practice(flavor)
        world.push("release", "9".repeat(40))
        const pull = yield* tracker.createPull({ ...asks, head: "feat", base: "release" })
        assert.deepInclude(pull, { number: 8, base: { ref: "release", repo: "acme/widget" } })
      })
    )

    for (const [name, asked, message] of [
      [
        "an unknown head",
        { ...asks, head: "nope" },
        { github: /answered 422: .*head invalid/, forgejo: /^branch nope, branch main .*not found$/ }
      ],
      [
        "an unknown base",
        { ...asks, head: "feat", base: "nope" },
        { github: /answered 422: .*base invalid/, forgejo: /^branch feat, branch nope .*not found$/ }
      ],
      [
        "equal branches",
        { ...asks, head: "main" },
        { github: /answered 422: .*No commits between main and main/, forgejo: /answered 422: .*There are no changes/ }
      ]
    ] as const) {
      it.scoped(`${name} is a refusal that says so, and is not asked twice`, () =>
        Effect.gen(function* () {
          const { sandbox, tracker } = yield* practice(flavor)
          assert.match((yield* failureOf(tracker.createPull(asked))).message, message[flavor])
          assert.strictEqual(sandbox.requests.length, 1)
        })
      )
    }

    it.scoped("a lost answer is an error, and the write is not repeated", () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker } = yield* practice(flavor)
        world.push("afk/5", "5".repeat(40))
        sandbox.faults.add({ method: "POST", path: "/**", fault: { kind: "drop", after: true } })
        const error = yield* failureOf(tracker.createPull(asks))
        assert.strictEqual(error._tag, "ErrForge")
        assert.strictEqual(sandbox.requests.length, 1)
        assert.isDefined(world.pulls.get(8))
      })
    )

    for (const [name, status, body, tag] of [
      ["a server error that speaks of something existing", 500, { message: "already exists" }, "ErrForge"],
      ["no permission", 403, { message: "user should have a permission" }, "ErrForge"],
      ["an archived repository", 423, { message: "<Repository 3:acme/widget> is archived" }, "ErrForge"],
      ["a success of another kind", 202, {}, "ErrForge"],
      ["a success that is no pull", 201, { number: "x" }, "ErrForge"],
      ["a limit", 429, { message: "slow down" }, "ErrRateLimited"]
    ] as const) {
      it.scoped(`${name} (${status}) is ${tag}`, () =>
        Effect.gen(function* () {
          const { sandbox, tracker } = yield* practice(flavor)
          sandbox.faults.add({ method: "POST", path: "/**", fault: { kind: "json", status, value: body } })
          const error = yield* failureOf(tracker.createPull(asks))
          assert.strictEqual(error._tag, tag)
          if ("message" in body) assert.include(error.message, body.message)
          assert.strictEqual(sandbox.requests.length, 1)
        })
      )
    }
  })
}
