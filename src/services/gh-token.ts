import { execFile } from "node:child_process"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** The credential that `gh` keeps for a host, when `gh` is there and signed in. */
export class GhToken extends Context.Tag("lab/GhToken")<
  GhToken,
  { readonly of: (host: string) => Effect.Effect<Option.Option<Redacted.Redacted<string>>> }
>() {
  static readonly layer = Layer.succeed(GhToken, {
    of: (host) =>
      Effect.async<Option.Option<Redacted.Redacted<string>>>((resume) => {
        // A gh that is missing, too old or not signed in is simply no credential.
        const child = execFile("gh", ["auth", "token", "--hostname", host], { encoding: "utf8" }, (failure, stdout) => {
          const token = failure === null ? stdout.trim() : ""
          resume(Effect.succeed(token === "" ? Option.none() : Option.some(Redacted.make(token))))
        })
        return Effect.sync(() => child.kill("SIGKILL"))
      }).pipe(Effect.timeoutTo({ duration: "10 seconds", onTimeout: () => Option.none(), onSuccess: (found) => found }))
  })

  /** A gh that is signed in to these hosts. */
  static readonly test = (tokens: Readonly<Record<string, string>>) =>
    Layer.succeed(GhToken, {
      of: (host) => Effect.succeed(Option.map(Option.fromNullable(tokens[host]), (token) => Redacted.make(token)))
    })
}
