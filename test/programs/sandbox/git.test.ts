import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, FastCheck, Scope } from "effect"
import { make } from "../../../src/programs/sandbox/sandbox.js"
import { at, call } from "./client.js"

const repo = "/repos/acme/widget"
const git = (path: string, ...args: ReadonlyArray<string>) =>
  execFileSync("git", ["-C", path, "-c", "user.name=dev", "-c", "user.email=dev@sandbox.invalid", ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"]
  }).trim()
const checkout = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "lab-checkout-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

describe("the sandbox over a bare git repository", () => {
  it.scoped("shows on both wires the head that a real push moved", () =>
    Effect.gen(function* () {
      const sandbox = yield* make({ git: "temporary" })
      const folder = yield* checkout
      git(folder, "clone", "--quiet", "--branch", "feat", sandbox.repository.path ?? "", ".")
      writeFileSync(join(folder, "parser.txt"), "two\n")
      git(folder, "commit", "--quiet", "--all", "--message", "Second")
      git(folder, "push", "--quiet", "origin", "feat")
      const pushed = git(folder, "rev-parse", "HEAD")
      for (const { api } of [sandbox.github, sandbox.forgejo]) {
        assert.strictEqual(at((yield* call(`${api}${repo}/pulls/7`)).json, "head", "sha"), pushed)
      }
    })
  )

  it.scoped("finds a branch that git has packed away, and none above its folder", () =>
    Effect.gen(function* () {
      const { repository } = yield* make({ git: "temporary" })
      const tip = repository.branch("feat")
      git(repository.path ?? "", "pack-refs", "--all")
      assert.strictEqual(repository.branch("feat"), tip)
      assert.isUndefined(repository.branch("../heads/feat"))
      assert.isUndefined(repository.branch("feat/more"))
    })
  )

  it.scoped("opens a pull for a branch that was written, and refuses one without a commit of its own", () =>
    Effect.gen(function* () {
      const sandbox = yield* make({ git: "temporary" })
      yield* sandbox.repository.write({ branch: "fix/bug", from: "main", files: { "README.md": null } })
      const open = (head: string) =>
        call(`${sandbox.github.api}${repo}/pulls`, {
          method: "POST",
          token: sandbox.token,
          body: { title: "Fix", head, base: "main" }
        })
      const made = yield* open("fix/bug")
      assert.deepStrictEqual([made.status, at(made.json, "number"), at(made.json, "head", "ref")], [201, 8, "fix/bug"])
      assert.strictEqual(made.headers.get("location"), `${sandbox.github.api}${repo}/pulls/8`)
      git(sandbox.repository.path ?? "", "branch", "same", "main")
      assert.strictEqual(at((yield* open("same")).json, "errors", 0, "message"), "No commits between main and same")
    })
  )

  it.scoped("writes any text as a file and as a message, byte for byte", () =>
    Effect.gen(function* () {
      const { repository } = yield* make({ git: "temporary" })
      const path = repository.path ?? ""
      const text = FastCheck.fullUnicodeString({ minLength: 1, maxLength: 40 })
      const samples = FastCheck.sample(FastCheck.tuple(text, text), { numRuns: 15, seed: 7 })
      yield* Effect.forEach([...samples, ["\n\ndata 3\n", "from x\n"] as const], ([content, message]) =>
        Effect.gen(function* () {
          const sha = yield* repository.write({
            branch: "any",
            files: { "a file.txt": content },
            message: `m ${message}`
          })
          const show = (object: string) =>
            execFileSync("git", ["-C", path, "cat-file", "-p", object], { encoding: "utf8" })
          assert.strictEqual(show(`${sha}:a file.txt`), Buffer.from(content).toString("utf8"))
          assert.isTrue(show(sha).endsWith(`\n\nm ${Buffer.from(message).toString("utf8")}`))
        })
      )
    })
  )

  it.scoped("tells of a commit by branch and by id, on both wires", () =>
    Effect.gen(function* () {
      const sandbox = yield* make({ git: "temporary" })
      const tip = sandbox.repository.branch("main") ?? ""
      for (const url of [
        `${sandbox.github.api}${repo}/commits/main`,
        `${sandbox.forgejo.api}${repo}/git/commits/${tip}`
      ]) {
        const { json } = yield* call(url)
        assert.deepStrictEqual([at(json, "sha"), at(json, "commit", "message")], [tip, "Start"])
      }
    })
  )

  it.effect("takes its folder along when the scope closes, and leaves a given one", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { repository } = yield* Scope.extend(make({ git: "temporary" }), scope)
      const path = repository.path ?? ""
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { world, repository: given } = yield* make({ git: { path } })
          assert.strictEqual(given.branch("feat"), repository.branch("feat"))
          assert.strictEqual(world.pulls.size, 0)
        })
      )
      assert.isTrue(existsSync(path))
      yield* Scope.close(scope, Exit.void)
      assert.isFalse(existsSync(path))
    })
  )
})
