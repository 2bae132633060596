import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { createReadStream, readdirSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Context, Effect, FastCheck, Fiber, Layer, Option, TestClock } from "effect"
import { afterEach, vi } from "vitest"
import { Git } from "../../src/services/git.js"
import { git as run, spoken } from "../../src/services/git-process.js"
import { git, makeRemote } from "../support/git.js"
import { temporary } from "./store/databases.js"

afterEach(() => void vi.unstubAllEnvs())

/** A remote, and the service over a data directory of its own. */
const setUp = Effect.gen(function* () {
  const directory = yield* temporary
  const service = Context.get(yield* Layer.build(Git.layer(join(directory, "data"))), Git)
  return { directory, remote: makeRemote(directory), service }
})

it.scoped("reads the tips of exactly the branches that were asked for", () =>
  Effect.gen(function* () {
    const { remote, service } = yield* setUp
    const a = remote.commit("a", { a: "1" }, "main")
    remote.commit("x/a", { b: "1" }, "main")
    const tips = yield* service.heads(remote.url, ["a", "main", "absent", "*"])
    assert.deepStrictEqual(
      [...tips],
      [
        ["a", a],
        ["main", remote.tip("main")]
      ]
    )
    assert.strictEqual((yield* service.heads("/nowhere", [])).size, 0)
  })
)

it.scoped("asks the remote for its default branch", () =>
  Effect.gen(function* () {
    const { directory, remote, service } = yield* setUp
    remote.commit("trunk/main", { a: "1" }, "main")
    git(remote.url, "symbolic-ref", "HEAD", "refs/heads/trunk/main")
    assert.strictEqual(yield* service.defaultBranch(remote.url), "trunk/main")
    git(directory, "init", "--bare", "--quiet", "empty.git")
    const failure = yield* Effect.flip(service.defaultBranch(join(directory, "empty.git")))
    assert.strictEqual(failure.message, "git ls-remote: the remote has no default branch")
  })
)

it.scoped("makes the clone once, and follows branches that come, move and go", () =>
  Effect.gen(function* () {
    const { directory, remote, service } = yield* setUp
    const [first, again] = yield* Effect.all(
      [service.fetch("repo_1", remote.url), service.fetch("repo_1", remote.url)],
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual([first, again], Array(2).fill(join(directory, "data", "clones", "repo_1.git")))
    const moved = remote.commit("main", { "readme.md": "rewritten" }, git(remote.url, "rev-parse", "main"))
    remote.commit("a", {}, "main")
    yield* service.fetch("repo_1", remote.url)
    assert.deepStrictEqual(yield* service.fetched(first, "main"), Option.some(moved))
    assert.isTrue(Option.isSome(yield* service.fetched(first, "a")))
    git(remote.url, "update-ref", "-d", "refs/heads/a")
    git(remote.url, "update-ref", "refs/heads/a/b", "refs/heads/main")
    yield* service.fetch("repo_1", remote.url)
    assert.deepStrictEqual(yield* service.fetched(first, "a"), Option.none())
    assert.isTrue(Option.isSome(yield* service.fetched(first, "a/b")))
    for (const name of ["main~0", "main^{}", "*", "ma*", "", "-x"]) {
      assert.deepStrictEqual(yield* service.fetched(first, name), Option.none(), name)
    }
  })
)

it.scoped("follows a repository whose remote was changed", () =>
  Effect.gen(function* () {
    const { directory, remote, service } = yield* setUp
    const other = makeRemote(join(directory, "other"))
    const tip = other.commit("main", { more: "1" })
    yield* service.fetch("repo_1", remote.url)
    const clone = yield* service.fetch("repo_1", other.url)
    assert.deepStrictEqual(yield* service.fetched(clone, "main"), Option.some(tip))
  })
)

it.scoped("pushes only onto the commit it was made for", () =>
  Effect.gen(function* () {
    const { remote, service } = yield* setUp
    const from = remote.tip("main")
    const to = remote.commit("a", { a: "1" }, "main")
    const clone = yield* service.fetch("repo_1", remote.url)
    const meanwhile = remote.commit("main", { b: "1" }, from)
    const refused = yield* Effect.flip(service.push(clone, { branch: "main", from, to }))
    assert.deepStrictEqual([refused._tag, remote.tip("main")], ["ErrMergeRejected", meanwhile])
    assert.include(refused.message, "stale info")
  })
)

it.scoped("shows no credential and no query of a URL when a remote cannot be read", () =>
  Effect.gen(function* () {
    const { service } = yield* setUp
    const url = "http://lab:hunter2@127.0.0.1:1/a.git?private_token=hunter3"
    const failures = yield* Effect.all([
      Effect.flip(service.defaultBranch(url)),
      Effect.flip(service.heads(url, ["a"])),
      Effect.flip(service.fetch("repo_1", url))
    ])
    for (const failure of failures) {
      assert.strictEqual(failure._tag, "ErrGit")
      assert.notMatch(failure.message, /hunter/)
      assert.include(failure.message, "127.0.0.1:1/a.git")
    }
  })
)

it.scoped("does not take a remote that looks like an option for one", () =>
  Effect.gen(function* () {
    const { directory, service } = yield* setUp
    const trap = `--upload-pack=touch ${join(directory, "owned")};`
    yield* Effect.flip(service.heads(trap, ["a"]))
    yield* Effect.flip(service.defaultBranch(trap))
    yield* Effect.flip(service.fetch("repo_1", trap))
    assert.notInclude(readdirSync(directory), "owned")
  })
)

it("never lets user-info or a query through, wherever the URL stands", () => {
  const part = FastCheck.stringMatching(/^[a-z0-9:@%+.-]{1,12}$/)
  FastCheck.assert(
    FastCheck.property(
      part,
      part,
      FastCheck.constantFrom("fatal: '", "unable to access ", "x "),
      (user, query, before) => {
        const text = spoken(`${before}https://${user}@host.example/o/r.git?${query}' failed`)
        assert.strictEqual(text, `${before}https://host.example/o/r.git' failed`)
      }
    )
  )
})

it.effect("says so when git is not installed", () =>
  Effect.gen(function* () {
    vi.stubEnv("PATH", "/nonexistent")
    const failure = yield* Effect.flip(run("version", []))
    assert.strictEqual(failure.message, "git version: git is not installed, or not on PATH")
  })
)

it.scoped("keeps our own settings and a hook's repository out of git's environment", () =>
  Effect.gen(function* () {
    vi.stubEnv("LAB_DATABASE_URL", "postgres://secret")
    vi.stubEnv("GIT_DIR", "/nonexistent")
    vi.stubEnv("LAB_KEPT_OUT", "x")
    const { stdout } = yield* run("show-env", [], { at: ["-C", yield* temporary, "-c", "alias.show-env=!env"] })
    assert.notMatch(stdout, /^(LAB_|GIT_DIR=)/m)
    assert.match(stdout, /^GIT_TERMINAL_PROMPT=0$/m)
  })
)

/** A git whose whole group ignores TERM, started; `gone` completes when none of the group is left to hold the pipe. */
const stubborn = Effect.gen(function* () {
  const pipe = join(yield* temporary, "pipe")
  execFileSync("mkfifo", [pipe])
  const alias = `alias.hang=!trap '' TERM; exec 3> ${pipe}; echo begun >&3; while :; do sleep 60; done`
  const fiber = yield* Effect.fork(Effect.flip(run("hang", [], { at: ["-c", alias] })))
  const held = createReadStream(pipe)
  const closed = once(held, "close")
  yield* Effect.promise(() => once(held, "data"))
  return { fiber, held, gone: Effect.promise(() => closed) }
})

it.scoped("kills the whole group of a git that does not end within the grace after its interruption", () =>
  Effect.gen(function* () {
    const { fiber, gone, held } = yield* stubborn
    const ending = yield* Effect.fork(Fiber.interrupt(fiber))
    yield* TestClock.adjust("1999 millis")
    assert.isFalse(held.readableEnded)
    yield* Effect.zipRight(TestClock.adjust("1 millis"), gone)
    yield* Fiber.join(ending)
  })
)

it.scoped("gives up on a git that has not ended after ten minutes", () =>
  Effect.gen(function* () {
    const { fiber, gone } = yield* stubborn
    yield* TestClock.adjust("10 minutes")
    yield* Effect.zipRight(TestClock.adjust("2 seconds"), gone)
    assert.strictEqual((yield* Fiber.join(fiber)).message, "git hang: no end after 10m")
  })
)

it.scoped("refuses an endless answer", () =>
  Effect.gen(function* () {
    const at = ["-C", yield* temporary, "-c", "alias.flood=!yes"]
    const failure = yield* Effect.flip(run("flood", [], { at }))
    assert.strictEqual(failure.message, "git flood: it answered more than 16777216 bytes")
  })
)
