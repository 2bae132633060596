import * as Effect from "effect/Effect"
import { ErrLabServer } from "../../core/errors.js"
import { secretExec as exec } from "../../programs/secret-exec.js"
import { secretScan as scan, secretList } from "../../programs/secrets.js"
import { Foreground } from "../../services/foreground.js"
import { Patches } from "../../services/patches.js"

export { secretList }

/** Over a real child process. */
export const secretExec = (...asked: Parameters<typeof exec>) =>
  exec(...asked).pipe(
    Effect.catchTag("NotStarted", ({ reason }) => new ErrLabServer({ words: reason })),
    Effect.provide(Foreground.layer)
  )

/** Over the working copy of the current directory. */
export const secretScan = (revisions: ReadonlyArray<string>) => Effect.provide(scan(revisions), Patches.layer)
