import { failedChecks, failedStatuses } from "./failing.js"
import { feedback } from "./feedback.js"
import type { Finding } from "./finding.js"
import type { Snapshot } from "./snapshot.js"

/** What earlier polls have to say about this one. */
export interface Past {
  /** The first base that this watch read. */
  readonly firstBase: string
  readonly conflicts: boolean
}

const of = (finding: Finding, holds: boolean): ReadonlyArray<Finding> => (holds ? [finding] : [])

/** Everything that is open at a poll, in the order of its lines (watch-spec); the end of the pull comes last. */
export const findings = (snapshot: Snapshot, { firstBase, conflicts }: Past): ReadonlyArray<Finding> => {
  const { number, base, state } = snapshot.pull
  const once = { repeats: false, saidBefore: false }
  return [
    ...of({ kind: "base", first: firstBase, id: `base/${base}`, ...once }, base !== firstBase),
    ...of({ kind: "conflict", id: `conflict/${base}`, repeats: true, saidBefore: false }, conflicts),
    ...failedChecks(snapshot),
    ...failedStatuses(snapshot),
    ...feedback(snapshot),
    ...of({ kind: "merged", id: `merged/${number}`, ...once }, state === "merged"),
    ...of({ kind: "closed", id: `closed/${number}`, ...once }, state === "closed")
  ]
}
