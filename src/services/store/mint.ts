import { createHash, randomBytes } from "node:crypto"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { instantOf } from "../../core/instant.js"

/** The moment by Effect's clock. */
export const now = Effect.map(Clock.currentTimeMillis, instantOf)

/** `<prefix>_<32 hex>` (contract 9). */
export const newId = (prefix: string) => Effect.sync(() => `${prefix}_${randomBytes(16).toString("hex")}`)

/** `<prefix>_` and 32 random bytes as 43 base64url characters. */
export const newToken = (prefix: "lab_run" | "lab_pat") =>
  Effect.sync(() => Redacted.make(`${prefix}_${randomBytes(32).toString("base64url")}`))

/** All that the store keeps of a token: SHA-256 in hex. 32 random bytes need neither salt nor stretching. */
export const fingerprint = (token: string): string => createHash("sha256").update(token).digest("hex")
