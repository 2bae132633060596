import * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import { agentRoutes } from "../../core/agent-api.js"
import { ErrLabServer } from "../../core/errors.js"
import type { ScanReport } from "../../core/secret-api.js"
import { TransportFailure } from "../transport/http.js"
import { type LabClient, limits, unasked } from "../transport/lab-client.js"
import { upload } from "../transport/upload.js"
import type { SurfaceError } from "./surface.js"

const early = new ErrLabServer({
  words: "the server answered before it had the whole diff, which proves nothing: is it of this version?"
})

/**
 * `POST /secrets/scan` with the diff as it comes. A refusal of the server may come before the diff has ended and is then what is told; a
 * clean answer to half a diff is none (contract 2.5).
 */
export const remoteScan = <E>(
  { exchangeOf, documentOf }: LabClient,
  diff: Stream.Stream<Uint8Array, E>
): Effect.Effect<ScanReport, SurfaceError | E> =>
  Effect.gen(function* () {
    const asked = exchangeOf(agentRoutes.secretScan, {})
    const request = { ...asked, headers: { ...asked.headers, "content-type": "text/x-diff" } }
    const answer = yield* Effect.mapError(upload(request, diff, limits), (error) =>
      error instanceof TransportFailure ? unasked(error) : error
    )
    const report = yield* documentOf(agentRoutes.secretScan, answer)
    return answer.sent ? report : yield* early
  })
