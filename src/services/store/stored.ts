import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as ParseResult from "effect/ParseResult"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { ErrStore } from "../../core/errors.js"

/** A failure of the driver. */
export const isSqlError = (error: unknown): error is SqlError => Predicate.isTagged(error, "SqlError")

/** The driver's own code: `SQLITE_BUSY`, `23505`, `ECONNREFUSED`. A driver's message may quote a row's values, so it is not read. */
const driverCode = (error: SqlError): string | undefined =>
  Predicate.hasProperty(error.cause, "code") && typeof error.cause.code === "string" ? error.cause.code : undefined

const reasonOf = (error: SqlError): string => driverCode(error) ?? error.message ?? "unknown"

const hasCode =
  (...codes: ReadonlyArray<string>) =>
  (error: unknown): error is SqlError =>
    isSqlError(error) && codes.includes(driverCode(error) ?? "")

/** A row with these unique values exists already. */
export const isUniqueViolation = hasCode("SQLITE_CONSTRAINT_UNIQUE", "23505")

/** Another row refers to this one, or the row it refers to is missing. */
export const isForeignKeyViolation = hasCode("SQLITE_CONSTRAINT_FOREIGNKEY", "23503")

type Raw = SqlError | ParseResult.ParseError

const isTyped = <E>(error: E): error is Exclude<E, Raw> => !isSqlError(error) && !ParseResult.isParseError(error)

/**
 * The one place where a driver's failure becomes `ErrStore`. A commit that fails is a defect to the library (a full disk, a
 * lost connection), but a fact to us, so it is an `ErrStore` too.
 */
export const stored =
  (operation: string) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, Raw> | ErrStore, R> => {
    const failed = (error: unknown) =>
      new ErrStore({ operation, reason: isSqlError(error) ? reasonOf(error) : "a row has an unknown shape" })
    return self.pipe(
      Effect.catchAll((error) => Effect.fail(isTyped(error) ? error : failed(error))),
      Effect.catchAllDefect((defect) => (isSqlError(defect) ? failed(defect) : Effect.die(defect)))
    )
  }

/** The first row, or the failure that it is missing. */
export const firstOr =
  <E>(missing: () => E) =>
  <A>([first]: ReadonlyArray<A>): Effect.Effect<A, E> =>
    first === undefined ? Effect.fail(missing()) : Effect.succeed(first)

/** Decodes the rows of a query. */
export const rowsOf = <A, I>(row: Schema.Schema<A, I>) => Schema.decodeUnknown(Schema.Array(row))
