import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import { dirname } from "node:path"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { ErrVault } from "../core/errors.js"

/** A file operation that fails with node's code alone. */
const attempt = <A>(act: () => A) =>
  Effect.try({
    try: act,
    catch: (cause) => (Predicate.hasProperty(cause, "code") ? String(cause.code) : "unknown")
  })

/** The whole key is written beside its place and then linked into it: a link never overwrites, and nobody reads half a key. */
const create = (path: string) => {
  const draft = `${path}.${randomBytes(8).toString("hex")}`
  const write = attempt(() => {
    fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    fs.writeFileSync(draft, `${randomBytes(32).toString("hex")}\n`, { flag: "wx", mode: 0o600, flush: true })
  })
  const place = attempt(() => fs.linkSync(draft, path)).pipe(
    Effect.catchIf(
      (code) => code === "EEXIST",
      () => Effect.void
    )
  )
  return Effect.ensuring(
    Effect.zipRight(write, place),
    Effect.sync(() => fs.rmSync(draft, { force: true }))
  )
}

const read = (path: string) =>
  attempt(() => ({ mode: fs.statSync(path).mode & 0o777, text: fs.readFileSync(path, "latin1") }))

/**
 * The 32 bytes of the master key: a file of exactly 64 hex characters and at most one line feed, which grants nothing to
 * group or other (contract 10). Made when absent; of several makers one wins and all read its key. Fails with an `ErrVault`
 * that names the path and never shows content.
 */
export const masterKey = (path: string): Effect.Effect<Uint8Array, ErrVault> =>
  read(path).pipe(
    Effect.catchIf(
      (code) => code === "ENOENT",
      () => Effect.zipRight(create(path), read(path))
    ),
    Effect.mapError((code) => new ErrVault({ reason: `master key file ${path} cannot be used: ${code}` })),
    Effect.filterOrFail(
      ({ mode }) => (mode & 0o077) === 0,
      ({ mode }) =>
        new ErrVault({
          reason: `master key file ${path} has mode ${mode.toString(8).padStart(4, "0")}, which is open to others: chmod 600 it`
        })
    ),
    Effect.filterOrFail(
      ({ text }) => /^[0-9a-fA-F]{64}\n?$/.test(text),
      () => new ErrVault({ reason: `master key file ${path} must hold exactly 64 hex characters` })
    ),
    Effect.map(({ text }) => Buffer.from(text.slice(0, 64), "hex"))
  )
