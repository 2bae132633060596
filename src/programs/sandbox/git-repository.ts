import { execFile } from "node:child_process"
import { readFileSync, statSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { ErrGit } from "../../core/errors.js"
import type { Commit, Comparison, NewCommit, Repository } from "./repository.js"

interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Nothing of the developer's own configuration (hooks, signing, default branch) may leak into the sandbox. */
const environment = (now: number, name: string) => ({
  PATH: process.env["PATH"],
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: name,
  GIT_AUTHOR_EMAIL: `${name}@sandbox.invalid`,
  GIT_AUTHOR_DATE: `@${Math.floor(now / 1000)} +0000`,
  GIT_COMMITTER_NAME: name,
  GIT_COMMITTER_EMAIL: `${name}@sandbox.invalid`,
  GIT_COMMITTER_DATE: `@${Math.floor(now / 1000)} +0000`
})

const run = (
  path: string,
  args: ReadonlyArray<string>,
  now: number,
  by: string,
  stdin: string
): Effect.Effect<Ran, ErrGit> =>
  Effect.async<Ran, ErrGit>((resume) => {
    const options = { env: environment(now, by), maxBuffer: 16 * 1024 * 1024 }
    const child = execFile("git", ["-C", path, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : undefined
      resume(
        code === undefined
          ? Effect.fail(new ErrGit({ command: `git ${args[0] ?? ""}`, words: error?.message ?? "killed" }))
          : Effect.succeed({ code, stdout, stderr })
      )
    })
    child.stdin?.on("error", () => undefined)
    child.stdin?.end(stdin)
    return Effect.sync(() => void child.kill("SIGKILL"))
  })

/** One commit in the language of `git fast-import`, which needs no working tree and one process. */
const importStream = (commit: NewCommit, parent: string | undefined, now: number, by: string): string => {
  const data = (content: string) => `data ${Buffer.byteLength(content)}\n${content}\n`
  const files = Object.entries(commit.files ?? { [`${commit.branch}.txt`]: `${now}\n` }).map(([path, content]) =>
    content === null ? `D ${path}\n` : `M 100644 inline ${path}\n${data(content)}`
  )
  return [
    `commit refs/heads/${commit.branch}\n`,
    `committer ${by} <${by}@sandbox.invalid> ${Math.floor(now / 1000)} +0000\n`,
    data(commit.message ?? `Change ${commit.branch}`),
    parent === undefined ? "" : `from ${parent}\n`,
    ...files
  ].join("")
}

/** Reads a branch from its file as git leaves it there: a process a read would be slower than everything else together. */
const branchTip = (path: string, name: string): string | undefined => {
  if (name === "" || name.startsWith("/") || name.split("/").includes("..")) return undefined
  const loose = join(path, "refs", "heads", name)
  if (statSync(loose, { throwIfNoEntry: false })?.isFile() === true) return readFileSync(loose, "utf8").trim()
  const packed = join(path, "packed-refs")
  if (statSync(packed, { throwIfNoEntry: false }) === undefined) return undefined
  const line = readFileSync(packed, "utf8")
    .split("\n")
    .find((entry) => entry.endsWith(` refs/heads/${name}`))
  return line?.slice(0, line.indexOf(" "))
}

/**
 * A bare repository at `path`, or a new one in a temporary folder that goes with the scope. Fails with `ErrGit` where git is
 * missing or refuses. Needs git 2.38 for merges without a working tree.
 */
export const gitRepository = (now: () => number, given?: string): Effect.Effect<Repository, ErrGit, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = Effect.tryPromise({
      try: () => mkdtemp(join(tmpdir(), "lab-sandbox-")),
      catch: (cause) => new ErrGit({ command: "mkdtemp", words: String(cause) })
    })
    const path =
      given ??
      (yield* Effect.acquireRelease(folder, (made) => Effect.promise(() => rm(made, { recursive: true, force: true }))))
    const git = (args: ReadonlyArray<string>, by = "lab-bot", stdin = "") =>
      Effect.suspend(() => run(path, args, now(), by, stdin)).pipe(
        Effect.filterOrFail(
          ({ code }) => code === 0,
          ({ stderr }) => new ErrGit({ command: `git ${args[0] ?? ""}`, words: stderr.trim() })
        ),
        Effect.map(({ stdout }) => stdout.trim())
      )
    if (given === undefined) yield* git(["init", "--quiet", "--bare", "--initial-branch=main"])

    const branch = (name: string) => branchTip(path, name)
    /** The tree of a merge; undefined for a conflict, which git says with exit code 1. */
    const mergeTree = (base: string, head: string) =>
      run(path, ["merge-tree", "--write-tree", base, head], now(), "lab-bot", "").pipe(
        Effect.filterOrFail(
          ({ code }) => code <= 1,
          ({ stderr }) => new ErrGit({ command: "git merge-tree", words: stderr.trim() })
        ),
        Effect.map(({ code, stdout }) => (code === 0 ? stdout.trim() : undefined))
      )

    const compared = new Map<string, Comparison>()
    const compare = (base: string, head: string) =>
      Effect.gen(function* () {
        const known = compared.get(`${base} ${head}`)
        if (known !== undefined) return known
        const [mergeBase, ahead, tree] = yield* Effect.all([
          Effect.orElseSucceed(git(["merge-base", base, head]), () => ""),
          git(["rev-list", "--count", `${base}..${head}`]),
          mergeTree(base, head)
        ])
        const comparison = { mergeBase, ahead: Number(ahead), conflict: tree === undefined }
        compared.set(`${base} ${head}`, comparison)
        return comparison
      })

    const commit = (sha: string): Effect.Effect<Commit | undefined, ErrGit> =>
      /^[0-9a-f]{7,64}$/.test(sha)
        ? git(["show", "-s", "--format=%H%n%T%n%P%n%an%n%ct%n%B", `${sha}^{commit}`]).pipe(
            Effect.map((shown) => {
              const [id = sha, tree = "", parents = "", author = "", at = "0", ...message] = shown.split("\n")
              const parentIds = parents.split(" ").filter((parent) => parent !== "")
              return { sha: id, tree, parents: parentIds, author, at: Number(at) * 1000, message: message.join("\n") }
            }),
            Effect.orElseSucceed(() => undefined)
          )
        : Effect.succeed(undefined)

    return {
      path,
      branch,
      commit,
      compare,
      merge: ({ base, head, squash, message, by }) =>
        Effect.gen(function* () {
          const tip = branch(base)
          const tree = tip === undefined ? undefined : yield* mergeTree(tip, head)
          if (tip === undefined || tree === undefined) return undefined
          const parents = squash ? ["-p", tip] : ["-p", tip, "-p", head]
          const sha = yield* git(["commit-tree", tree, ...parents, "-m", message], by)
          const moved = yield* run(path, ["update-ref", `refs/heads/${base}`, sha, tip], now(), by, "")
          return moved.code === 0 ? sha : undefined
        }),
      write: (order) =>
        Effect.gen(function* () {
          const stream = importStream(order, branch(order.from ?? order.branch), now(), "lab-bot")
          yield* git(["fast-import", "--quiet", "--force"], "lab-bot", stream)
          return branch(order.branch) ?? ""
        })
    }
  })
