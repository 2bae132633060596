import * as Either from "effect/Either"
import { assessValue } from "./redact/policy.js"
import { isSecretName } from "./secret-name.js"

/** Bytes of a value at most: 64 KiB. Linux gives a program no variable of twice this size. */
const mostBytes = 65536

/** The server masks its own credentials under these names, so they stand in logs too. */
const ownNames = ["FORGE_TOKEN", "RUN_TOKEN"]

/**
 * A value from what was piped in: as it is, save that a value of one line loses the line feed that ends it. Left says what is wrong with
 * it and shows nothing of it.
 */
export const pipedValue = (bytes: Uint8Array): Either.Either<string, string> =>
  Either.try({
    try: () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
    catch: () => "the value is no UTF-8 text: store an encoding of it, such as base64"
  }).pipe(
    Either.map((text) => (text.indexOf("\n") === text.length - 1 ? text.slice(0, -1) : text)),
    Either.filterOrLeft(
      (value) => value !== "",
      () => "the value is empty"
    )
  )

/**
 * Why a secret may not be stored in a repository that has secrets of these names; undefined when it may. What the length policy refuses
 * is stored by force (redaction.md 2.3), what no environment variable can hold never is.
 */
export const refusedSecret = (
  { name, value, force }: { readonly name: string; readonly value: string; readonly force: boolean },
  names: ReadonlyArray<string>
): string | undefined => {
  if (!isSecretName(name)) return `the name ${JSON.stringify(name)} does not match ^[A-Z][A-Z0-9_]*$`
  if (value === "") return "value is required"
  if (value.includes("\0")) return `the value of ${name} has a NUL byte, which no environment variable can hold`
  const bytes = new TextEncoder().encode(value)
  if (bytes.length > mostBytes) return `the value of ${name} is longer than ${mostBytes / 1024} KiB`
  const { refusal } = assessValue(bytes, [...ownNames, ...names, name])
  return refusal === undefined || force ? undefined : `the value of ${name} ${refusal}; force stores it all the same`
}
