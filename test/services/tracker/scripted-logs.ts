import { Context, Effect, Layer, Redacted } from "effect"
import type { CheckLog } from "../../../src/core/check-log.js"
import type { Flavor } from "../../../src/core/repository.js"
import { forgeTracker } from "../../../src/services/tracker/forge-tracker.js"
import type { TrackerService } from "../../../src/services/tracker/tracker.js"
import { type Answer, type Exchange, TransportFailure } from "../../../src/services/transport/http.js"
import { Transport } from "../../../src/services/transport/transport.js"

/** An answer by a script: a 200 text unless told. `refused`: nobody listens there. */
export interface Scripted {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The media type; none when null. */
  readonly type?: string | null
  readonly body?: string | Uint8Array
  readonly json?: unknown
  readonly refused?: boolean
}

/** Answers by path, without the query, on the forge's API; by origin and path elsewhere. Anything else is 404 in plain text. */
export type Script = Readonly<Record<string, Scripted | ReadonlyArray<Scripted>>>

export const token = "ghp_s3cr3t0123456789"
export const sha = "c0ffee".padEnd(40, "0")
const apis = { github: "https://api.github.test", forgejo: "https://git.test/api/v1" } as const
export const webs = { github: "https://github.test", forgejo: "https://git.test" } as const
export const repo = "/repos/acme/widget"

const branch = (ref: string, tip: string) => ({ label: ref, ref, sha: tip, repo: { full_name: "acme/widget" } })

export const pull = (url: string) => ({
  id: 70,
  number: 7,
  title: "Add parser",
  body: "",
  state: "open",
  draft: false,
  user: { id: 1, login: "bot" },
  html_url: url,
  merged: false,
  merged_at: null,
  merge_commit_sha: null,
  mergeable: true,
  head: branch("feat", sha),
  base: branch("main", "0".repeat(40))
})

/** The answers that every read of logs begins with. */
const beginnings = {
  github: {
    [`${repo}/pulls/7`]: { json: pull(`${webs.github}/acme/widget/pull/7`) },
    [`${repo}/commits/${sha}/check-runs`]: { json: { total_count: 0, check_runs: [] } },
    [`${repo}/commits/${sha}/status`]: { json: { total_count: 0, statuses: [] } },
    [`${repo}/actions/runs`]: { json: { total_count: 0, workflow_runs: [] } }
  },
  forgejo: {
    "/version": { json: { version: "15.0.4+gitea-1.22.0" } },
    [`${repo}/pulls/7`]: { json: pull(`${webs.forgejo}/acme/widget/pulls/7`) }
  }
}

const answerOf = (scripted: Scripted): Answer => {
  const { status = 200, headers = {}, type, body, json } = scripted
  const fallback = json === undefined ? "text/plain; charset=utf-8" : "application/json"
  const media = type === null ? {} : { "content-type": type ?? fallback }
  return {
    status,
    headers: { ...media, ...headers },
    rawHeaders: [],
    body: Buffer.from(json === undefined ? (body ?? "") : JSON.stringify(json))
  }
}

/** A tracker over a script, and what it asked for: origin, path and query. A list is answered in its order, its last one for ever. */
export const scripted = (flavor: Flavor, script: Script) =>
  Effect.gen(function* () {
    const api = new URL(apis[flavor])
    const answers: Script = { ...beginnings[flavor], ...script }
    const asked: Array<Exchange> = []
    const times = new Map<string, number>()
    const layer = Transport.test((exchange) =>
      Effect.suspend(() => {
        asked.push(exchange)
        const path = exchange.path.replace(/\?.*$/, "")
        const base = api.pathname.replace(/\/$/, "")
        const isApi = exchange.origin.origin === api.origin && path.startsWith(`${base}/`)
        const key = isApi ? path.slice(base.length) : `${exchange.origin.origin}${path}`
        const nth = times.get(key) ?? 0
        times.set(key, nth + 1)
        const given = [answers[key] ?? { status: 404, body: "404 page not found\n" }].flat()
        const next = given[Math.min(nth, given.length - 1)] ?? {}
        return next.refused === true
          ? new TransportFailure({ kind: "unreachable", words: "connection refused" })
          : Effect.succeed(answerOf(next))
      })
    )
    const transport = Context.get(yield* Layer.build(layer), Transport)
    const tracker = forgeTracker(transport.client({ flavor, api, owner: "acme", name: "widget" }, Redacted.make(token)))
    return { tracker, asked, paths: () => asked.map(({ origin, path }) => `${origin.origin}${path}`) }
  })

export const logOf = (tracker: TrackerService, name: string) =>
  Effect.flatMap(tracker.checkLogs(7), ({ log }) => log(name))

export const textOf = ({ pieces }: Pick<CheckLog, "pieces">): string => Buffer.concat([...pieces]).toString("utf8")

/** What a log came to: its text, attempt and fallback, or its failure's tag and sentence. */
export const outcomeOf = (tracker: TrackerService, name: string) =>
  Effect.match(logOf(tracker, name), {
    onSuccess: ({ attempt, fallback, pieces }) => ({
      text: textOf({ pieces }),
      attempt,
      ...(fallback === undefined ? {} : { fallback })
    }),
    onFailure: ({ _tag, message }) => ({ _tag, message })
  })
