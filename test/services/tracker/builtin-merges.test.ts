import { execFileSync } from "node:child_process"
import { readdirSync, writeFileSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { afterEach, beforeEach, vi } from "vitest"
import { git } from "../../support/git.js"
import { setUp, words } from "./builtin-world.js"

// The machine's own git configuration must not lend an identity to the merges.
beforeEach(() => {
  for (const name of ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"]) vi.stubEnv(name, "/dev/null")
})
afterEach(() => void vi.unstubAllEnvs())

it.scoped("fast-forwards when the base is an ancestor of the head, and merging again is success", () =>
  Effect.gen(function* () {
    const { open, remote, tracker } = yield* setUp
    const sha = remote.commit("a", { a: "1" }, "main")
    yield* open("a")
    const merged = yield* tracker.mergePull(1, sha)
    assert.deepStrictEqual([merged.state, merged.mergeCommit, remote.tip("main")], ["merged", sha, sha])
    remote.commit("a", { a: "2" })
    assert.strictEqual((yield* tracker.mergePull(1, "whatever")).mergeCommit, sha)
    assert.strictEqual(remote.tip("main"), sha)
  })
)

it.scoped("makes a merge commit by the configured identity when the base went on, and leaves no worktree behind", () =>
  Effect.gen(function* () {
    const { directory, open, remote, repository, tracker } = yield* setUp
    const sha = remote.commit("a", { a: "1" }, "main")
    const base = remote.commit("main", { b: "1" }, remote.tip("main"))
    yield* open("a")
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith("lab-merge-"))
    const { mergeCommit } = yield* tracker.mergePull(1)
    assert.strictEqual(mergeCommit, remote.tip("main"))
    assert.strictEqual(
      git(remote.url, "log", "-1", "--format=%P|%an <%ae>|%cn <%ce>|%s", "main"),
      `${base} ${sha}|Ada Lovelace <ada@example.com>|Ada Lovelace <ada@example.com>|Merge #1: about a`
    )
    assert.strictEqual(git(remote.url, "ls-tree", "--name-only", "main"), "a\nb\nreadme.md")
    assert.deepStrictEqual(
      readdirSync(tmpdir()).filter((name) => name.startsWith("lab-merge-")),
      before
    )
    const clone = join(directory, "data", "clones", `${repository.id}.git`)
    assert.strictEqual(git(clone, "worktree", "list").split("\n").length, 1)
  })
)

it.scoped("refuses a head that moved, naming both commits, and pushes nothing", () =>
  Effect.gen(function* () {
    const { open, remote, tracker } = yield* setUp
    const seen = remote.commit("a", { a: "1" }, "main")
    yield* open("a")
    const moved = remote.commit("a", { a: "2" })
    const base = remote.tip("main")
    const refused = yield* Effect.flip(tracker.mergePull(1, seen))
    assert.strictEqual(
      words(refused),
      `ErrMergeRejected: merge refused: the head moved: a is at ${moved}, ${seen} was expected`
    )
    assert.strictEqual(remote.tip("main"), base)
    assert.strictEqual((yield* tracker.pull(1)).state, "open")
  })
)

type World = Effect.Effect.Success<typeof setUp>

const refusals: ReadonlyArray<readonly [string, RegExp, (world: World) => Effect.Effect<unknown, unknown>]> = [
  [
    "one that is closed",
    /change request #1 is closed/,
    ({ repository, requests }) => requests.transition(repository.id, 1, "closed")
  ],
  [
    "a head that is gone",
    /the branch a does not exist/,
    ({ remote }) => Effect.sync(() => git(remote.url, "update-ref", "-d", "refs/heads/a"))
  ],
  [
    "a conflict, with git's words",
    /CONFLICT \(add\/add\): Merge conflict in a\n/,
    ({ remote }) => Effect.sync(() => remote.commit("main", { a: "other" }, remote.tip("main")))
  ],
  [
    "histories that have nothing in common",
    /refusing to merge unrelated histories/,
    ({ remote }) =>
      Effect.sync(() =>
        git(remote.url, "update-ref", "refs/heads/a", git(remote.url, "commit-tree", "-m", "x", "main^{tree}"))
      )
  ],
  [
    "a push that the remote declines, with its words",
    /remote: main is frozen/,
    ({ remote }) =>
      Effect.sync(() =>
        writeFileSync(join(remote.url, "hooks", "pre-receive"), "#!/bin/sh\necho main is frozen >&2\nexit 1\n", {
          mode: 0o755
        })
      )
  ],
  [
    "a merge by nobody",
    /no author identity: set git_author_name/,
    ({ settings }) => settings.set("git_author_name", "")
  ]
]

for (const [what, expected, arrange] of refusals) {
  it.scoped(`refuses ${what}, and leaves base and state as they were`, () =>
    Effect.gen(function* () {
      const world = yield* setUp
      world.remote.commit("a", { a: "1" }, "main")
      yield* world.open("a")
      yield* arrange(world)
      const [base, { state }] = [world.remote.tip("main"), yield* world.tracker.pull(1)]
      const refused = yield* Effect.flip(world.tracker.mergePull(1))
      assert.strictEqual(refused._tag, "ErrMergeRejected")
      assert.match(refused.message, expected)
      assert.deepStrictEqual([world.remote.tip("main"), (yield* world.tracker.pull(1)).state], [base, state])
    })
  )
}

it.scoped("takes git's own identity when none is set", () =>
  Effect.gen(function* () {
    const { directory, open, remote, settings, tracker } = yield* setUp
    const config = join(directory, "gitconfig")
    writeFileSync(config, "[user]\n\tname = Grace\n\temail = grace@example.com\n")
    vi.stubEnv("GIT_CONFIG_GLOBAL", config)
    yield* settings.set("git_author_email", "")
    remote.commit("a", { a: "1" }, "main")
    remote.commit("main", { b: "1" }, remote.tip("main"))
    yield* open("a")
    yield* tracker.mergePull(1)
    assert.strictEqual(git(remote.url, "log", "-1", "--format=%an <%ae>", "main"), "Grace <grace@example.com>")
  })
)

it.scoped("merges once for many callers at once", () =>
  Effect.gen(function* () {
    const { open, remote, tracker } = yield* setUp
    remote.commit("a", { a: "1" }, "main")
    remote.commit("main", { b: "1" }, remote.tip("main"))
    yield* open("a")
    const merged = yield* Effect.all(
      Array.from({ length: 4 }, () => tracker.mergePull(1)),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(
      merged.map(({ mergeCommit }) => mergeCommit),
      Array(4).fill(remote.tip("main"))
    )
    assert.strictEqual(git(remote.url, "rev-list", "--count", "--merges", "main"), "1")
  })
)

for (const [how, rewind] of [
  ["a fast-forward", false],
  ["a merge commit", true]
] as const) {
  it.scoped(`records ${how} that was pushed before a crash, although the base went on`, () =>
    Effect.gen(function* () {
      const { open, remote, tracker } = yield* setUp
      const sha = remote.commit("a", { a: "1" }, "main")
      yield* open("a")
      const base = remote.tip("main")
      const landed = rewind
        ? git(remote.url, "commit-tree", "-p", base, "-p", sha, "-m", "Merge", `${sha}^{tree}`)
        : sha
      git(remote.url, "update-ref", "refs/heads/main", landed)
      const later = git(remote.url, "commit-tree", "-p", landed, "-m", "later", `${sha}^{tree}`)
      git(remote.url, "update-ref", "refs/heads/main", later)
      assert.strictEqual((yield* tracker.mergePull(1, sha)).mergeCommit, landed)
      assert.strictEqual(remote.tip("main"), later)
    })
  )
}

it.scoped("goes on to its end when its caller goes away", () =>
  Effect.gen(function* () {
    const { directory, open, remote, tracker } = yield* setUp
    const sha = remote.commit("a", { a: "1" }, "main")
    yield* open("a")
    // The remote waits in the middle of the push until the caller is gone.
    const [begun, go] = [join(directory, "begun"), join(directory, "go")]
    const hook = `#!/bin/sh\necho > ${begun}\nread line < ${go}\n`
    writeFileSync(join(remote.url, "hooks", "pre-receive"), hook, { mode: 0o755 })
    yield* Effect.forEach([begun, go], (path) => Effect.sync(() => execFileSync("mkfifo", [path])))
    const caller = yield* Effect.fork(tracker.mergePull(1))
    yield* Effect.promise(() => readFile(begun))
    const leaving = yield* Effect.fork(Fiber.interrupt(caller))
    yield* Effect.yieldNow()
    yield* Effect.promise(() => writeFile(go, "go\n"))
    yield* Fiber.join(leaving)
    assert.deepStrictEqual([(yield* tracker.pull(1)).state, remote.tip("main")], ["merged", sha])
  })
)
