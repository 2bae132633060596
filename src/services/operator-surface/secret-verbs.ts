import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { ErrInvalidBody, type ErrNotFound, type ErrStore } from "../../core/errors.js"
import type { PutSecret, SecretJson } from "../../core/operator-secret-api.js"
import { refusedSecret } from "../../core/secret-value.js"
import { Repositories } from "../store/repositories.js"
import { RepoSecrets, type SecretRow } from "../store/secrets.js"

/** The operator's verbs on secrets: values go in and never come out. */
export interface OperatorSecretVerbs<E> {
  /** By name. */
  readonly secretList: (id: string) => Effect.Effect<{ readonly secrets: ReadonlyArray<SecretJson> }, E>
  /** Makes a secret, or rotates the one of this name. */
  readonly secretPut: (id: string, name: string, secret: PutSecret) => Effect.Effect<SecretJson, E>
  readonly secretRemove: (id: string, name: string) => Effect.Effect<{ readonly ok: true }, E>
}

const secretJson = ({ createdAt, updatedAt, ...row }: SecretRow): SecretJson => ({
  ...row,
  created_at: createdAt,
  updated_at: updatedAt
})

/** The same over the store. */
export const localSecretVerbs = Effect.gen(function* () {
  const [repositories, secrets] = yield* Effect.all([Repositories, RepoSecrets])

  const verbs: OperatorSecretVerbs<ErrInvalidBody | ErrNotFound | ErrStore> = {
    secretList: (id) =>
      Effect.gen(function* () {
        const repository = yield* repositories.find(id)
        return { secrets: (yield* secrets.list(repository.id)).map(secretJson) }
      }),
    secretPut: (id, name, { value, description, force = false }) =>
      Effect.gen(function* () {
        const repository = yield* repositories.find(id)
        const names = (yield* secrets.list(repository.id)).map((secret) => secret.name)
        const reason = refusedSecret({ name, value, force }, names)
        if (reason !== undefined) return yield* new ErrInvalidBody({ reason })
        const row = { repoId: repository.id, name, value: Redacted.make(value) }
        return secretJson(yield* secrets.put(description === undefined ? row : { ...row, description }))
      }),
    secretRemove: (id, name) =>
      Effect.gen(function* () {
        const repository = yield* repositories.find(id)
        yield* secrets.remove(repository.id, name)
        return { ok: true as const }
      })
  }
  return verbs
})
