import type * as Effect from "effect/Effect"
import type { CheckLog } from "../../core/check-log.js"
import type { HeadChecks } from "../../core/checks.js"
import type { ErrLogAdapterMismatch, ErrLogUpstream, ErrUnknownCheck, ErrUnsupported } from "../../core/errors.js"
import type { ReadError } from "./read-error.js"

export type LogError = ReadError | ErrUnknownCheck | ErrUnsupported | ErrLogAdapterMismatch | ErrLogUpstream

/**
 * The rows of a head and the way to their logs. The pull, the rows and what leads from a row to its log are read once for all of them, so that ten
 * logs cost the round trips of one (design.md, "Cost of a read").
 */
export interface HeadLogs extends HeadChecks {
  /**
   * The log of the check of that name, in any state: a running job gives what there is so far. Never an empty one. Fails with
   * `ErrUnknownCheck`, `ErrUnsupported` (no log behind this row), `ErrLogAdapterMismatch`, `ErrLogUpstream` (contract 6.4, 6.5).
   */
  readonly log: (name: string) => Effect.Effect<CheckLog, LogError>
}
