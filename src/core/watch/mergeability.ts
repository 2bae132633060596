import type { Snapshot } from "./snapshot.js"

/** What the watch remembers of whether the pull can be merged. */
export interface Mergeability {
  /** The base that the last value was read for. */
  readonly base: string | undefined
  readonly conflicts: boolean
  /** The head and base of a `false` that Forgejo may yet take back. */
  readonly doubted: string | undefined
}

export const unread: Mergeability = { base: undefined, conflicts: false, doubted: undefined }

/** Forgejo says `false` of a draft, of a conflict, and while it tests the merge. */
const doubtOf = ({ forge, pull }: Snapshot): string | undefined =>
  forge === "forgejo" && pull.mergeable === false && !pull.draft ? JSON.stringify([pull.head, pull.base]) : undefined

/** True or false when this poll says so, null when it leaves the question open. */
const reading = (last: Mergeability, snapshot: Snapshot): boolean | null => {
  const { forge, pull } = snapshot
  if (pull.mergeable !== false || forge !== "forgejo") return pull.mergeable
  const doubt = doubtOf(snapshot)
  return doubt !== undefined && doubt === last.doubted ? false : null
}

/**
 * What a poll tells about conflicts, after what the last one told (watch-spec): `null` keeps the last value read, if it was read for the
 * same base; Forgejo's `false` counts on the second of two polls running that read it of the same head and base, and never of a draft.
 */
export const mergeabilityAfter = (last: Mergeability, snapshot: Snapshot): Mergeability => {
  const { base } = snapshot.pull
  const read = reading(last, snapshot)
  const kept = last.base === base && last.conflicts
  return { base, conflicts: read === null ? kept : !read, doubted: doubtOf(snapshot) }
}
