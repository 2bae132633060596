import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ErrTrackerConfig } from "../core/errors.js"
import { allowedBase } from "../core/forge.js"
import type { RepoRef } from "../core/repo-ref.js"
import type { Flavor } from "../core/repository.js"
import { exchange } from "./transport/http.js"

/** Asks a host which forge it is. No credential goes along: the host is not known yet (design.md, "Configuration"). */
export class HostProbe extends Context.Tag("lab/HostProbe")<
  HostProbe,
  { readonly flavor: (ref: RepoRef, insecureHttp: boolean) => Effect.Effect<Flavor, ErrTrackerConfig> }
>() {
  /** Over a function in place of the host. */
  static readonly test = (flavor: Context.Tag.Service<HostProbe>["flavor"]) => Layer.succeed(HostProbe, { flavor })

  static readonly layer = Layer.succeed(HostProbe, {
    flavor: (ref, insecureHttp) =>
      Effect.gen(function* () {
        const origin = new URL(ref.web)
        if (!allowedBase(origin, insecureHttp)) {
          return yield* new ErrTrackerConfig({ reason: `${ref.web} is not encrypted: use https, or --insecure-http` })
        }
        const asks = (path: string) =>
          Effect.match(
            exchange(
              {
                method: "GET",
                origin,
                path: `${ref.prefix}${path}`,
                headers: { accept: "application/json", "user-agent": "coding-lab" }
              },
              limits
            ),
            {
              onFailure: () => "unreachable" as const,
              onSuccess: ({ status, headers }) =>
                status === 200 && /json/.test(headers["content-type"] ?? "") ? ("yes" as const) : ("no" as const)
            }
          )
        const [forgejo, gitea, github] = yield* Effect.all(
          [asks("/api/forgejo/v1/version"), asks("/api/v1/version"), asks("/api/v3/meta")],
          {
            concurrency: "unbounded"
          }
        )
        if (forgejo === "yes" || gitea === "yes") return "forgejo"
        if (github === "yes") return "github"
        const found = [forgejo, gitea, github].every((answer) => answer === "unreachable")
          ? "could not be reached"
          : "is neither a Forgejo nor a GitHub that says so"
        return yield* new ErrTrackerConfig({
          reason: `${ref.host} ${found}: name its kind with --forge, and its API with --api (labctl: LAB_FORGE_API)`
        })
      })
  })
}

const limits = { headers: "10 seconds", chunk: "10 seconds", bytes: 2 ** 20 } as const
