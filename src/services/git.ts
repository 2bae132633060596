import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { ErrGit, ErrMergeRejected } from "../core/errors.js"
import { type Identity, type Merge, mergeCommit } from "./git-merge.js"
import { type Clone, files, git, spoken, within } from "./git-process.js"
import { makeKeyedLock } from "./keyed-lock.js"

export interface GitService {
  /** The commits that these branches of a remote point at now; one that does not exist is absent. One round trip. */
  readonly heads: (
    remoteUrl: string,
    branches: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyMap<string, string>, ErrGit>
  /** The branch that the remote's HEAD names. */
  readonly defaultBranch: (remoteUrl: string) => Effect.Effect<string, ErrGit>
  /** Makes the repository's bare clone when it is missing, and brings its remote branches up to date. */
  readonly fetch: (repoId: string, remoteUrl: string) => Effect.Effect<Clone, ErrGit>
  /** The commit of a remote branch as of the last fetch. */
  readonly fetched: (clone: Clone, branch: string) => Effect.Effect<Option.Option<string>, ErrGit>
  readonly isAncestor: (clone: Clone, ancestor: string, descendant: string) => Effect.Effect<boolean, ErrGit>
  /** The commit with which `head` came into `base`, of which it is an ancestor: a merge commit of it, else `head` itself. */
  readonly landedAs: (clone: Clone, head: string, base: string) => Effect.Effect<string, ErrGit>
  /** A merge commit, made in a throw-away worktree. A conflict is `ErrMergeRejected`, in git's words. */
  readonly mergeCommit: (clone: Clone, merge: Merge) => Effect.Effect<string, ErrGit | ErrMergeRejected>
  /** Moves a remote branch from `from` to `to`. A branch that moved meanwhile or is protected is `ErrMergeRejected`. */
  readonly push: (
    clone: Clone,
    move: { readonly branch: string; readonly from: string; readonly to: string }
  ) => Effect.Effect<void, ErrGit | ErrMergeRejected>
  /** What git's own configuration says about who commits here. */
  readonly identity: (clone: Clone) => Effect.Effect<Option.Option<Identity>, ErrGit>
}

const setting = (clone: Clone, key: string) =>
  Effect.map(git("config", ["--get", key], { ...within(clone), accept: [1] }), ({ stdout }) =>
    Option.filter(Option.some(stdout.trim()), (value) => value !== "")
  )

/** `<sha> TAB <ref>` a line. What git was asked for is a pattern to it, so names are compared here. */
const branchesIn = (listing: string, prefix: string, branches: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const refs = new Map(
    listing.split("\n").map((line) => [line.slice(line.indexOf("\t") + 1), line.split("\t", 1)[0] ?? ""])
  )
  return new Map(
    branches.flatMap((branch) => {
      const sha = refs.get(`${prefix}${branch}`)
      return sha === undefined ? [] : [[branch, sha] as const]
    })
  )
}

const remoteBranches = "refs/heads/"
const fetchedBranches = "refs/remotes/origin/"

/** Remotes read and bare clones kept with real git (contract 1 and 5.6). */
export class Git extends Context.Tag("lab/Git")<Git, GitService>() {
  /** Clones live in `<dataDir>/clones/<repoId>.git`. */
  static readonly layer = (dataDir: string) =>
    Layer.scoped(
      Git,
      Effect.map(makeKeyedLock, (alone) =>
        Git.of({
          heads: (remoteUrl, branches) =>
            branches.length === 0
              ? Effect.succeed(new Map())
              : Effect.map(
                  git("ls-remote", ["--", remoteUrl, ...branches.map((branch) => remoteBranches + branch)]),
                  ({ stdout }) => branchesIn(stdout, remoteBranches, branches)
                ),
          defaultBranch: (remoteUrl) =>
            Effect.flatMap(git("ls-remote", ["--symref", "--", remoteUrl, "HEAD"]), ({ stdout }) =>
              Option.match(Option.fromNullable(/^ref: refs\/heads\/(.+)\tHEAD$/m.exec(stdout)?.[1]), {
                onNone: () =>
                  Effect.fail(new ErrGit({ command: "git ls-remote", words: "the remote has no default branch" })),
                onSome: Effect.succeed
              })
            ),
          fetch: (repoId, remoteUrl) => {
            const clone = join(dataDir, "clones", `${repoId}.git`)
            return Effect.gen(function* () {
              yield* files("git init", () => mkdir(join(dataDir, "clones"), { recursive: true, mode: 0o700 }))
              yield* git("init", ["--bare", "--quiet", "--template=", clone])
              yield* git("config", ["remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"], within(clone))
              yield* git("config", ["--", "remote.origin.url", remoteUrl], within(clone))
              yield* git("fetch", ["--prune", "--no-tags", "--quiet", "origin"], within(clone))
              return clone
            }).pipe(alone(clone))
          },
          fetched: (clone, branch) =>
            Effect.map(
              git("for-each-ref", ["--format=%(objectname)%09%(refname)", fetchedBranches + branch], within(clone)),
              ({ stdout }) => Option.fromNullable(branchesIn(stdout, fetchedBranches, [branch]).get(branch))
            ),
          isAncestor: (clone, ancestor, descendant) =>
            Effect.map(
              git("merge-base", ["--is-ancestor", ancestor, descendant], { ...within(clone), accept: [1] }),
              ({ code }) => code === 0
            ),
          landedAs: (clone, head, base) =>
            Effect.map(
              git("rev-list", ["--merges", "--parents", "--ancestry-path", `${head}..${base}`], within(clone)),
              ({ stdout }) =>
                stdout
                  .split("\n")
                  .find((line) => line.split(" ").indexOf(head) > 1)
                  ?.split(" ", 1)[0] ?? head
            ),
          mergeCommit,
          push: (clone, { branch, from, to }) =>
            git(
              "push",
              ["--quiet", `--force-with-lease=refs/heads/${branch}:${from}`, "origin", `${to}:refs/heads/${branch}`],
              {
                ...within(clone),
                accept: [1]
              }
            ).pipe(
              Effect.filterOrFail(
                ({ code }) => code === 0,
                ({ stderr }) => new ErrMergeRejected({ words: spoken(stderr) })
              ),
              Effect.asVoid,
              alone(clone)
            ),
          identity: (clone) =>
            Effect.map(Effect.all([setting(clone, "user.name"), setting(clone, "user.email")]), ([name, email]) =>
              Option.all({ name, email })
            )
        })
      )
    )
}
