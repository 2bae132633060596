import { Context, Effect, Fiber, Layer, Redacted, TestClock } from "effect"
import type { Check } from "../../src/core/checks.js"
import type { Flavor } from "../../src/core/repository.js"
import type { PullRecord } from "../../src/programs/sandbox/records.js"
import { make, type Sandbox, type SandboxOptions } from "../../src/programs/sandbox/sandbox.js"
import type { World } from "../../src/programs/sandbox/world.js"
import { forgeTracker } from "../../src/services/tracker/forge-tracker.js"
import { Transport } from "../../src/services/transport/transport.js"

export const flavors: ReadonlyArray<Flavor> = ["github", "forgejo"]

/** The sandbox's repository, below an API root. */
export const repo = "/repos/acme/widget"

export interface PracticeOptions extends SandboxOptions {
  /** The token that is sent; the sandbox's own when absent, none when null. */
  readonly token?: string | null
}

/** A sandbox and what a tracker over real sockets makes of it. The seeded pull is 7. */
export const practice = (flavor: Flavor, { token, ...options }: PracticeOptions = {}) =>
  Effect.gen(function* () {
    const sandbox = yield* make(options)
    const transport = Context.get(yield* Layer.build(Transport.layer), Transport)
    const api = new URL(sandbox[flavor].api)
    const as = (credential: string | null) =>
      forgeTracker(
        transport.client(
          { flavor, api, owner: "acme", name: "widget" },
          credential === null ? null : Redacted.make(credential)
        )
      )
    const head = (n = 7): string => {
      const pull = sandbox.world.pulls.get(n)
      return pull === undefined ? "" : sandbox.world.head(pull).sha
    }
    /** What was asked of this forge since the last reset: `METHOD path?query`, below the API root. */
    const asked = (): ReadonlyArray<string> =>
      sandbox.requests
        .filter(({ server }) => server === flavor)
        .map(({ method, path, query }) => {
          const search = new URLSearchParams(query).toString()
          return `${method} ${path.slice(api.pathname.length)}${search === "" ? "" : `?${search}`}`
        })
    return { sandbox, world: sandbox.world, tracker: as(token === undefined ? sandbox.token : token), as, head, asked }
  })

/** Changes what the world knows of a pull. */
export const change = (world: World, facts: Partial<PullRecord>, n = 7): void =>
  void Object.assign(world.pulls.get(n) ?? {}, facts)

/** Rows as `name state rawState`. */
export const words = (checks: ReadonlyArray<Check>): ReadonlyArray<string> =>
  checks.map(({ name, state, rawState }) => `${name} ${state} ${rawState}`)

/** `make(1)` to `make(count)`. */
export const many = <A>(count: number, make: (n: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, i) => make(i + 1))

/** How an effect fails. A success dies in few words: vitest takes minutes to print a long value that is no error. */
export const failureOf = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<E, never, R> =>
  Effect.matchEffect(effect, {
    onFailure: Effect.succeed,
    onSuccess: () => Effect.dieMessage("a failure was expected, it succeeded")
  })

/** One turn of the event loop: sockets move, the test clock stands. */
const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

const patience = 100_000

/** Turns until something holds, and says what it waited for in vain. */
export const until = (holds: () => boolean, what: () => string): Effect.Effect<void> =>
  turn.pipe(
    Effect.repeat({ until: holds, times: patience }),
    Effect.flatMap(() => (holds() ? Effect.void : Effect.dieMessage(`waited in vain: ${what()}`)))
  )

/**
 * Runs a read against a forge that holds back its answers until a whole wave of requests has arrived: what goes on shows that these
 * many were sent side by side, however busy the machine is. Requests after the last wave are answered as they come.
 */
export const inWaves = <A, E>(sandbox: Sandbox, waves: ReadonlyArray<number>, read: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    sandbox.latency.ms = 1
    sandbox.resetMeasures()
    const answered = () => sandbox.requests.filter(({ endedAt }) => endedAt !== null).length
    const reading = yield* Effect.fork(read)
    let expected = 0
    for (const wave of waves) {
      expected += wave
      const all = expected
      yield* until(
        () => sandbox.requests.length >= all,
        () => `${all} requests side by side, ${sandbox.requests.length} came`
      )
      yield* TestClock.adjust("1 millis").pipe(Effect.zipRight(turn), Effect.repeat({ until: () => answered() >= all }))
    }
    yield* TestClock.adjust("1 millis").pipe(
      Effect.zipRight(turn),
      Effect.zipRight(Fiber.poll(reading)),
      Effect.repeat({ until: ({ _tag }) => _tag === "Some" })
    )
    return yield* Fiber.join(reading)
  })
