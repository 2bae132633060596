import * as Effect from "effect/Effect"
import { startWatch } from "../../programs/watch-start.js"
import { WorkingCopy } from "../../services/working-copy.js"

/** The watch over the checkout that the program is run in. */
export const watching = (options: Parameters<typeof startWatch>[0]) =>
  Effect.provide(startWatch(options), WorkingCopy.layer)
