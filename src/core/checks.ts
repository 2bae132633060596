import * as Schema from "effect/Schema"

/** What a row can be. Anything else that reaches the aggregate is a vocabulary bug and counts as red (adr-checks). */
export const RowState = Schema.Literal("pending", "success", "failure")
export type RowState = typeof RowState.Type

/** One row of a head: a check run or a commit status, normalised, with the backend's own word beside it. */
export interface Check {
  readonly name: string
  readonly state: RowState
  readonly rawState: string
  readonly summary: string
  readonly url: string
}

/** The rows of the commit that was the head when they were read. */
export interface HeadChecks {
  readonly head: string
  readonly checks: ReadonlyArray<Check>
}

export type Aggregate = RowState | "none"

/**
 * The aggregate of a head: no row is `none`, one red row is `failure` whatever else runs, then `pending`, then `success`.
 * A forge's combined word is never asked (adr-checks, contract 6.1).
 */
export const checksState = (rows: ReadonlyArray<{ readonly state: string }>): Aggregate => {
  if (rows.length === 0) return "none"
  if (rows.some(({ state }) => state !== "pending" && state !== "success")) return "failure"
  return rows.some(({ state }) => state === "pending") ? "pending" : "success"
}

/** A word of a source, normalised and verbatim. */
export type Word = Pick<Check, "state" | "rawState">

const greenConclusions: ReadonlySet<string> = new Set(["success", "neutral", "skipped"])

/** GitHub check run: open whatever its status word unless `completed`; then the conclusion decides, an unknown or absent one is red. */
export const checkRunWord = (status: string, conclusion: string | null): Word => {
  if (status !== "completed") return { state: "pending", rawState: status }
  return { state: greenConclusions.has(conclusion ?? "") ? "success" : "failure", rawState: conclusion ?? "" }
}

const statusWord =
  (green: ReadonlySet<string>) =>
  (word: string): Word => ({
    state: green.has(word) ? "success" : word === "pending" ? "pending" : "failure",
    rawState: word
  })

/** GitHub commit status, by its `state`. */
export const githubStatusWord = statusWord(new Set(["success"]))

/** Forgejo commit status, by its row key `status`; `skipped` came with Forgejo 16 (contract 12.2.29). A row without a word is red. */
export const forgejoStatusWord = statusWord(new Set(["success", "skipped"]))
