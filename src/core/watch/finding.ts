import type { Marker } from "../verdict.js"
import type { WatchedCheckRun, WatchedComment, WatchedDiffComment, WatchedReview, WatchedStatus } from "./snapshot.js"

/** What a finding is about, with the facts that its line names. `reply`: it is the pull's author who wrote it. */
type Subject =
  | { readonly kind: "base"; readonly first: string }
  | { readonly kind: "conflict" }
  | { readonly kind: "check"; readonly run: WatchedCheckRun }
  | { readonly kind: "status"; readonly status: WatchedStatus }
  | { readonly kind: "comment"; readonly comment: WatchedComment; readonly reply: boolean }
  | { readonly kind: "diff_comment"; readonly comment: WatchedDiffComment; readonly reply: boolean }
  | { readonly kind: "review"; readonly review: WatchedReview; readonly reply: boolean }
  | { readonly kind: "verdict"; readonly comment: WatchedComment; readonly marker: Marker }
  | { readonly kind: "merged" }
  | { readonly kind: "closed" }

/** Something about a pull that is open at a poll. */
export type Finding = Subject & {
  /** Two polls speak of the same finding when these are equal. */
  readonly id: string
  /** Its line comes again while it is open. */
  readonly repeats: boolean
  /** A watch that finds it already there says nothing: an earlier one did. */
  readonly saidBefore: boolean
}
