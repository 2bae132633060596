import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { type ErrStore, ErrTrackerConfig, type ErrVault } from "../../core/errors.js"
import { forgeOf } from "../../core/forge.js"
import { parseRepoRef } from "../../core/repo-ref.js"
import type { Repository } from "../../core/repository.js"
import type { Git } from "../git.js"
import type { ChangeRequests } from "../store/change-requests.js"
import { Credentials } from "../store/credentials.js"
import { Transport } from "../transport/transport.js"
import { builtinTracker } from "./builtin/builtin.js"
import type { Merges } from "./builtin/merges.js"
import { forgeTracker } from "./forge-tracker.js"
import type { TrackerService } from "./tracker.js"

const noCredential = (repository: Repository) =>
  new ErrTrackerConfig({
    reason: `${repository.name} has no forge credential: set one with lab repo set ${repository.name} --token-file FILE`
  })

/**
 * The tracker of a registered repository, resolved at each use, so that a changed setting or credential holds at once (contract 5.3).
 * Fails with `ErrTrackerConfig` when it cannot be built.
 */
export class Trackers extends Context.Tag("lab/Trackers")<
  Trackers,
  {
    readonly of: (repository: Repository) => Effect.Effect<TrackerService, ErrTrackerConfig | ErrStore | ErrVault>
  }
>() {
  static readonly layer = Layer.effect(
    Trackers,
    Effect.gen(function* () {
      const credentials = yield* Credentials
      const transport = yield* Transport
      const builtin = yield* Effect.context<ChangeRequests | Git | Merges>()

      return {
        of: (repository) =>
          Effect.gen(function* () {
            const { forge: flavor, api, credentialId, insecureHttp, remoteUrl } = repository
            if (flavor === null) return yield* Effect.provide(builtinTracker(repository), builtin)
            const ref = yield* Either.mapLeft(parseRepoRef(remoteUrl), (reason) => new ErrTrackerConfig({ reason }))
            const forge = yield* forgeOf(flavor, ref, { api: api ?? undefined, insecureHttp })
            if (credentialId === null) return yield* noCredential(repository)
            const token = yield* Effect.catchTag(credentials.open(credentialId), "ErrNotFound", () =>
              noCredential(repository)
            )
            return forgeTracker(transport.client(forge, token))
          })
      }
    })
  )
}
