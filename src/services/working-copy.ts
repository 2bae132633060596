import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { ErrGit } from "../core/errors.js"
import { type Answer, git } from "./git-process.js"

const line = ({ code, stdout }: Answer) => (code === 0 ? Option.some(stdout.replace(/\n$/, "")) : Option.none())

/** The checkout that `labctl` is run in, for direct mode. */
export class WorkingCopy extends Context.Tag("lab/WorkingCopy")<
  WorkingCopy,
  {
    /** None when HEAD is detached. Fails with `ErrGit` outside of a checkout and without git. */
    readonly currentBranch: Effect.Effect<Option.Option<string>, ErrGit>
    /** As git would use it, `insteadOf` applied. None when there is no such remote. */
    readonly remoteUrl: (name: string) => Effect.Effect<Option.Option<string>, ErrGit>
  }
>() {
  /** A checkout of `branch` (none: detached) with these remotes. */
  static readonly test = (branch: string | null, remotes: Readonly<Record<string, string>>) =>
    Layer.succeed(WorkingCopy, {
      currentBranch: Effect.succeed(Option.fromNullable(branch)),
      remoteUrl: (name) => Effect.succeed(Option.fromNullable(remotes[name]))
    })

  static readonly layer = Layer.succeed(WorkingCopy, {
    currentBranch: Effect.map(git("symbolic-ref", ["--quiet", "--short", "HEAD"], { accept: [1] }), line),
    remoteUrl: (name) => Effect.map(git("remote", ["get-url", "--", name], { accept: [2] }), line)
  })
}
