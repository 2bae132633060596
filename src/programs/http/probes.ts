import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { ready } from "../../services/store/store.js"

/** `/healthz`: the process answers. `/readyz`: the store answers too, else 503 (contract 4.1). Neither asks for a token. */
export const Probes = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function* () {
    const readiness = Effect.provide(ready, yield* Effect.context<Effect.Effect.Context<typeof ready>>())
    yield* router.get("/healthz", Effect.succeed(HttpServerResponse.text("ok\n")))
    yield* router.get(
      "/readyz",
      Effect.match(readiness, {
        onSuccess: () => HttpServerResponse.text("ok\n"),
        onFailure: () => HttpServerResponse.text("the store does not answer\n", { status: 503 })
      })
    )
  })
)
