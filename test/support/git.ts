import { execFileSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** The identity of the commits that tests make; the merges under test must not borrow it. */
const env = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.com",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.com"
}

/** Runs git in a directory and answers its trimmed stdout. */
export const git = (cwd: string, ...args: ReadonlyArray<string>): string =>
  execFileSync("git", args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim()

/** A real bare repository with one commit on `main`, and a checkout that pushes to it. */
export interface Remote {
  /** The path of the bare repository, which is its URL too. */
  readonly url: string
  /** Commits files on a branch, which starts at `from` when given, pushes it and answers the commit. */
  readonly commit: (branch: string, files: Readonly<Record<string, string>>, from?: string) => string
  /** The commit of a branch. */
  readonly tip: (branch: string) => string
}

export const makeRemote = (directory: string): Remote => {
  const [url, work] = [join(directory, "remote.git"), join(directory, "work")]
  mkdirSync(directory, { recursive: true })
  git(directory, "init", "--bare", "--quiet", "--initial-branch=main", url)
  git(directory, "init", "--quiet", "--initial-branch=main", work)
  git(work, "remote", "add", "origin", url)
  const commit = (branch: string, files: Readonly<Record<string, string>>, from?: string) => {
    if (from !== undefined) git(work, "checkout", "--quiet", "-B", branch, from)
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(work, name)), { recursive: true })
      writeFileSync(join(work, name), content)
    }
    git(work, "add", "--all")
    git(work, "commit", "--quiet", "--allow-empty", "--message", `${branch}: ${Object.keys(files).join(" ")}`)
    git(work, "push", "--quiet", "--force", "origin", `HEAD:refs/heads/${branch}`)
    return git(work, "rev-parse", "HEAD")
  }
  commit("main", { "readme.md": "hello\n" })
  return { url, commit, tip: (branch) => git(url, "rev-parse", `refs/heads/${branch}`) }
}
