import type { Finding } from "./finding.js"
import type { Snapshot, WatchedCheckRun } from "./snapshot.js"

/** Conclusions that are findings (watch-spec, `FAILED`). */
const failedConclusions: ReadonlySet<string | null> = new Set([
  "action_required",
  "cancelled",
  "failure",
  "startup_failure",
  "timed_out"
])

/** States that are findings (watch-spec, `STATUS_FAILED`). */
const failedStates: ReadonlySet<string> = new Set(["error", "failure"])

const by =
  <A>(key: (row: A) => string) =>
  (a: A, b: A): number =>
    key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0

/** Of each name the run with the highest id, which is the newest one; two apps or two workflows may share a name. */
const newest = (runs: ReadonlyArray<WatchedCheckRun>): ReadonlyArray<WatchedCheckRun> => {
  const kept = new Map<string, WatchedCheckRun>()
  for (const run of runs) {
    const key = JSON.stringify([run.name, run.app, run.workflow])
    const other = kept.get(key)
    if (other === undefined || other.id < run.id) kept.set(key, run)
  }
  return [...kept.values()]
}

/** The failed checks of the head, by name. A run that is open again is no failure, whatever conclusion it still carries. */
export const failedChecks = ({ pull, checkRuns }: Snapshot): ReadonlyArray<Finding> =>
  newest(checkRuns)
    .filter(({ status, conclusion }) => status === "completed" && failedConclusions.has(conclusion))
    .sort((a, b) => by<WatchedCheckRun>(({ name }) => name)(a, b) || a.id - b.id)
    .map((run) => ({
      kind: "check",
      run,
      id: `check/${pull.head}/${run.id}/${run.name}`,
      repeats: true,
      saidBefore: false
    }))

/** The failed commit statuses of the head, by context. */
export const failedStatuses = ({ pull, statuses }: Snapshot): ReadonlyArray<Finding> =>
  statuses
    .filter(({ state }) => failedStates.has(state))
    .sort(by(({ context }) => context))
    .map((status) => ({
      kind: "status",
      status,
      id: `status/${pull.head}/${status.state}/${status.context}`,
      repeats: true,
      saidBefore: false
    }))
