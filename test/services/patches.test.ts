import { execFileSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { Patches } from "../../src/services/patches.js"
import { git } from "../support/git.js"
import { temporary } from "./store/databases.js"

const cwd = process.cwd()

/** A repository in a directory of its own, which is the current one while the scope lives. */
const repository = Effect.gen(function* () {
  const directory = yield* temporary
  yield* Effect.acquireRelease(
    Effect.sync(() => process.chdir(directory)),
    () => Effect.sync(() => process.chdir(cwd))
  )
  git(directory, "init", "--quiet", "--initial-branch=main")
  const commit = (files: Readonly<Record<string, string | Uint8Array>>) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content)
    git(directory, "add", "--all")
    git(directory, "commit", "--quiet", "--message", "tok-in-a-message")
  }
  return { directory, commit, run: (...args: ReadonlyArray<string>) => git(directory, ...args) }
})

const listed = (...revisions: ReadonlyArray<string>) =>
  Patches.pipe(
    Effect.flatMap((patches) => Stream.runCollect(patches.of(revisions))),
    Effect.map((chunks) => Buffer.concat([...chunks]).toString("latin1")),
    Effect.provide(Patches.layer)
  )

/** Whether a line is one of the patch. */
const has = (patch: string, line: string) => patch.split("\n").includes(line)

it.scoped("2.5 lists what commits change, the first one too, and says nothing of the commits", () =>
  Effect.gen(function* () {
    const { commit } = yield* repository
    commit({ "a.txt": "one\n" })
    commit({ "a.txt": "one\ntwo\n" })
    const patch = yield* listed("HEAD")
    assert.isTrue(has(patch, "+one"))
    assert.isTrue(has(patch, "+two"))
    assert.notMatch(patch, /tok-in-a-message|Author|^commit /m)
    const last = yield* listed("HEAD~1..HEAD")
    assert.isFalse(has(last, "+one"))
  })
)

it.scoped("2.5 a merge is told against each parent, also what only the merge itself adds", () =>
  Effect.gen(function* () {
    const { commit, directory, run } = yield* repository
    commit({ "a.txt": "base\n" })
    run("checkout", "--quiet", "-b", "side")
    commit({ "side.txt": "side\n" })
    run("checkout", "--quiet", "main")
    commit({ "main.txt": "main\n" })
    run("merge", "--quiet", "--no-commit", "side")
    writeFileSync(join(directory, "evil.txt"), "only in the merge\n")
    run("add", "--all")
    run("commit", "--quiet", "--message", "merge")
    const patch = yield* listed("HEAD", "--not", "HEAD^1", "HEAD^2")
    assert.strictEqual(patch.split("\n").filter((line) => line === "+only in the merge").length, 2)
  })
)

it.scoped("12.2.22 no configuration and no attribute hides content or names", () =>
  Effect.gen(function* () {
    const { commit, directory, run } = yield* repository
    for (const [key, value] of [
      ["diff.noprefix", "true"],
      ["diff.mnemonicPrefix", "true"],
      ["diff.external", "true"],
      ["diff.relative", "true"],
      ["diff.hidden.textconv", "true"],
      ["diff.secretive.binary", "true"],
      ["color.ui", "always"],
      ["color.diff", "always"],
      ["log.showRoot", "false"],
      ["log.showSignature", "true"],
      ["log.diffMerges", "off"],
      ["core.quotePath", "true"]
    ] as const) {
      run("config", key, value)
    }
    mkdirSync(join(directory, "below"))
    commit({
      ".gitattributes": "hidden.txt diff=hidden\nsecretive.txt diff=secretive\nbinary.txt -diff\n",
      "hidden.txt": "in a converted file\n",
      "secretive.txt": "in a secretive file\n",
      "binary.txt": "in a binary file\n",
      "nul.bin": Buffer.from("\0in a file with a NUL\n"),
      "té.txt": "under a name with an accent\n"
    })
    process.chdir(join(directory, "below"))
    const patch = yield* listed("HEAD")
    for (const line of [
      "+in a converted file",
      "+in a secretive file",
      "+in a binary file",
      "+\0in a file with a NUL",
      "+++ b/hidden.txt",
      `+++ b/${Buffer.from("té.txt").toString("latin1")}`
    ]) {
      assert.isTrue(has(patch, line), line)
    }
  })
)

it.scoped("G07 a revision that does not exist is a failure in git's words", () =>
  Effect.gen(function* () {
    const { commit } = yield* repository
    commit({ "a.txt": "one\n" })
    const error = yield* Effect.flip(listed("no-such-revision"))
    assert.strictEqual(error._tag, "ErrGit")
    assert.match(error.message, /^git log: .*no-such-revision/s)
  })
)

it.scoped("a listing that ends badly after some of it has come is a failure", () =>
  Effect.gen(function* () {
    const { commit, directory, run } = yield* repository
    commit({ "a.txt": "one\n" })
    const blob = run("rev-parse", "HEAD:a.txt")
    commit({ "b.txt": "two\n" })
    execFileSync("chmod", ["u+w", join(directory, ".git/objects", blob.slice(0, 2), blob.slice(2))])
    writeFileSync(join(directory, ".git/objects", blob.slice(0, 2), blob.slice(2)), "garbage")
    let came = ""
    const error = yield* Patches.pipe(
      Effect.flatMap((patches) =>
        Stream.runForEach(patches.of(["HEAD"]), (chunk) =>
          Effect.sync(() => {
            came += Buffer.from(chunk).toString()
          })
        )
      ),
      Effect.provide(Patches.layer),
      Effect.flip
    )
    assert.include(came, "+two")
    assert.strictEqual(error._tag, "ErrGit")
  })
)

it.scoped("outside of a repository it is a failure", () =>
  Effect.gen(function* () {
    const { directory } = yield* repository
    process.chdir(join(directory, ".."))
    assert.match((yield* Effect.flip(listed("HEAD"))).message, /not a git repository/)
  })
)

it.scoped("a listing that is not read on ends git", () =>
  Effect.gen(function* () {
    const { commit } = yield* repository
    commit({ "a.txt": "long line of text\n".repeat(500_000) })
    const first = yield* Patches.pipe(
      Effect.flatMap((patches) => Stream.runHead(patches.of(["HEAD"]))),
      Effect.provide(Patches.layer)
    )
    assert.strictEqual(first._tag, "Some")
  })
)
