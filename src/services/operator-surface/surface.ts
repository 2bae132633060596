import type * as Effect from "effect/Effect"
import type {
  NewRepository,
  NewRunToken,
  RepositoryJson,
  RepositoryPatch,
  RunTokenJson
} from "../../core/operator-api.js"
import type { OperatorSecretVerbs } from "./secret-verbs.js"

/** The operator's verbs: the local implementation works on the store, the remote one asks a server. Repositories go by name or id. */
export interface OperatorSurfaceService<E> extends OperatorSecretVerbs<E> {
  /** Clones nothing, and asks nobody when the kind of forge is given. */
  readonly repoAdd: (repository: NewRepository) => Effect.Effect<RepositoryJson, E>
  readonly repoList: Effect.Effect<{ readonly repos: ReadonlyArray<RepositoryJson> }, E>
  readonly repoShow: (id: string) => Effect.Effect<RepositoryJson, E>
  readonly repoSet: (id: string, patch: RepositoryPatch) => Effect.Effect<RepositoryJson, E>
  readonly repoRemove: (id: string) => Effect.Effect<{ readonly ok: true }, E>
  /** Starts a run and gives out its token, once. */
  readonly runToken: (id: string, asked: NewRunToken) => Effect.Effect<RunTokenJson, E>
}
