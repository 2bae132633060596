import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { ArrayFormatter } from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { ErrInvalidBody } from "../../core/errors.js"
import { misfit } from "../../core/request-failure.js"

/** Contract 3.1: a JSON body has at most 1 MiB. */
const mostBytes = 2 ** 20

/** What is read of a larger one and dropped, so that its sender gets to read the answer instead of a reset connection. */
const mostDropped = 64 * 2 ** 20

const invalid = new ErrInvalidBody({ reason: "invalid JSON body" })

/** The length that is announced may be missing or a lie, so the bytes are counted as they come. */
const textOf = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.suspend(() => {
    const chunks: Array<Uint8Array> = []
    let bytes = 0
    const take = (chunk: Uint8Array) => {
      bytes += chunk.byteLength
      if (bytes <= mostBytes) chunks.push(chunk)
      return bytes <= mostDropped
    }
    return request.stream.pipe(
      Stream.runForEachWhile((chunk) => Effect.sync(() => take(chunk))),
      Effect.timeout("30 seconds"),
      Effect.mapError(() => invalid),
      Effect.filterOrFail(
        () => bytes <= mostBytes,
        () => invalid
      ),
      Effect.map(() => Buffer.concat(chunks).toString("utf8"))
    )
  })

const parsed = (text: string): Either.Either<unknown, ErrInvalidBody> =>
  Either.try({ try: (): unknown => JSON.parse(text), catch: () => invalid })

/**
 * The body of the request as JSON, whatever media type it is said to have (contract 3.1); nothing at all stands for `absent` where that
 * is given. Members that the schema does not know are ignored unless `strict`. Fails with `ErrInvalidBody`.
 */
export const jsonBody = <A, I>(
  schema: Schema.Schema<A, I>,
  { absent, strict = false }: { readonly absent?: I; readonly strict?: boolean } = {}
): Effect.Effect<A, ErrInvalidBody, HttpServerRequest.HttpServerRequest> =>
  Effect.gen(function* () {
    const text = yield* Effect.flatMap(HttpServerRequest.HttpServerRequest, textOf)
    const value = text.trim() === "" && absent !== undefined ? absent : yield* parsed(text)
    const decoded = Schema.decodeUnknownEither(schema)(value, { onExcessProperty: strict ? "error" : "ignore" })
    return yield* Either.mapLeft(decoded, (error) => misfit(ArrayFormatter.formatErrorSync(error)))
  })
