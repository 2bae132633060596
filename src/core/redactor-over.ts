import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { ErrRedactorUnavailable } from "./errors.js"
import { buildRedactor, type Redactor } from "./redact/redactor.js"

/** A secret with its value in the clear. */
export interface OpenSecret {
  readonly name: string
  readonly value: Redacted.Redacted<string>
}

/** A redactor over these values. Left when it cannot be built: then nothing may be shown. */
export const redactorOver = (secrets: ReadonlyArray<OpenSecret>): Either.Either<Redactor, ErrRedactorUnavailable> =>
  Either.mapLeft(
    buildRedactor(secrets.map(({ name, value }) => ({ name, value: new TextEncoder().encode(Redacted.value(value)) }))),
    ({ reason }) => new ErrRedactorUnavailable({ reason })
  )
