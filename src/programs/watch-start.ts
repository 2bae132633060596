import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ErrUsage } from "../core/errors.js"
import { pollFailure } from "../core/watch/poll-failure.js"
import { AgentSurface, type SurfaceError } from "../services/agent-surface/surface.js"
import type { Output } from "../services/output.js"
import { WorkingCopy } from "../services/working-copy.js"
import { type WatchOptions, watch } from "./watch.js"

/** The one open pull of the branch that is checked out here. Fails when there is none, or more than one (watch-readme). */
const ofBranch = Effect.gen(function* () {
  const branch = yield* Effect.flatMap(WorkingCopy, (copy) => copy.currentBranch)
  if (Option.isNone(branch)) {
    return yield* new ErrUsage({ reason: "no branch is checked out here: name the pull request by its number" })
  }
  const { prs } = yield* Effect.flatMap(AgentSurface, (surface) => surface.pullList)
  const open = prs.filter(({ state, head }) => state === "open" && head === branch.value)
  const [one, ...more] = open
  if (one === undefined) return yield* new ErrUsage({ reason: `the branch ${branch.value} has no open pull request` })
  if (more.length === 0) return one.number
  const numbers = open.map(({ number }) => `#${number}`).join(", ")
  return yield* new ErrUsage({
    reason: `the branch ${branch.value} has several open pull requests (${numbers}): name one`
  })
})

/**
 * Watches the pull of that number, or the one of the branch: one line for each thing that asks for work, until it is merged or closed. Fails
 * only before the first poll.
 */
export const startWatch = (
  options: Omit<WatchOptions, "n"> & { readonly n: number | undefined }
): Effect.Effect<number, SurfaceError | ErrUsage, AgentSurface | Output | WorkingCopy> =>
  Effect.gen(function* () {
    const n = options.n ?? (yield* ofBranch)
    const surface = yield* AgentSurface
    return yield* watch({ ...options, n }, Effect.mapError(surface.pullSnapshot(n), pollFailure))
  })
