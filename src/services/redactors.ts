import { createHash } from "node:crypto"
import * as Cache from "effect/Cache"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Exit from "effect/Exit"
import * as Hash from "effect/Hash"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { ErrRedactorUnavailable } from "../core/errors.js"
import type { Redactor } from "../core/redact/redactor.js"
import { type OpenSecret, redactorOver } from "../core/redactor-over.js"
import { RepoSecrets, type SealedSecrets } from "./store/secrets.js"

/** A redactor to have: equal to another when their digests are, however it would be built. */
class Wanted implements Equal.Equal {
  constructor(
    readonly digest: string,
    readonly build: Effect.Effect<Redactor, ErrRedactorUnavailable>
  ) {}

  [Equal.symbol](that: Equal.Equal): boolean {
    return that instanceof Wanted && that.digest === this.digest
  }

  [Hash.symbol](): number {
    return Hash.string(this.digest)
  }
}

const digestOf = (repoId: string, { revision }: SealedSecrets, extra: ReadonlyArray<OpenSecret>): string => {
  const parts = [repoId, revision, ...extra.flatMap(({ name, value }) => [name, Redacted.value(value)])]
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex")
}

/** A thousand secrets make some megabytes of tables, so only those of the last few runs stay. */
const capacity = 16

const unavailable = ({ message }: { readonly message: string }) => new ErrRedactorUnavailable({ reason: message })

/** The redactors of repositories, for whatever leaves the server (contract 10, 12.2.13). */
export class Redactors extends Context.Tag("lab/Redactors")<
  Redactors,
  {
    /**
     * Masks the repository's secrets of this moment and the values in `extra`, which are the server's own: the forge's token as
     * `FORGE_TOKEN`, the run's as `RUN_TOKEN`. Fails with `ErrRedactorUnavailable` when one value cannot be had: then nothing may be shown.
     */
    readonly of: (repoId: string, extra: ReadonlyArray<OpenSecret>) => Effect.Effect<Redactor, ErrRedactorUnavailable>
  }
>() {
  /** Every call reads what is stored; tables are built again only when that has changed. */
  static readonly layer = Layer.effect(
    Redactors,
    Effect.gen(function* () {
      const secrets = yield* RepoSecrets
      const built = yield* Cache.makeWith({
        capacity,
        lookup: ({ build }: Wanted) => build,
        // A failure is never kept: the next call tries again.
        timeToLive: Exit.match({ onFailure: () => "0 seconds" as const, onSuccess: () => "1 hour" as const })
      })
      return Redactors.of({
        of: (repoId, extra) =>
          Effect.gen(function* () {
            const sealed = yield* Effect.mapError(secrets.sealed(repoId), unavailable)
            const build = Effect.flatMap(Effect.mapError(sealed.open, unavailable), (values) =>
              redactorOver([...values, ...extra])
            )
            return yield* built.get(new Wanted(digestOf(repoId, sealed, extra), build))
          })
      })
    })
  )

  /** Masks these values for every repository; no store is read. */
  static readonly test = (secrets: Readonly<Record<string, string>>): Layer.Layer<Redactors> =>
    Layer.succeed(Redactors, {
      of: (_, extra) =>
        redactorOver([
          ...Object.entries(secrets).map(([name, value]) => ({ name, value: Redacted.make(value) })),
          ...extra
        ])
    })
}
