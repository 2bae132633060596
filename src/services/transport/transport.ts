import { createHash } from "node:crypto"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { answerWords } from "../../core/answer-words.js"
import { apiQuery } from "../../core/api-path.js"
import { ErrForge, ErrRateLimited } from "../../core/errors.js"
import type { Forge } from "../../core/forge.js"
import { throttleOf } from "../../core/rate-limit.js"
import { followed, type Step } from "./follow.js"
import { type Answer, type Exchange, exchange, type Limits, type TransportFailure } from "./http.js"
import { singleFlight } from "./single-flight.js"
import { Validators } from "./validators.js"

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

/** Calls of one forge with one credential. */
export interface ForgeClient {
  readonly forge: Forge
  /**
   * One exchange, followed to a renamed place of the same origin, never repeated. Fails with `ErrRateLimited` when the forge
   * throttles and with `ErrForge` when no whole answer came. Every other status is an answer.
   */
  readonly send: (call: ForgeCall) => Effect.Effect<ForgeAnswer, ErrRateLimited | ErrForge>
  /** What the body of an answer says, for a message, without the credential. */
  readonly words: (answer: Answer) => string
}

/** Most requests in flight at once to one origin (github-wire 7.2: a hundred concurrent ones trip the secondary limit). */
const concurrency = 32

/** Contract 5.3: 30 s to the headers and for each further chunk; JSON bodies up to 64 MiB. */
const limits: Limits = { headers: "30 seconds", chunk: "30 seconds", bytes: 64 * 2 ** 20 }

const remembered = 64 * 2 ** 20

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

/**
 * The one way to a forge: auth, timeouts, size cap, bounded concurrency, redirects by hand, rate limits, conditional reads and
 * single flight. State is shared by all clients made of it, so that two agents of one repository share reads and budget.
 */
export class Transport extends Context.Tag("lab/Transport")<
  Transport,
  { readonly client: (forge: Forge, token: Redacted.Redacted<string> | null) => ForgeClient }
>() {
  /** Over real sockets. */
  static readonly layer: Layer.Layer<Transport> = Layer.sync(Transport, () => make((asked) => exchange(asked, limits)))

  /** Over a function in place of sockets: for tests of what lies above an exchange. */
  static readonly test = (send: (asked: Exchange) => Effect.Effect<Answer, TransportFailure>): Layer.Layer<Transport> =>
    Layer.sync(Transport, () => make(send))
}

const make = (send: (asked: Exchange) => Effect.Effect<Answer, TransportFailure>): Context.Tag.Service<Transport> => {
  const validators = new Validators(remembered)
  const alone = singleFlight<ForgeAnswer, ErrRateLimited | ErrForge>()
  const gates = new Map<string, Effect.Semaphore>()
  // A read after a write must not board one from before it: it is there to see what the write did.
  let writes = 0
  const wrote = Effect.sync(() => void writes++)

  const gate = (origin: string): Effect.Semaphore => {
    const known = gates.get(origin)
    if (known !== undefined) return known
    const made = Effect.unsafeMakeSemaphore(concurrency)
    gates.set(origin, made)
    return made
  }

  /** A read that names what it already knows; a 304 is answered from memory, a new answer replaces it. */
  const conditional = (key: string, asked: Exchange): Effect.Effect<Answer, TransportFailure> =>
    Effect.suspend(() => {
      const kept = validators.find(key)
      return Effect.map(send({ ...asked, headers: { ...asked.headers, ...kept?.headers } }), (answer) => {
        if (answer.status === 304 && kept !== undefined) return kept.answer
        if (answer.status === 200) validators.keep(key, answer)
        return answer
      })
    })

  return {
    client: (forge, redacted) => {
      const token = redacted === null ? "" : Redacted.value(redacted)
      const credential = createHash("sha256").update(token).digest("base64url")
      const headers = { "user-agent": "coding-lab", ...dialect[forge.flavor](token) }
      const words = (answer: Answer) => answerWords(answer.headers["content-type"], answer.body, [token])
      const base = forge.api.pathname.replace(/\/+$/, "")

      const step =
        (method: string, body: unknown) =>
        ({ origin, path }: Step) => {
          const asked: Exchange = {
            method,
            origin,
            path,
            headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
            ...(body === undefined ? {} : { body: encode(body) })
          }
          const sent = method === "GET" ? conditional(`${credential} ${origin.origin}${path}`, asked) : send(asked)
          return gate(origin.origin).withPermits(1)(sent)
        }

      const call = ({
        method = "GET",
        path,
        query,
        body
      }: ForgeCall): Effect.Effect<ForgeAnswer, ErrRateLimited | ErrForge> =>
        Effect.gen(function* () {
          const asked = `${forge.flavor} ${method} ${path}`
          const start = { origin: forge.api, path: `${base}${path}${apiQuery(query)}` }
          const answer = yield* followed(start, step(method, body)).pipe(
            Effect.mapError((failure) => new ErrForge({ asked, ...failure }))
          )
          const now = yield* Clock.currentTimeMillis
          const said = answer.status === 403 || answer.status === 429 ? words(answer) : ""
          const throttle = throttleOf(answer.status, answer.headers, said, now)
          if (throttle !== undefined)
            return yield* new ErrRateLimited({ forge: forge.flavor, words: said, ...throttle })
          return { ...answer, asked }
        })

      return {
        forge,
        words,
        send: (asked) => {
          const sent = call(asked)
          if (asked.method !== undefined && asked.method !== "GET") return Effect.ensuring(sent, wrote)
          const key = `${credential} ${forge.flavor} ${forge.api.origin}${base}${asked.path}${apiQuery(asked.query)}`
          return Effect.suspend(() => alone(`${writes} ${key}`, sent))
        }
      }
    }
  }
}
