import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type {
  ChecksReport,
  CreatePull,
  LogsReport,
  PullDetail,
  PullList,
  PullRef,
  PullRow
} from "../../core/agent-api.js"
import type { AgentError } from "../../core/agent-errors.js"
import type { ErrLabServer } from "../../core/errors.js"
import type { LogOptions } from "../../core/log-choice.js"
import type { Snapshot } from "../../core/watch/snapshot.js"
import type { SecretVerbs } from "./secret-verbs.js"

/** Logs as they are shown, redacted: `bare` is one log without a heading. */
export interface ShownLogs {
  readonly bare: boolean
  readonly notices: ReadonlyArray<string>
  readonly logs: ReadonlyArray<{ readonly check: string; readonly pieces: ReadonlyArray<Uint8Array> }>
}

/** The same as one text: what is told beside it, then its bytes. */
export interface LogText<E> {
  readonly notices: ReadonlyArray<string>
  readonly body: Stream.Stream<Uint8Array, E>
}

export type SurfaceError = AgentError | ErrLabServer

/**
 * The agent's verbs, bound to one repository and one run: the local Layer works on a tracker, the remote one asks a server. Who calls
 * cannot tell them apart.
 */
export interface AgentSurfaceService<E = SurfaceError> extends SecretVerbs<E> {
  /** Head is the run's branch, base the default branch that the forge names at this moment. */
  readonly pullCreate: (pull: CreatePull) => Effect.Effect<PullRef, E>
  readonly pullList: Effect.Effect<PullList, E>
  readonly pullView: (n: number) => Effect.Effect<PullDetail, E>
  readonly pullChecks: (n: number) => Effect.Effect<ChecksReport, E>
  /** Names a head in the forge's merge call: `head`, else the one that this run last read, else the one read now (contract 12.2.8). */
  readonly pullMerge: (n: number, head?: string) => Effect.Effect<PullRow, E>
  /** All that a watch looks at, read at this moment (watch-spec). */
  readonly pullSnapshot: (n: number) => Effect.Effect<Snapshot, E>
  /** Undefined when no check is red; never an empty text (contract 6.3). */
  readonly pullLogs: (n: number, options: LogOptions) => Effect.Effect<LogText<E> | undefined, E, Scope.Scope>
  /** The same as a document, its texts decoded leniently. */
  readonly pullLogsJson: (n: number, options: LogOptions) => Effect.Effect<LogsReport | undefined, E>
}

const missing = (method: string) => Effect.dieMessage(`AgentSurface.${method} was not given to this test`)

export class AgentSurface extends Context.Tag("lab/AgentSurface")<AgentSurface, AgentSurfaceService>() {
  /** Of the methods that a test gives; any other fails loudly when it is called. */
  static readonly test = (given: Partial<AgentSurfaceService>): Layer.Layer<AgentSurface> =>
    Layer.succeed(AgentSurface, {
      pullCreate: () => missing("pullCreate"),
      pullList: missing("pullList"),
      pullView: () => missing("pullView"),
      pullChecks: () => missing("pullChecks"),
      pullMerge: () => missing("pullMerge"),
      pullSnapshot: () => missing("pullSnapshot"),
      pullLogs: () => missing("pullLogs"),
      pullLogsJson: () => missing("pullLogsJson"),
      secretList: missing("secretList"),
      secretValues: () => missing("secretValues"),
      secretScan: () => missing("secretScan"),
      ...given
    })
}
