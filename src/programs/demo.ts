import * as Effect from "effect/Effect"

export const demo = Effect.succeed(0)
