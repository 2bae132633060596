import { createHash } from "node:crypto"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { answerWords } from "../../core/answer-words.js"
import { apiQuery } from "../../core/api-path.js"
import { ErrForge, ErrRateLimited } from "../../core/errors.js"
import type { Forge } from "../../core/forge.js"
import { throttleOf } from "../../core/rate-limit.js"
import { followed, type Step } from "./follow.js"
import type { Answer, Download, Exchange, TransportFailure } from "./http.js"

/** One call of a forge's API. */
export interface ForgeCall {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Below the API base, already escaped (`apiPath`). */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number>>
  /** Sent as JSON. */
  readonly body?: unknown
}

/** An answer of any status that is no rate limit, beside what was asked (flavor, method, API path). */
export interface ForgeAnswer extends Answer {
  readonly asked: string
}

/** An exchange outside of the API's JSON: a log, at any address. */
export interface RawCall extends Step {
  /** What a message may say of it: flavor, method and path, never a signed address. */
  readonly asked: string
  /** Whether the credential goes along; it belongs to the API's own origin alone. */
  readonly credential: boolean
}

/** Its answer of any status that is no rate limit: nothing followed, kept or shared, the body in pieces and of any size. */
export type RawAnswer = Download & { readonly asked: string }

/** Calls of one forge with one credential. */
export interface ForgeClient {
  readonly forge: Forge
  /**
   * One exchange, followed to a renamed place of the same origin, never repeated. Fails with `ErrRateLimited` when the forge
   * throttles and with `ErrForge` when no whole answer came. Every other status is an answer.
   */
  readonly send: (call: ForgeCall) => Effect.Effect<ForgeAnswer, ErrRateLimited | ErrForge>
  /** Fails as `send` does. */
  readonly fetch: (call: RawCall) => Effect.Effect<RawAnswer, ErrRateLimited | ErrForge>
  /** What the body of an answer says, for a message, without the credential. */
  readonly words: (answer: Pick<Answer, "headers" | "body">) => string
}

/** What all clients of a process share: the ways to send, under the bounds that hold for all of them. */
export interface Wire {
  readonly send: (asked: Exchange) => Effect.Effect<Answer, TransportFailure>
  /** Conditional where the same credential has asked before; `key` names the subject and the credential. */
  readonly read: (key: string, asked: Exchange) => Effect.Effect<Answer, TransportFailure>
  readonly download: (asked: Exchange) => Effect.Effect<Download, TransportFailure>
  /** Equal reads in flight at once are one request. A read that begins after a write boards none from before it. */
  readonly shared: (
    key: string,
    read: Effect.Effect<ForgeAnswer, ErrRateLimited | ErrForge>
  ) => Effect.Effect<ForgeAnswer, ErrRateLimited | ErrForge>
  readonly wrote: Effect.Effect<void>
}

/** What each dialect wants on every call (contract 5.4, 5.5). */
const dialect = {
  github: (token: string) => ({
    accept: "application/vnd.github+json",
    "x-github-api-version": "2022-11-28",
    ...(token === "" ? {} : { authorization: `Bearer ${token}` })
  }),
  forgejo: (token: string) => ({
    accept: "application/json",
    "accept-language": "en",
    ...(token === "" ? {} : { authorization: `token ${token}` })
  })
}

const encode = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body))

/** How much of a body that is no answer is read for its words. */
const wordBytes = 64 * 2 ** 10

/** The calls of one forge with one credential; none is an anonymous reader. */
export const forgeClient = (wire: Wire, forge: Forge, redacted: Redacted.Redacted<string> | null): ForgeClient => {
  const token = redacted === null ? "" : Redacted.value(redacted)
  const credential = createHash("sha256").update(token).digest("base64url")
  const agent = { "user-agent": "coding-lab" }
  const headers = { ...agent, ...dialect[forge.flavor](token) }
  const words: ForgeClient["words"] = (answer) => answerWords(answer.headers["content-type"], answer.body, [token])
  const base = forge.api.pathname.replace(/\/+$/, "")

  const unlessThrottled = <A extends Pick<Answer, "status" | "headers">>(answer: A, said: () => string) =>
    Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<A, ErrRateLimited> => {
      const text = answer.status === 403 || answer.status === 429 ? said() : ""
      const throttle = throttleOf(answer.status, answer.headers, text, now)
      return throttle === undefined
        ? Effect.succeed(answer)
        : new ErrRateLimited({ forge: forge.flavor, words: text, ...throttle })
    })

  const step =
    (method: string, body: unknown) =>
    ({ origin, path }: Step) => {
      const json = body === undefined ? {} : { "content-type": "application/json" }
      const asked: Exchange = {
        method,
        origin,
        path,
        headers: { ...headers, ...json },
        ...(body === undefined ? {} : { body: encode(body) })
      }
      return method === "GET" ? wire.read(`${credential} ${origin.origin}${path}`, asked) : wire.send(asked)
    }

  const call = ({ method = "GET", path, query, body }: ForgeCall) => {
    const asked = `${forge.flavor} ${method} ${path}`
    const start = { origin: forge.api, path: `${base}${path}${apiQuery(query)}` }
    return followed(start, step(method, body)).pipe(
      Effect.mapError((failure) => new ErrForge({ asked, ...failure })),
      Effect.flatMap((answer) => unlessThrottled({ ...answer, asked }, () => words(answer)))
    )
  }

  return {
    forge,
    words,
    send: (asked) => {
      const sent = call(asked)
      if (asked.method !== undefined && asked.method !== "GET") return Effect.ensuring(sent, wire.wrote)
      const subject = `${forge.flavor} ${forge.api.origin}${base}${asked.path}${apiQuery(asked.query)}`
      return wire.shared(`${credential} ${subject}`, sent)
    },
    fetch: ({ asked, credential: trusted, origin, path }) =>
      wire.download({ method: "GET", origin, path, headers: trusted ? { ...headers, accept: "*/*" } : agent }).pipe(
        Effect.mapError((failure) => new ErrForge({ asked, words: failure.words })),
        Effect.flatMap((answer) =>
          unlessThrottled({ ...answer, asked }, () =>
            words({ headers: answer.headers, body: Buffer.concat(answer.pieces).subarray(0, wordBytes) })
          )
        )
      )
  }
}
