import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type { ErrForge, ErrRateLimited } from "../../core/errors.js"
import type { Forge } from "../../core/forge.js"
import { type ForgeAnswer, type ForgeClient, forgeClient, type Wire } from "./forge-client.js"
import {
  type Answer,
  type Download,
  download,
  type Exchange,
  exchange,
  type Limits,
  type TransportFailure
} from "./http.js"
import { singleFlight } from "./single-flight.js"
import { Validators } from "./validators.js"

/** Most requests in flight at once to one origin (github-wire 7.2: a hundred concurrent ones trip the secondary limit). */
const concurrency = 32

/** Contract 5.3: 30 s to the headers and for each further chunk; JSON bodies up to 64 MiB. */
const limits: Limits = { headers: "30 seconds", chunk: "30 seconds", bytes: 64 * 2 ** 20 }

/** A log is of any size (contract 5.3). */
const unbounded: Limits = { ...limits, bytes: Number.POSITIVE_INFINITY }

const remembered = 64 * 2 ** 20

/**
 * The one way to a forge: auth, timeouts, size cap, bounded concurrency, redirects by hand, rate limits, conditional reads and
 * single flight. State is shared by all clients made of it, so that two agents of one repository share reads and budget.
 */
export class Transport extends Context.Tag("lab/Transport")<
  Transport,
  { readonly client: (forge: Forge, token: Redacted.Redacted<string> | null) => ForgeClient }
>() {
  /** Over real sockets. */
  static readonly layer: Layer.Layer<Transport> = Layer.sync(Transport, () =>
    make(
      (asked) => exchange(asked, limits),
      (asked) => download(asked, unbounded)
    )
  )

  /** Over a function in place of sockets: for tests of what lies above an exchange. */
  static readonly test = (send: (asked: Exchange) => Effect.Effect<Answer, TransportFailure>): Layer.Layer<Transport> =>
    Layer.sync(Transport, () => overExchange(send))
}

/** A transport whose exchanges are `send`, whatever that goes over. */
export const overExchange = (send: (asked: Exchange) => Effect.Effect<Answer, TransportFailure>) =>
  make(send, (asked) => Effect.map(send(asked), ({ body, ...answer }) => ({ ...answer, pieces: [body] })))

const make = (
  send: (asked: Exchange) => Effect.Effect<Answer, TransportFailure>,
  fetch: (asked: Exchange) => Effect.Effect<Download, TransportFailure>
): Context.Tag.Service<Transport> => {
  const validators = new Validators(remembered)
  const alone = singleFlight<ForgeAnswer, ErrRateLimited | ErrForge>()
  const gates = new Map<string, Effect.Semaphore>()
  let writes = 0

  const gate = (origin: string): Effect.Semaphore => {
    const known = gates.get(origin)
    if (known !== undefined) return known
    const made = Effect.unsafeMakeSemaphore(concurrency)
    gates.set(origin, made)
    return made
  }

  const bounded =
    <A>(ask: (asked: Exchange) => Effect.Effect<A, TransportFailure>) =>
    (asked: Exchange) =>
      gate(asked.origin.origin).withPermits(1)(ask(asked))

  /** A read that names what it already knows; a 304 is answered from memory, a new answer replaces it. */
  const conditional = (key: string, asked: Exchange) =>
    Effect.suspend(() => {
      const kept = validators.find(key)
      return Effect.map(send({ ...asked, headers: { ...asked.headers, ...kept?.headers } }), (answer) => {
        if (answer.status === 304 && kept !== undefined) return kept.answer
        if (answer.status === 200) validators.keep(key, answer)
        return answer
      })
    })

  const wire: Wire = {
    send: bounded(send),
    read: (key, asked) => bounded((exchange) => conditional(key, exchange))(asked),
    download: bounded(fetch),
    shared: (key, read) => Effect.suspend(() => alone(`${writes} ${key}`, read)),
    wrote: Effect.sync(() => void writes++)
  }

  return { client: (forge, token): ForgeClient => forgeClient(wire, forge, token) }
}
