import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { files, git } from "../../services/git-process.js"

/** A folder of its own that is gone with the scope. */
export const folder = (name: string) =>
  Effect.acquireRelease(
    files("mkdtemp", () => mkdtemp(join(tmpdir(), `lab-demo-${name}-`))),
    (path) => Effect.ignore(files("rm", () => rm(path, { recursive: true, force: true })))
  )

const person = {
  GIT_AUTHOR_NAME: "agent",
  GIT_AUTHOR_EMAIL: "agent@example.com",
  GIT_COMMITTER_NAME: "agent",
  GIT_COMMITTER_EMAIL: "agent@example.com"
}

/** The agent's clone: commits one file on a branch and pushes it. */
export const push = (clone: string, branch: string, file: string, text: string, message: string) =>
  Effect.gen(function* () {
    const here = { at: ["-C", clone], env: person }
    yield* git("checkout", ["--quiet", "-B", branch], here)
    yield* files("write", () => writeFile(join(clone, file), text))
    yield* git("add", ["--", file], here)
    yield* git("commit", ["--quiet", "--message", message], here)
    yield* git("push", ["--quiet", "origin", branch], here)
  })

export const clone = (remote: string, into: string) => git("clone", ["--quiet", "--", remote, into])
