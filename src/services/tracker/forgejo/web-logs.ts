import * as Effect from "effect/Effect"
import { type CheckLog, cameWith, isPlainText } from "../../../core/check-log.js"
import { ErrLogAdapterMismatch, ErrLogUpstream } from "../../../core/errors.js"
import type { Forge } from "../../../core/forge.js"
import type { ForgeClient, RawAnswer } from "../../transport/forge-client.js"
import type { LogError } from "../check-logs.js"
import { type Attempt, gone, mostAttempts, outcome, signIn, surprise } from "./attempts.js"
import { type JobPlace, pathOf, webOf } from "./job-link.js"
import { namesAnotherJob } from "./job-name.js"

const moved: ReadonlySet<number> = new Set([301, 302, 307, 308])

/** The answer of one attempt's log route, as an attempt or as what ends the search at once. */
const judged = (check: string, attempt: number, answer: RawAnswer): Attempt | ErrLogAdapterMismatch => {
  const { asked, status, headers, pieces } = answer
  const came = cameWith(status, headers["content-type"])
  if (status === 200) {
    if (!isPlainText(headers["content-type"], [])) return surprise(check, asked, came)
    if (namesAnotherJob(headers["content-disposition"], check)) return surprise(check, asked, "the log of another job")
    return pieces.some((piece) => piece.byteLength > 0)
      ? { _tag: "Served", attempt, pieces }
      : { _tag: "Failed", attempt, asked, status, came: "an empty log" }
  }
  if (status === 404 || status >= 500) return { _tag: "Failed", attempt, asked, status, came: String(status) }
  return status === 303 ? signIn(check, asked) : surprise(check, asked, came)
}

/**
 * Logs by the pages of Forgejo's web interface: the only route of Forgejo 15 (contract 6.4, 12.2.25). Deep: the job page, which names the
 * current attempt, then its log; attempts before it only when that one is not served.
 */
export const webLog = (
  client: ForgeClient,
  { owner, name }: Pick<Forge, "owner" | "name">,
  check: string,
  { run, position }: JobPlace
): Effect.Effect<CheckLog, LogError> => {
  const { origin, prefix } = webOf(client.forge)
  const repository = `/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`
  const page = `${repository}/actions/runs/${run}/jobs/${position}`

  const ask = (path: string) =>
    client.fetch({ asked: `forgejo GET ${path}`, origin, path: `${prefix}${path}`, credential: true })

  /** Asked again where the forge says that the log has moved, as long as that is in this repository. */
  const askLog = (path: string, hops = 3): ReturnType<typeof ask> =>
    Effect.flatMap(ask(path), (answer) => {
      const to = moved.has(answer.status) ? pathOf(answer.headers.location)?.replace(prefix, "") : undefined
      const inside = to?.toLowerCase().startsWith(`${repository}/actions/`.toLowerCase()) === true
      return to === undefined || !inside || hops === 0 ? Effect.succeed(answer) : askLog(to, hops - 1)
    })

  const attempt = (k: number): Effect.Effect<Attempt, LogError> =>
    Effect.flatMap(askLog(`${page}/attempt/${k}/logs`), (answer) => {
      const found = judged(check, k, answer)
      return found instanceof ErrLogAdapterMismatch ? Effect.fail(found) : Effect.succeed(found)
    })

  const end = (attempts: ReadonlyArray<Attempt>): Effect.Effect<CheckLog, LogError> => {
    const found = outcome(check, attempts)
    if (found === undefined)
      return Effect.fail(gone(check, `forgejo GET ${page}/attempt/${attempts[0]?.attempt ?? 1}/logs`, "404"))
    return found instanceof ErrLogUpstream ? Effect.fail(found) : Effect.succeed(found)
  }

  /** From the attempt that the job page names, down to one that is served. */
  const down = (k: number, so: ReadonlyArray<Attempt>): Effect.Effect<CheckLog, LogError> =>
    k < 1 || so.length === mostAttempts
      ? end(so)
      : Effect.flatMap(attempt(k), (found) =>
          found._tag === "Served" ? end([...so, found]) : down(k - 1, [...so, found])
        )

  /** Where no page names the attempt: up until one is not there. */
  const up = (k: number, so: ReadonlyArray<Attempt>): Effect.Effect<CheckLog, LogError> => {
    if (k > mostAttempts) {
      const found = outcome(check, so)
      return Effect.fail(
        found instanceof ErrLogUpstream
          ? found
          : surprise(check, `forgejo GET ${page}/attempt/{1…${mostAttempts}}/logs`, "attempts without an end")
      )
    }
    return Effect.flatMap(attempt(k), (found) => {
      if (found._tag === "Served" || found.status !== 404) return up(k + 1, [...so, found])
      return k === 1 ? Effect.fail(gone(check, found.asked, "404")) : end(so)
    })
  }

  return Effect.flatMap(ask(page), ({ status, headers }) => {
    const current = status === 307 ? /\/attempt\/([1-9]\d{0,8})$/.exec(pathOf(headers.location) ?? "")?.[1] : undefined
    return current === undefined ? up(1, []) : down(Number(current), [])
  })
}
