import { Effect, Redacted } from "effect"
import type { Forge } from "../../../src/core/forge.js"
import type { Flavor } from "../../../src/core/repository.js"
import type { ForgeCall, ForgeClient } from "../../../src/services/transport/forge-client.js"
import { Transport } from "../../../src/services/transport/transport.js"
import { type Loopback, loopback, type Reply } from "../../support/http.js"

/** Two credentials of one forge. */
export const secret = "ghp_s3cr3t0123456789"
export const other = "ghp_0th3r0123456789"

const forgeAt = ({ origin }: Loopback, flavor: Flavor): Forge => ({
  flavor,
  api: new URL(`${origin.origin}/api/v3`),
  owner: "o",
  name: "n"
})

/** A server with a script, and clients of it over real sockets; `one` holds `secret`. */
export const setUp = (replies: ReadonlyArray<Reply> | Reply, flavor: Flavor = "github") =>
  Effect.gen(function* () {
    const server = yield* loopback(replies)
    const transport = yield* Transport
    const client = (token: string | null) =>
      transport.client(forgeAt(server, flavor), token === null ? null : Redacted.make(token))
    return { server, client, one: client(secret) }
  }).pipe(Effect.provide(Transport.layer))

export const read: ForgeCall = { path: "/repos/o/n/pulls/7" }

/** Status and body of a call's answer. */
export const text = (client: ForgeClient, call = read) =>
  Effect.map(client.send(call), ({ status, body }) => `${status} ${body.toString()}`)
