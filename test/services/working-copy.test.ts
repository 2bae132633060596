import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { WorkingCopy } from "../../src/services/working-copy.js"
import { git } from "../support/git.js"
import { temporary } from "./store/databases.js"

const inCheckout = <A, E>(directory: string, effect: Effect.Effect<A, E, WorkingCopy>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const before = process.cwd()
      process.chdir(directory)
      return before
    }),
    () => Effect.provide(effect, WorkingCopy.layer),
    (before) => Effect.sync(() => process.chdir(before))
  )

const branch = Effect.flatMap(WorkingCopy, (copy) => copy.currentBranch)
const url = (name: string) => Effect.flatMap(WorkingCopy, (copy) => copy.remoteUrl(name))

it.scoped("knows the branch of the checkout, born or not, and none when HEAD is detached", () =>
  Effect.gen(function* () {
    const directory = yield* temporary
    git(directory, "init", "--quiet", "--initial-branch=afk/7")
    assert.deepStrictEqual(yield* inCheckout(directory, branch), Option.some("afk/7"))
    git(directory, "commit", "--quiet", "--allow-empty", "--message", "x")
    const below = join(directory, "below")
    mkdirSync(below)
    assert.deepStrictEqual(yield* inCheckout(below, branch), Option.some("afk/7"))
    git(directory, "checkout", "--quiet", "--detach")
    assert.deepStrictEqual(yield* inCheckout(directory, branch), Option.none())
  })
)

it.scoped("reads a remote's URL as git would use it, and none for a remote that is not there", () =>
  Effect.gen(function* () {
    const directory = yield* temporary
    git(directory, "init", "--quiet")
    git(directory, "remote", "add", "origin", "gh:o/r")
    git(directory, "config", "url.https://github.com/.insteadOf", "gh:")
    assert.deepStrictEqual(yield* inCheckout(directory, url("origin")), Option.some("https://github.com/o/r"))
    assert.deepStrictEqual(yield* inCheckout(directory, url("upstream")), Option.none())
    assert.deepStrictEqual(yield* inCheckout(directory, url("--all")), Option.none())
  })
)

it.scoped("fails with ErrGit outside of a checkout", () =>
  Effect.gen(function* () {
    const directory = yield* temporary
    writeFileSync(join(directory, ".git"), "")
    const failures = [
      yield* Effect.flip(inCheckout(directory, branch)),
      yield* Effect.flip(inCheckout(directory, url("origin")))
    ]
    assert.deepStrictEqual(
      failures.map(({ _tag, command }) => [_tag, command]),
      [
        ["ErrGit", "git symbolic-ref"],
        ["ErrGit", "git remote"]
      ]
    )
  })
)
