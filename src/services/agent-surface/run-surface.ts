import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ErrRedactorUnavailable, ErrUnsupported } from "../../core/errors.js"
import type { Repository } from "../../core/repository.js"
import { Redactors } from "../redactors.js"
import { Credentials } from "../store/credentials.js"
import { RunHeads } from "../store/run-heads.js"
import { Trackers } from "../tracker/trackers.js"
import type { CurrentRun } from "./contract.js"
import { localSurface } from "./local.js"
import { repoSecrets } from "./repo-secrets.js"

/** The forge's token of a repository, which is masked like a secret of it; none for a builtin one. */
const forgeToken = ({ credentialId }: Repository) =>
  Effect.flatMap(Credentials, (credentials) =>
    credentialId === null
      ? Effect.succeed([])
      : Effect.map(credentials.open(credentialId), (value) => [{ name: "FORGE_TOKEN", value }])
  ).pipe(Effect.mapError(({ message }) => new ErrRedactorUnavailable({ reason: message })))

/** The agent's verbs for one run of the server: its repository's tracker, its branch, the heads that it has read. */
export const runSurface = ({ run, repository, token }: Context.Tag.Service<CurrentRun>) =>
  Effect.gen(function* () {
    const [trackers, heads, redactors, credentials] = yield* Effect.all([Trackers, RunHeads, Redactors, Credentials])
    return localSurface(
      yield* trackers.of(repository),
      {
        branch:
          run.branch === null
            ? new ErrUnsupported({ reason: "this run has no branch to open a pull request from: its token names none" })
            : Effect.succeed(run.branch),
        lastHead: (n) => Effect.map(heads.read(run.id, n), Option.getOrUndefined),
        rememberHead: (n, head) => heads.remember(run.id, n, head),
        redactor: Effect.flatMap(Effect.provideService(forgeToken(repository), Credentials, credentials), (forge) =>
          redactors.of(repository.id, [...forge, { name: "RUN_TOKEN", value: token }])
        )
      },
      yield* repoSecrets(repository.id)
    )
  })
