import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { forgejoTracker } from "../../../src/services/tracker/forgejo/forgejo.js"
import type { Answer, Exchange } from "../../../src/services/transport/http.js"
import { Transport } from "../../../src/services/transport/transport.js"

/** Recorded answers of real servers lie beside the checkout, where they lie at all. */
export const folder = join("..", "shared", "recordings")
export const absent = !existsSync(folder)

const Response = Schema.Struct({
  status: Schema.Int,
  headers: Schema.Record({ key: Schema.String, value: Schema.NullOr(Schema.String) }),
  json: Schema.optional(Schema.Unknown),
  text: Schema.optional(Schema.String)
})
type Response = typeof Response.Type
const Recording = Schema.Struct({
  note: Schema.optional(Schema.NullOr(Schema.String)),
  request: Schema.optional(Schema.Struct({ method: Schema.String, path: Schema.String })),
  response: Schema.optional(Response)
})
const decode = Schema.decodeUnknownSync(Schema.parseJson(Schema.Array(Recording)))
export const read = (server: string, file: string) =>
  existsSync(join(folder, server, `${file}.json`))
    ? decode(readFileSync(join(folder, server, `${file}.json`), "utf8"))
    : []

const answerOf = ({ status, headers, json, text }: Response): Answer => ({
  status,
  headers: Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  ),
  rawHeaders: [],
  body: Buffer.from(json === undefined ? (text ?? "") : `${JSON.stringify(json)}\n`)
})

/** A tracker over a server that answers like the recordings; its token is the one that they echo. */
export const replaying = (answer: (asked: Exchange) => Response) =>
  Effect.gen(function* () {
    const layer = Transport.test((asked) => Effect.sync(() => answerOf(answer(asked))))
    const transport = Context.get(yield* Layer.build(layer), Transport)
    const api = new URL("http://127.0.0.1:3000/api/v1")
    const forge = { flavor: "forgejo", api, owner: "alice", name: "widget" } as const
    return forgejoTracker(transport.client(forge, Redacted.make("{token of bad}")))
  })

/** The pull that compound calls read first. */
export const opened = (server: string) => read(server, "pulls").find(({ note }) => note === "just opened")?.response
