import type { Pull } from "../../core/pull.js"
import type { WatchedPull } from "../../core/watch/snapshot.js"

/** A pull as a watch looks at it. */
export const watchedPull = ({
  number,
  author,
  url,
  state,
  mergeCommit,
  head,
  base,
  mergeable,
  draft
}: Pull): WatchedPull => ({
  number,
  author,
  url,
  state,
  mergeCommit,
  head: head.sha,
  base: base.ref,
  mergeable,
  draft
})
