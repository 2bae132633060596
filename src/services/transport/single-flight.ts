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

  const land = (key: string, flight: Flight<A, E>): void => {
    if (flights.get(key) === flight) flights.delete(key)
  }

  const board = (key: string, effect: Effect.Effect<A, E>) =>
    Effect.suspend(() => {
      const flying = flights.get(key)
      if (flying !== undefined) return Effect.succeed(flying)
      return Effect.map(Effect.forkDaemon(Effect.interruptible(effect)), (fiber): Flight<A, E> => {
        const flight = { fiber, waiting: 0 }
        flights.set(key, flight)
        fiber.addObserver(() => land(key, flight))
        return flight
      })
    })

  return (key, effect) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(board(key, effect), (flight) => {
        flight.waiting++
        const leave = Effect.suspend(() => {
          if (--flight.waiting > 0) return Effect.void
          // Before its end: who comes while it is being interrupted begins anew.
          land(key, flight)
          return Fiber.interrupt(flight.fiber)
        })
        // Not joined: the log annotations of whoever began it stay with them.
        return Effect.ensuring(restore(Effect.flatten(Fiber.await(flight.fiber))), leave)
      })
    )
}
