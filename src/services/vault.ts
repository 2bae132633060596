import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { ErrVault } from "../core/errors.js"
import { masterKey } from "./master-key.js"

const nonceBytes = 12
const tagBytes = 16
const cipher = "aes-256-gcm"

const seal = (key: Uint8Array) => (text: Redacted.Redacted<string>) =>
  Effect.sync((): Uint8Array => {
    const nonce = randomBytes(nonceBytes)
    const sealing = createCipheriv(cipher, key, nonce)
    return Buffer.concat([nonce, sealing.update(Redacted.value(text), "utf8"), sealing.final(), sealing.getAuthTag()])
  })

const open = (key: Uint8Array) => (sealed: Uint8Array) =>
  Effect.try({
    try: () => {
      const end = sealed.length - tagBytes
      const opening = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
      opening.setAuthTag(sealed.subarray(end))
      return Redacted.make(opening.update(sealed.subarray(nonceBytes, end), undefined, "utf8") + opening.final("utf8"))
    },
    catch: () => new ErrVault({ reason: "a sealed value cannot be opened" })
  })

/** Seals what the store keeps of credentials and secrets: AES-256-GCM under one master key (contract 10). */
export class Vault extends Context.Tag("lab/Vault")<
  Vault,
  {
    /** Nonce, ciphertext, tag; a fresh random nonce each time. */
    readonly seal: (text: Redacted.Redacted<string>) => Effect.Effect<Uint8Array>
    /** Wrong key, truncated and tampered are one and the same `ErrVault`. */
    readonly open: (sealed: Uint8Array) => Effect.Effect<Redacted.Redacted<string>, ErrVault>
  }
>() {
  /** The master key is read from `path`, or made there when absent. Fails with `ErrVault` as `masterKey` does. */
  static readonly file = (path: string) =>
    Layer.effect(
      Vault,
      Effect.map(masterKey(path), (key) => Vault.of({ seal: seal(key), open: open(key) }))
    )
}
