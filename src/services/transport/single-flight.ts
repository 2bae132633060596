import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

interface Flight<A, E> {
  readonly fiber: Fiber.RuntimeFiber<A, E>
  waiting: number
}

/**
 * Equal effects in flight at once are run as one: whoever comes while `key` is running gets the same end. The effect goes on
 * until nobody waits for it any more, whoever started it. Nothing is kept after its end.
 */
export const singleFlight = <A, E>(): ((key: string, effect: Effect.Effect<A, E>) => Effect.Effect<A, E>) => {
  const flights = new Map<string, Flight<A, E>>()

  const board = (key: string, effect: Effect.Effect<A, E>) =>
    Effect.suspend(() => {
      const flying = flights.get(key)
      if (flying !== undefined) return Effect.succeed(flying)
      const land = Effect.sync(() => flights.delete(key))
      return Effect.map(
        Effect.forkDaemon(Effect.interruptible(Effect.ensuring(effect, land))),
        (fiber): Flight<A, E> => {
          const flight = { fiber, waiting: 0 }
          flights.set(key, flight)
          return flight
        }
      )
    })

  return (key, effect) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(board(key, effect), (flight) => {
        flight.waiting++
        const leave = Effect.suspend(() => (--flight.waiting === 0 ? Fiber.interrupt(flight.fiber) : Effect.void))
        return Effect.ensuring(restore(Fiber.join(flight.fiber)), leave)
      })
    )
}
