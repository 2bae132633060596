import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { checks } from "../../programs/checks.js"
import { integer, seconds } from "../argv.js"
import { jsonOption, repositoryOptions } from "./options.js"
import type { LabctlVerb } from "./verbs.js"

/** Below the ceiling that a shell tool of an agent puts on one call (adr-checks). */
const capSeconds = 300
const intervalSeconds = 10

export const checksVerb: LabctlVerb = {
  name: "pr checks",
  summary: "Is CI green? The checks of a pull request's head, and one word for all of them",
  arguments: [{ name: "n" }],
  options: {
    wait: { help: "read again until nothing is pending, or the cap comes" },
    interval: { value: "seconds", help: `between two reads of a wait (${intervalSeconds})` },
    timeout: { value: "seconds", help: `the cap of a wait (${capSeconds})` },
    grace: { value: "seconds", help: "while a wait is younger than this, wait on `none` too: just after a push (0)" },
    ...jsonOption,
    ...repositoryOptions
  },
  details: `stdout: "state: success|failure|pending|none", then per check: name, state, the forge's word, summary, url, tab-separated.
One red check makes it failure even while others run; none means that no check exists. Not a merge gate.

exit codes: 0 success or none, 1 error or usage, 2 failure, 3 pending (also when the cap of a wait came)

  labctl pr checks 7 --wait            block until CI has decided, at most five minutes
  labctl pr checks 7 --wait --grace 60 the same just after a push`,
  usageExit: 1,
  run: (line) =>
    Either.gen(function* () {
      const n = yield* integer("the pull request number", line.words[0], 1)
      const interval = yield* seconds("--interval", line.values["interval"], intervalSeconds * 1000, true)
      const timeout = yield* seconds("--timeout", line.values["timeout"], capSeconds * 1000, false)
      const grace = yield* seconds("--grace", line.values["grace"], 0, false)
      const options = { n, json: line.flags.has("json") }
      if (!line.flags.has("wait")) return checks(options)
      // Streams are loaded for a wait alone: a single read starts without them.
      return Effect.flatMap(
        Effect.promise(() => import("../../programs/checks-wait.js")),
        ({ checksWait }) => checksWait({ ...options, interval, timeout, grace })
      )
    })
}
