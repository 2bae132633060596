import { execFileSync } from "node:child_process"
import { readdirSync, writeFileSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer } from "effect"
import { afterEach, beforeEach, vi } from "vitest"
import { closedWindow } from "../../../src/core/pull.js"
import { Git } from "../../../src/services/git.js"
import { ChangeRequests } from "../../../src/services/store/change-requests.js"
import { Repositories } from "../../../src/services/store/repositories.js"
import { Settings } from "../../../src/services/store/settings.js"
import { Store } from "../../../src/services/store/store.js"
import { builtinTracker } from "../../../src/services/tracker/builtin/builtin.js"
import { Merges } from "../../../src/services/tracker/builtin/merges.js"
import { git, makeRemote } from "../../support/git.js"
import { temporary } from "../store/databases.js"
import { builtin } from "../store/samples.js"

// The machine's own git configuration must not lend an identity to the merges.
beforeEach(() => {
  for (const name of ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"]) vi.stubEnv(name, "/dev/null")
})
afterEach(() => void vi.unstubAllEnvs())

/** A real remote, a real SQLite file, and the tracker over both. */
const setUp = Effect.gen(function* () {
  const directory = yield* temporary
  const remote = makeRemote(directory)
  const store = Layer.provideMerge(
    Layer.mergeAll(ChangeRequests.layer, Repositories.layer, Settings.layer),
    Store.sqlite(join(directory, "lab.db"))
  )
  const layer = Layer.provideMerge(Merges.layer, Layer.merge(store, Git.layer(join(directory, "data"))))
  const context = yield* Layer.build(layer)
  const repository = yield* Context.get(context, Repositories).add(builtin("repo", remote.url))
  const tracker = yield* Effect.provide(builtinTracker(repository), context)
  const settings = Context.get(context, Settings)
  yield* settings.set("git_author_name", "Ada Lovelace")
  yield* settings.set("git_author_email", "ada@example.com")
  const open = (head: string, body = "") => tracker.createPull({ title: `about ${head}`, body, head, base: "main" })
  return { directory, remote, repository, requests: Context.get(context, ChangeRequests), settings, tracker, open }
})

const words = (error: { readonly _tag: string; readonly message: string }) => `${error._tag}: ${error.message}`

it.scoped("opens a change request with the branch's commit and the issues its body closes", () =>
  Effect.gen(function* () {
    const { open, remote, repository, requests, tracker } = yield* setUp
    const sha = remote.commit("a", { a: "1" }, "main")
    const created = yield* open("a", "Fixes #12, closes #3")
    assert.deepStrictEqual(created, {
      number: 1,
      title: "about a",
      body: "Fixes #12, closes #3",
      state: "open",
      draft: false,
      author: null,
      url: `/repos/${repository.id}/crs/1`,
      head: { ref: "a", sha, repo: "repo" },
      base: { ref: "main", repo: "repo" },
      mergeable: null,
      mergeCommit: null
    })
    assert.deepStrictEqual(yield* tracker.pull(1), created)
    assert.deepStrictEqual((yield* requests.find(repository.id, 1)).closes, [3, 12])
    assert.strictEqual(
      words(yield* Effect.flip(open("a"))),
      "ErrDuplicateOpenPull: a already has an open pull request, #1: see labctl pr view 1"
    )
  })
)

it.scoped("lists open ones, then at most the window of ended ones, each by number descending", () =>
  Effect.gen(function* () {
    const { open, remote, repository, requests, tracker } = yield* setUp
    const sha = remote.commit("kept", { a: "1" }, "main")
    yield* open("kept")
    for (let n = 2; n <= closedWindow + 3; n++) {
      yield* requests.create({ repoId: repository.id, head: `h${n}`, base: "main", title: "t", body: "", closes: [] })
      yield* requests.transition(repository.id, n, "closed")
    }
    yield* open("last")
    const pulls = yield* tracker.pulls
    const ended = Array.from({ length: closedWindow }, (_, index) => closedWindow + 3 - index)
    assert.deepStrictEqual(
      pulls.map(({ number }) => number),
      [closedWindow + 4, 1, ...ended]
    )
    assert.deepStrictEqual(
      pulls.slice(0, 2).map(({ head }) => head.sha),
      ["", sha]
    )
  })
)

it.scoped("finds the requests of a head and base in any state", () =>
  Effect.gen(function* () {
    const { open, repository, requests, tracker } = yield* setUp
    yield* open("a")
    yield* requests.transition(repository.id, 1, "closed")
    yield* open("a")
    const found = yield* tracker.pullsForHead("a", "main")
    assert.deepStrictEqual(
      found.map(({ number, state }) => [number, state]),
      [
        [2, "open"],
        [1, "closed"]
      ]
    )
    assert.deepStrictEqual(yield* tracker.pullsForHead("a", "next"), [])
  })
)

it.scoped("has no checks, reviews or comments, and says which of these are empty and which do not exist", () =>
  Effect.gen(function* () {
    const { open, remote, tracker } = yield* setUp
    const sha = remote.commit("a", { a: "1" }, "main")
    yield* open("a")
    assert.deepStrictEqual(yield* tracker.checks(1), { head: sha, checks: [] })
    assert.deepStrictEqual(yield* tracker.reviews(99), [])
    assert.strictEqual((yield* Effect.flip(tracker.pullComments(1)))._tag, "ErrUnsupported")
    assert.strictEqual(yield* tracker.defaultBranch, "main")
    const unknown = [
      yield* Effect.flip(tracker.checks(2)),
      yield* Effect.flip(tracker.pull(2)),
      yield* Effect.flip(tracker.mergePull(2))
    ]
    assert.deepStrictEqual(unknown.map(words), Array(3).fill("ErrNotFound: change request #2 not found"))
  })
)

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
