import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { ErrInvalidBody, ErrTooLarge } from "../../core/errors.js"
import { mostDiffBytes } from "../../core/secret-api.js"

/** What is read of a larger one and dropped, so that its sender gets to read the answer instead of a reset connection. */
const mostDropped = 64 * 2 ** 20

const tooLarge = new ErrTooLarge({ reason: "diff too large" })
const cut = new ErrInvalidBody({ reason: "the diff did not come whole" })

/**
 * The body of the request as it comes, whatever media type it is said to have. Fails with `ErrTooLarge` past 256 MiB (contract 3.4), and
 * with `ErrInvalidBody` when it breaks off or rests for a minute.
 */
export const diffBody = Effect.map(HttpServerRequest.HttpServerRequest, (request) =>
  Stream.suspend(() => {
    let bytes = 0
    const most = mostDiffBytes + mostDropped
    return request.stream.pipe(
      Stream.mapError(() => cut),
      Stream.timeoutFail(() => cut, "60 seconds"),
      Stream.mapEffect((chunk) => {
        bytes += chunk.byteLength
        return bytes > most ? Effect.fail(tooLarge) : Effect.succeed(chunk)
      }),
      Stream.filter(() => bytes <= mostDiffBytes),
      Stream.concat(Stream.suspend(() => (bytes > mostDiffBytes ? Stream.fail(tooLarge) : Stream.empty)))
    )
  })
)
