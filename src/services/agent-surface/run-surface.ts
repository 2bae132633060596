import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ErrUnsupported } from "../../core/errors.js"
import type { Repository, Run } from "../../core/repository.js"
import { RunHeads } from "../store/run-heads.js"
import { Trackers } from "../tracker/trackers.js"
import { localSurface } from "./local.js"
import { repoSecrets } from "./repo-secrets.js"

/** The agent's verbs for one run of the server: its repository's tracker, its branch, the heads that it has read. */
export const runSurface = ({ run, repository }: { readonly run: Run; readonly repository: Repository }) =>
  Effect.gen(function* () {
    const [trackers, heads] = yield* Effect.all([Trackers, RunHeads])
    return localSurface(
      yield* trackers.of(repository),
      {
        branch:
          run.branch === null
            ? new ErrUnsupported({ reason: "this run has no branch to open a pull request from: its token names none" })
            : Effect.succeed(run.branch),
        lastHead: (n) => Effect.map(heads.read(run.id, n), Option.getOrUndefined),
        rememberHead: (n, head) => heads.remember(run.id, n, head)
      },
      yield* repoSecrets(repository.id)
    )
  })
