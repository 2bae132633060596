import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { AgentError } from "../../core/agent-errors.js"
import { checksState } from "../../core/checks.js"
import { ErrInvalidBody } from "../../core/errors.js"
import type { LogOptions } from "../../core/log-choice.js"
import { ghost, type Pull } from "../../core/pull.js"
import { redactError } from "../../core/redact/redact-error.js"
import type { Redactor } from "../../core/redact/redactor.js"
import { Tracker, type TrackerService } from "../tracker/tracker.js"
import { reportOf, shownLogs, textOf } from "./local-logs.js"
import { noSecrets, type SecretVerbs } from "./secret-verbs.js"
import { AgentSurface, type AgentSurfaceService } from "./surface.js"

/** What the verbs need to know about the run on whose behalf they act. */
export interface RunContext {
  /** The head that a new pull is opened from. */
  readonly branch: Effect.Effect<string, AgentError>
  /** The head that this run last read of a pull; undefined when it read none. */
  readonly lastHead: (n: number) => Effect.Effect<string | undefined, AgentError>
  readonly rememberHead: (n: number, head: string) => Effect.Effect<void, AgentError>
  /** Built anew for each answer that shows logs, so that a rotated secret counts at once. */
  readonly redactor: Effect.Effect<Redactor, AgentError>
}

const rowOf = ({ number, state, head, url }: Pull) => ({ number, state, head: head.ref, url })

/** The redactor first: without it not even the words of a failure may be shown. */
const logs = (tracker: TrackerService, run: RunContext, n: number, options: LogOptions) =>
  Effect.gen(function* () {
    const redactor = yield* run.redactor
    const source = yield* Effect.mapError(tracker.checkLogs(n), (error) => redactError(error, redactor.text))
    yield* run.rememberHead(n, source.head)
    return yield* shownLogs(n, source, redactor, options)
  })

/** The verbs over a tracker: what the server's handlers call, and what direct mode runs in its own process. */
export const localSurface = (
  tracker: TrackerService,
  run: RunContext,
  secrets: SecretVerbs<AgentError> = noSecrets
): AgentSurfaceService<AgentError> => ({
  ...secrets,

  pullCreate: ({ title, body = "" }) =>
    Effect.gen(function* () {
      if (title.trim() === "") return yield* new ErrInvalidBody({ reason: "title is required" })
      const head = yield* run.branch
      const base = yield* tracker.defaultBranch
      const { number, url } = yield* tracker.createPull({ title, body, head, base })
      return { number, url }
    }),

  pullList: Effect.map(tracker.pulls, (pulls) => ({ prs: pulls.map(rowOf) })),

  pullView: (n) =>
    Effect.gen(function* () {
      const reads = Effect.all(
        {
          pull: tracker.pull(n),
          reviews: tracker.reviews(n),
          comments: Effect.catchTag(tracker.pullComments(n), "ErrUnsupported", () => Effect.succeed([]))
        },
        { concurrency: "unbounded", mode: "either" }
      )
      // The first failure in this order, not of the clock: the same situation gives the same answer.
      const { pull, reviews, comments } = yield* Effect.flatMap(reads, Either.all)
      yield* run.rememberHead(n, pull.head.sha)
      return {
        ...rowOf(pull),
        title: pull.title,
        body: pull.body,
        reviews: reviews.map(({ reviewer, state, body, dismissed }) => ({
          reviewer: reviewer ?? ghost,
          state,
          body,
          dismissed
        })),
        comments: comments.map(({ author, body, createdAt }) => ({
          author: author ?? ghost,
          body,
          created_at: createdAt
        }))
      }
    }),

  pullChecks: (n) =>
    Effect.gen(function* () {
      const { head, checks } = yield* tracker.checks(n)
      yield* run.rememberHead(n, head)
      return { state: checksState(checks), checks }
    }),

  pullSnapshot: tracker.snapshot,

  pullLogs: (n, options) =>
    Effect.map(logs(tracker, run, n, options), (shown) =>
      shown === undefined ? undefined : { notices: shown.notices, body: Stream.fromIterable(textOf(shown)) }
    ),

  pullLogsJson: (n, options) =>
    Effect.map(logs(tracker, run, n, options), (shown) => (shown === undefined ? undefined : reportOf(shown))),

  pullMerge: (n, head) =>
    Effect.gen(function* () {
      const expected = head ?? (yield* run.lastHead(n))
      return rowOf(yield* tracker.mergePull(n, expected))
    })
})

/** The verbs over whatever tracker is provided. */
export const localLayer = (run: RunContext): Layer.Layer<AgentSurface, never, Tracker> =>
  Layer.effect(
    AgentSurface,
    Effect.map(Tracker, (tracker) => localSurface(tracker, run))
  )
