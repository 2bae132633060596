import { findings } from "./findings.js"
import { failureLine, lineOf, type WatchLine } from "./line.js"
import { type Mergeability, mergeabilityAfter, unread } from "./mergeability.js"
import type { Snapshot } from "./snapshot.js"

/** What the watch remembers between two polls: never more than what was open at the last one. */
export interface WatchState {
  /** Undefined until a poll succeeds. */
  readonly firstBase: string | undefined
  readonly mergeability: Mergeability
  /** The findings open at the last poll, by id, and when each last printed, in milliseconds since 1970. */
  readonly open: ReadonlyMap<string, number>
  /** Why the last poll failed; undefined when it did not. */
  readonly failure: string | undefined
}

/** What follows from one poll. */
export interface WatchStep {
  readonly state: WatchState
  readonly lines: ReadonlyArray<WatchLine>
  /** The pull is merged or closed. */
  readonly ended: boolean
}

export const beginWatch: WatchState = {
  firstBase: undefined,
  mergeability: unread,
  open: new Map(),
  failure: undefined
}

/**
 * What a snapshot adds (watch-spec): each finding that was not open at the last poll prints, and after those each one that is still open
 * and last printed `repeat` milliseconds ago or earlier. At the first snapshot, what an earlier watch has said is remembered and not
 * printed. A pull that has ended repeats nothing. `now` is milliseconds since 1970.
 */
export const afterSnapshot = (state: WatchState, snapshot: Snapshot, now: number, repeat: number): WatchStep => {
  const { pull } = snapshot
  const starts = state.firstBase === undefined
  const ended = pull.state !== "open"
  const firstBase = state.firstBase ?? pull.base
  const mergeability = mergeabilityAfter(state.mergeability, snapshot)

  const open = new Map<string, number>()
  const fresh: Array<WatchLine> = []
  const repeated: Array<WatchLine> = []
  for (const finding of findings(snapshot, { firstBase, conflicts: mergeability.conflicts })) {
    const { id, repeats, saidBefore } = finding
    if (open.has(id)) continue
    const printed = state.open.get(id)
    const isNew = printed === undefined && !(starts && saidBefore)
    const isDue = printed !== undefined && repeats && !ended && now - printed >= repeat
    if (isNew) fresh.push(lineOf(finding, pull, false, now))
    if (isDue) repeated.push(lineOf(finding, pull, true, now))
    open.set(id, printed === undefined || isDue ? now : printed)
  }
  return { state: { firstBase, mergeability, open, failure: undefined }, lines: [...fresh, ...repeated], ended }
}

/** What a failed poll adds: a line unless the poll before failed for the same reason. Nothing that is open is forgotten. */
export const afterFailure = (state: WatchState, reason: string, now: number): WatchStep => ({
  state: { ...state, failure: reason },
  lines: reason === state.failure ? [] : [failureLine(reason, now)],
  ended: false
})
