import * as Effect from "effect/Effect"
import { cameWith, fileAnIssue, isPlainText } from "../../../core/check-log.js"
import { ErrForge, ErrLogAdapterMismatch, ErrLogUpstream, ErrRateLimited } from "../../../core/errors.js"
import { allowedBase } from "../../../core/forge.js"
import type { Step } from "../../transport/follow.js"
import type { ForgeClient, RawAnswer } from "../../transport/forge-client.js"

const mostHops = 5

const isRedirect = (status: number): boolean => status >= 300 && status < 400

const gone =
  "the log has expired or was deleted, or its job has not ended, has not started or was skipped before it wrote one (or the adapter does not match this forge version): wait for the job, or run it again"

interface Route {
  /** Flavor, method and API path: what a message may say. The addresses that it redirects to are credentials. */
  readonly asked: string
  readonly check: string
  readonly path: string
}

/** A storage host may quote the address that it was asked for, which is a credential: its words are in no message. */
const unquoted = "the host that keeps the log refused the link, in words that are not shown"

const unquotedLimit = (error: ErrRateLimited | ErrForge): ErrRateLimited | ErrForge => {
  if (error._tag !== "ErrRateLimited") return error
  const { forge, retryAfter, resetAt } = error
  return new ErrRateLimited({ forge, retryAfter, resetAt, words: unquoted })
}

/** What the last hop of the log route answered, as a log or as the failure that it stands for (contract 6.5). */
const judged = (client: ForgeClient, { asked, check }: Route, answer: RawAnswer, isForge: boolean) => {
  const { status, headers, pieces } = answer
  const came = cameWith(status, headers["content-type"])
  const mismatch = (advice: string) => Effect.fail(new ErrLogAdapterMismatch({ check, asked, came, advice }))
  if (status === 200) {
    const type = headers["content-type"]
    if (type !== undefined && !isPlainText(type, ["application/octet-stream"])) return mismatch(fileAnIssue)
    return pieces.some((piece) => piece.byteLength > 0)
      ? Effect.succeed(pieces)
      : Effect.fail(new ErrLogUpstream({ check, asked, came: "an empty log" }))
  }
  if (status === 404 || status === 410) return mismatch(gone)
  if (status >= 500) return Effect.fail(new ErrLogUpstream({ check, asked, came: String(status) }))
  if (status === 401 || status === 403) {
    return Effect.fail(
      new ErrForge({
        asked: `${asked} for the check ${JSON.stringify(check)}`,
        status,
        words: isForge ? client.words({ headers, body: Buffer.concat(pieces) }) : unquoted,
        remedy: isForge ? "the token needs Actions: read" : "such a link is good for a minute: try again"
      })
    )
  }
  return mismatch(fileAnIssue)
}

/**
 * The log of one job. The route answers with a redirect to a signed address on a foreign host: it is followed by hand, at most five hops,
 * without a credential beyond the API's own origin, and is named in no message (contract 6.5, 12.2.36).
 */
export const jobLog = (
  client: ForgeClient,
  route: Route
): Effect.Effect<ReadonlyArray<Uint8Array>, ErrRateLimited | ErrForge | ErrLogAdapterMismatch | ErrLogUpstream> => {
  const { api } = client.forge
  const { asked, check } = route
  const lost = (came: string) => Effect.fail(new ErrLogAdapterMismatch({ check, asked, came, advice: fileAnIssue }))

  const hop = (step: Step, left: number): ReturnType<typeof jobLog> => {
    const isForge = step.origin.origin === api.origin
    return client
      .fetch({ ...step, asked: `${asked} for the check ${JSON.stringify(check)}`, credential: isForge })
      .pipe(
        Effect.mapError((error) => (isForge ? error : unquotedLimit(error))),
        Effect.flatMap((answer): ReturnType<typeof jobLog> => {
          if (!isRedirect(answer.status)) return judged(client, route, answer, isForge)
          if (left === 0) return lost(`more than ${mostHops} redirects`)
          const { location } = answer.headers
          const base = `${step.origin.origin}${step.path}`
          if (location === undefined || !URL.canParse(location, base))
            return lost(`${answer.status} without a usable Location`)
          const to = new URL(location, base)
          if (!allowedBase(to, api.protocol === "http:"))
            return lost(`${answer.status} to an address that is not https`)
          return hop({ origin: to, path: to.pathname + to.search }, left - 1)
        })
      )
  }

  return hop({ origin: api, path: `${api.pathname.replace(/\/+$/, "")}${route.path}` }, mostHops)
}
