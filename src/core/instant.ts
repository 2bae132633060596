import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"

const canonical = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A moment as UTC text with milliseconds, `YYYY-MM-DDTHH:MM:SS.mmmZ`: the order of texts is the order of time (contract 3.1). */
export const Instant = Schema.String.pipe(Schema.pattern(canonical))
export type Instant = typeof Instant.Type

/** From milliseconds since 1970. */
export const instantOf = (epochMillis: number): Instant => new Date(epochMillis).toISOString()

/** Milliseconds since 1970. */
export const epochMillis = (instant: Instant): number => Date.parse(instant)

// A time without an offset would be read as one of this machine's zone.
const forgeTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** RFC 3339 with any offset and precision, as forges write it, read as an `Instant`. */
export const ForgeTime = Schema.transformOrFail(Schema.String, Instant, {
  strict: true,
  decode: (text, _, ast) => {
    const millis = forgeTime.test(text) ? Date.parse(text) : Number.NaN
    return Number.isNaN(millis)
      ? ParseResult.fail(new ParseResult.Type(ast, text, "not an RFC 3339 time"))
      : ParseResult.succeed(instantOf(millis))
  },
  encode: ParseResult.succeed
})
