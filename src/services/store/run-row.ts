import * as Schema from "effect/Schema"
import { Instant } from "../../core/instant.js"

/** A run as the store keeps it; shared by what writes runs and what resolves their tokens. */
export const RunRow = Schema.Struct({
  id: Schema.String,
  repoId: Schema.String,
  kind: Schema.Literal("manual"),
  issueNumber: Schema.NullOr(Schema.Int),
  branch: Schema.NullOr(Schema.String),
  startedAt: Instant,
  endedAt: Schema.NullOr(Instant),
  outcome: Schema.Literal("active", "success", "death", "timeout", "stopped", "escalated")
})
