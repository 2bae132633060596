import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { failureOf, flavors, inWaves, many, practice, repo } from "../../support/sandbox.js"

/** Where the rows of a head come from: GitHub has two sources. */
const sources = { github: 2, forgejo: 1 } as const
const pageSize = { github: 100, forgejo: 50 } as const

const statuses = (count: number) => many(count, (n) => ({ context: `ci ${n}`, state: "success" }))

for (const flavor of flavors) {
  describe(`the cost of a read on ${flavor}`, () => {
    it.scoped("checks of one whole page are two round trips: the pull, then all row sources side by side", () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker, head } = yield* practice(flavor)
        world.statuses(head(), statuses(pageSize[flavor]))
        const { checks } = yield* inWaves(sandbox, [1, sources[flavor]], tracker.checks(7))
        assert.strictEqual(checks.length, pageSize[flavor])
        assert.deepInclude(sandbox.measures(), { requests: 1 + sources[flavor], depth: 2 })
      })
    )

    it.scoped("checks without rows are two round trips", () =>
      Effect.gen(function* () {
        const { sandbox, tracker } = yield* practice(flavor)
        const { checks } = yield* inWaves(sandbox, [1, sources[flavor]], tracker.checks(7))
        assert.deepStrictEqual(checks, [])
        assert.deepInclude(sandbox.measures(), { requests: 1 + sources[flavor], depth: 2 })
      })
    )

    it.scoped("checks of 1,000 rows are three round trips, with at most 32 requests at once", () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker, head } = yield* practice(flavor)
        world.statuses(head(), statuses(1000))
        const rest = 1000 / pageSize[flavor] - 1
        const { checks } = yield* inWaves(sandbox, [1, sources[flavor], rest], tracker.checks(7))
        assert.deepStrictEqual(
          new Set(checks.map(({ name }) => name)),
          new Set(statuses(1000).map(({ context }) => context))
        )
        const { requests, depth, peak } = sandbox.measures()
        assert.deepStrictEqual([requests, depth], [1 + sources[flavor] + rest, 3])
        assert.isAtMost(peak[flavor], 32)
      })
    )

    it.scoped("never has more than 32 requests at once to one origin, however small its pages are", () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker, head } = yield* practice(flavor)
        world.paging.clamp = 10
        world.statuses(head(), statuses(900))
        const { checks } = yield* inWaves(sandbox, [1, sources[flavor], 32], tracker.checks(7))
        assert.strictEqual(checks.length, 900)
        assert.strictEqual(sandbox.measures().peak[flavor], 32)
      })
    )

    it.scoped("equal reads at once are one", () =>
      Effect.gen(function* () {
        const { sandbox, tracker } = yield* practice(flavor)
        const both = Effect.all([tracker.checks(7), tracker.checks(7)], { concurrency: "unbounded" })
        const [one, other] = yield* inWaves(sandbox, [1, sources[flavor]], both)
        assert.deepStrictEqual(one, other)
        assert.strictEqual(sandbox.measures().requests, 1 + sources[flavor])
      })
    )

    it.scoped("equal reads with another token are two", () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker, as } = yield* practice(flavor)
        world.private = true
        const stranger = as(world.account("eve", "stranger")).pull(7)
        const both = Effect.all([tracker.pull(7), failureOf(stranger)], { concurrency: "unbounded" })
        const [pull, hidden] = yield* inWaves(sandbox, [2], both)
        assert.deepStrictEqual([pull.number, hidden._tag], [7, "ErrNotFound"])
      })
    )

    it.scoped("nothing is answered without asking: the second read asks all of it again", () =>
      Effect.gen(function* () {
        const { sandbox, tracker, asked } = yield* practice(flavor)
        yield* tracker.checks(7)
        const first = asked()
        sandbox.resetMeasures()
        yield* tracker.checks(7)
        assert.deepStrictEqual([...asked()].sort(), [...first].sort())
      })
    )

    it.scoped("the list is its open pages beside one request for the window of closed ones", () =>
      Effect.gen(function* () {
        const { sandbox, tracker, asked } = yield* practice(flavor)
        yield* inWaves(sandbox, [2], tracker.pulls)
        assert.deepStrictEqual(
          [...asked()].sort(),
          {
            github: [
              `GET ${repo}/pulls?state=closed&sort=updated&direction=desc&per_page=50`,
              `GET ${repo}/pulls?state=open&per_page=100&page=1`
            ],
            forgejo: [
              `GET ${repo}/pulls?state=closed&sort=recentclose&page=1&limit=50`,
              `GET ${repo}/pulls?state=open&page=1&limit=50`
            ]
          }[flavor]
        )
      })
    )
  })
}
