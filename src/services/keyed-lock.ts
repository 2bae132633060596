import * as Effect from "effect/Effect"
import * as RcMap from "effect/RcMap"
import * as Scope from "effect/Scope"

/** Runs effects of one key one after the other, those of different keys side by side; a key no one holds takes no memory. */
export const makeKeyedLock = Effect.map(
  RcMap.make({ lookup: (_key: string) => Effect.makeSemaphore(1) }),
  (locks) =>
    (key: string) =>
    <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.scopedWith((scope) =>
        Effect.flatMap(Effect.provideService(RcMap.get(locks, key), Scope.Scope, scope), (lock) =>
          lock.withPermits(1)(self)
        )
      )
)
