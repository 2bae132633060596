import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { ErrInvalidBody, ErrTooLarge } from "../../core/errors.js"
import { mostDiffBytes } from "../../core/secret-api.js"

const tooLarge = new ErrTooLarge({ reason: "diff too large" })
const cut = new ErrInvalidBody({ reason: "the diff did not come whole" })

/**
 * The body of the request as it comes, whatever media type it is said to have. Fails with `ErrTooLarge` past 256 MiB (contract 3.4), and
 * with `ErrInvalidBody` when it breaks off or rests for a minute.
 */
export const diffBody = Effect.map(HttpServerRequest.HttpServerRequest, (request) =>
  Stream.suspend(() => {
    let bytes = 0
    return request.stream.pipe(
      Stream.mapError(() => cut),
      Stream.timeoutFail(() => cut, "60 seconds"),
      // The rest of a larger one is read and dropped, so that its sender gets to read the answer instead of a reset connection.
      Stream.filter((chunk) => {
        bytes += chunk.byteLength
        return bytes <= mostDiffBytes
      }),
      Stream.concat(Stream.suspend(() => (bytes > mostDiffBytes ? Stream.fail(tooLarge) : Stream.empty)))
    )
  })
)
