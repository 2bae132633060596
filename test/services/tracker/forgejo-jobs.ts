import { Effect } from "effect"
import type { CheckRunRow } from "../../../src/programs/sandbox/ci.js"
import { type PracticeOptions, practice } from "../../support/sandbox.js"

export type Major = 15 | 16
export const majors: ReadonlyArray<Major> = [15, 16]

export const red = (name: string, more: Partial<CheckRunRow> = {}): CheckRunRow => ({
  name,
  event: "push",
  conclusion: "failure",
  log: `log of ${name}\n`,
  ...more
})

/** The name of a job's row. */
export const context = (name: string) => `ci / ${name} (push)`

/** A Forgejo of that version whose head has these jobs. */
export const withJobs = (major: Major, rows: ReadonlyArray<CheckRunRow>, options: PracticeOptions = {}) =>
  Effect.tap(practice("forgejo", options), ({ world, head }) => {
    world.forgejo = major
    world.checkRuns(head(), rows)
  })
