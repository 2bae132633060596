import { mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, FastCheck, Fiber, Option, TestClock } from "effect"
import { afterEach, vi } from "vitest"
import { Git } from "../../src/services/git.js"
import { git as run, spoken } from "../../src/services/git-process.js"
import { WorkingCopy } from "../../src/services/working-copy.js"
import { git, makeRemote } from "../support/git.js"
import { temporary } from "./store/databases.js"

afterEach(() => void vi.unstubAllEnvs())

/** A remote, and the service over a data directory of its own. */
const setUp = Effect.gen(function* () {
  const directory = yield* temporary
  const service = yield* Effect.provide(Git, Git.layer(join(directory, "data")))
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
    remote.commit("a/b", {}, "main")
    yield* service.fetch("repo_1", remote.url)
    assert.deepStrictEqual(yield* service.fetched(first, "a"), Option.none())
    assert.isTrue(Option.isSome(yield* service.fetched(first, "a/b")))
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

/** Completes when a file appears in a directory. */
const appears = (directory: string, name: string) =>
  Effect.async<void>((resume) => {
    const watcher = watch(directory, (_, seen) => seen === name && resume(Effect.void))
    if (readdirSync(directory).includes(name)) resume(Effect.void)
    return Effect.sync(() => watcher.close())
  })

it.scoped("kills the whole group of a git that does not end when it is interrupted", () =>
  Effect.gen(function* () {
    const directory = yield* temporary
    const stubborn = `!trap '' TERM; echo $$ > ${directory}/draft; mv ${directory}/draft ${directory}/pid; while :; do sleep 60; done`
    const fiber = yield* Effect.fork(run("hang", [], { at: ["-C", directory, "-c", `alias.hang=${stubborn}`] }))
    yield* appears(directory, "pid")
    const pid = Number(readFileSync(join(directory, "pid"), "utf8"))
    const ending = yield* Effect.fork(Fiber.interrupt(fiber))
    yield* TestClock.adjust("1999 millis")
    assert.doesNotThrow(() => process.kill(pid, 0))
    yield* TestClock.adjust("1 millis")
    yield* Fiber.join(ending)
    const dead = Effect.try(() => process.kill(pid, 0)).pipe(Effect.flip, Effect.eventually)
    yield* dead
  })
)

it.scoped("refuses an endless answer", () =>
  Effect.gen(function* () {
    const at = ["-C", yield* temporary, "-c", "alias.flood=!yes"]
    const failure = yield* Effect.flip(run("flood", [], { at }))
    assert.strictEqual(failure.message, "git flood: it answered more than 16777216 bytes")
  })
)

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
