import * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import { ErrUnsupported } from "../../core/errors.js"
import type { ScanReport, SecretList, SecretValues } from "../../core/secret-api.js"

/** The agent's verbs on the secrets of its repository. */
export interface SecretVerbs<E> {
  /** Names and descriptions, by name. */
  readonly secretList: Effect.Effect<SecretList, E>
  /** All of them or none; the one way by which a value leaves. */
  readonly secretValues: (names: ReadonlyArray<string>) => Effect.Effect<SecretValues, E>
  /** The secrets that a unified diff would add, in any form. A failure of the diff's own is the failure of the scan. */
  readonly secretScan: <E2>(diff: Stream.Stream<Uint8Array, E2>) => Effect.Effect<ScanReport, E | E2>
}

const unsupported = new ErrUnsupported({
  reason: "secrets live on a lab server: set LAB_URL and LAB_TOKEN to ask one"
})

/** Where there is no server there are no secrets. */
export const noSecrets: SecretVerbs<ErrUnsupported> = {
  secretList: Effect.fail(unsupported),
  secretValues: () => Effect.fail(unsupported),
  secretScan: () => Effect.fail(unsupported)
}
