import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Layer } from "effect"
import type { Environment } from "../../../src/core/direct.js"
import { make } from "../../../src/programs/sandbox/sandbox.js"
import { directSurface } from "../../../src/services/agent-surface/direct.js"
import { AgentSurface } from "../../../src/services/agent-surface/surface.js"
import { GhToken } from "../../../src/services/gh-token.js"
import { HostProbe } from "../../../src/services/host-probe.js"
import { GhTransport } from "../../../src/services/transport/gh.js"
import { Transport } from "../../../src/services/transport/transport.js"
import { WorkingCopy } from "../../../src/services/working-copy.js"
import { failureOf, flavors } from "../../support/sandbox.js"

const surface = (repo: string, forge: string, env: Environment, copy = WorkingCopy.test(null, {})) => {
  const unasked = HostProbe.test(() => Effect.dieMessage("no host needs to be asked here"))
  const layer = directSurface({ env, repo, forge, insecureHttp: false })
  return Effect.provide(
    AgentSurface,
    Layer.provide(layer, [Transport.layer, GhToken.test({}), GhTransport.absent, unasked, copy])
  )
}

for (const flavor of flavors) {
  describe(`the verbs of direct mode on ${flavor}`, () => {
    const started = (copy = WorkingCopy.test("afk/5", {})) =>
      Effect.gen(function* () {
        const sandbox = yield* make()
        const repo = `${sandbox[flavor].web}/acme/widget`
        return { sandbox, ...(yield* surface(repo, flavor, { LAB_FORGE_TOKEN: sandbox.token }, copy)) }
      })

    it.scoped("list, view, read the checks and merge", () =>
      Effect.gen(function* () {
        const { sandbox, pullList, pullView, pullChecks, pullMerge } = yield* started()
        const sha = sandbox.world.pulls.get(7)?.sha ?? ""
        sandbox.world.statuses(sha, [{ context: "unit", state: "failure", description: "2 failed" }])
        sandbox.world.comment(7, "ann", "Hm")
        sandbox.world.review(7, "ann", "approved")
        assert.deepStrictEqual(
          (yield* pullList).prs.map(({ number, state, head }) => [number, state, head]),
          [[7, "open", "feat"]]
        )
        const { reviews, comments, title } = yield* pullView(7)
        assert.deepStrictEqual([reviews[0]?.state, comments[0]?.body, title], ["approved", "Hm", "Add parser"])
        const { state, checks } = yield* pullChecks(7)
        assert.deepStrictEqual([state, checks[0]?.name, checks[0]?.summary], ["failure", "unit", "2 failed"])
        assert.strictEqual((yield* pullMerge(7)).state, "merged")
        const [write] = sandbox.requests.filter(({ method }) => method !== "GET")
        assert.include(write?.body, sha)
      })
    )

    it.scoped("open a pull from the branch that is checked out into the default branch of this moment", () =>
      Effect.gen(function* () {
        const { sandbox, pullCreate } = yield* started()
        sandbox.world.defaultBranch = "trunk"
        sandbox.world.push("trunk", "1".repeat(40))
        sandbox.world.push("afk/5", "5".repeat(40))
        const { number } = yield* pullCreate({ title: "Fix", body: "Why" })
        assert.deepInclude(sandbox.world.pulls.get(number), { base: "trunk", title: "Fix", body: "Why" })
        assert.strictEqual(sandbox.world.pulls.get(number)?.head.ref, "afk/5")
      })
    )

    it.scoped("open none without a branch, and ask nothing", () =>
      Effect.gen(function* () {
        const { sandbox, pullCreate } = yield* started(WorkingCopy.test(null, {}))
        const error = yield* failureOf(pullCreate({ title: "Fix" }))
        assert.strictEqual(error._tag, "ErrTrackerConfig")
        assert.match(error.message, /^no branch is checked out here/)
        assert.deepStrictEqual(sandbox.requests, [])
      })
    )

    it.scoped("a merge names the head that was given, and a moved one is refused", () =>
      Effect.gen(function* () {
        const { pullMerge } = yield* started()
        assert.strictEqual((yield* failureOf(pullMerge(7, "d".repeat(40))))._tag, "ErrMergeRejected")
      })
    )

    it.scoped("a run remembers nothing: a merge names the head of this moment, not the one read before", () =>
      Effect.gen(function* () {
        const { sandbox, pullChecks, pullMerge } = yield* started()
        yield* pullChecks(7)
        sandbox.world.push("feat", "d".repeat(40))
        assert.strictEqual((yield* pullMerge(7)).state, "merged")
        const [write] = sandbox.requests.filter(({ method }) => method !== "GET")
        assert.include(write?.body, "d".repeat(40))
      })
    )

    it.scoped("a refused token is never shown", () =>
      Effect.gen(function* () {
        const sandbox = yield* make()
        const secret = "tok-0123456789abcdef"
        const repo = `${sandbox[flavor].web}/acme/widget`
        const { pullChecks } = yield* surface(repo, flavor, { LAB_FORGE_TOKEN: secret })
        const failed = yield* Effect.either(pullChecks(7))
        assert.isTrue(Either.isLeft(failed))
        assert.notInclude(JSON.stringify(failed), secret)
        if (Either.isLeft(failed)) assert.notInclude(failed.left.message, secret)
      })
    )
  })
}
