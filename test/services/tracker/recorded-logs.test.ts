import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { forgejoTracker } from "../../../src/services/tracker/forgejo/forgejo.js"
import { Transport } from "../../../src/services/transport/transport.js"
import { at } from "../../programs/sandbox/client.js"
import { outcomeOf, pull } from "./scripted-logs.js"

const folder = join("..", "shared", "recordings")
const absent = !existsSync(folder)

const Recording = Schema.Array(
  Schema.Struct({
    note: Schema.optional(Schema.NullOr(Schema.String)),
    request: Schema.optional(Schema.Struct({ as: Schema.String, path: Schema.String, method: Schema.String })),
    response: Schema.Struct({
      status: Schema.Int,
      headers: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.NullOr(Schema.String) }), {
        default: () => ({})
      }),
      json: Schema.optional(Schema.Unknown),
      text: Schema.optional(Schema.String)
    })
  })
)
const decode = Schema.decodeUnknownSync(Schema.parseJson(Recording))
const read = (server: string, file: string) =>
  existsSync(join(folder, server, `${file}.json`))
    ? decode(readFileSync(join(folder, server, `${file}.json`), "utf8"))
    : []
type Row = (typeof Recording.Type)[number]

/** Where each server was reached, and where it believes that it is. */
const webs = {
  "forgejo-15": "http://127.0.0.1:3115",
  "forgejo-15-subpath": "https://git.example.org/forge",
  "forgejo-16": "http://127.0.0.1:3116"
} as const
type Server = keyof typeof webs

const isAsked = ({ request }: Row): boolean =>
  request?.method === "GET" && request.as !== "bad" && !request.as.includes("web session")

/** The texts of a server, by the note of the request that told them. */
const told = (server: Server, file: string, note: RegExp): string =>
  read(server, file).find((row) => note.test(row.note ?? "") && isAsked(row))?.response.text ?? ""

/**
 * The adapter over a server that answers as it was recorded: rows as they stood at the end, the rest from these files, of which the first that
 * knows a path wins; `scene` picks the notes.
 */
const replaying = (server: Server, rows: ReadonlyArray<Row>) =>
  Effect.gen(function* () {
    const [statuses] = read(server, "ci-statuses").slice(-1)
    const commit = String(at(statuses?.response.json, "sha"))
    const beginnings: Readonly<Record<string, unknown>> = {
      "/api/v1/version": { version: server === "forgejo-16" ? "16.0.0+gitea-1.22.0" : "15.0.4+gitea-1.22.0" },
      "/api/v1/repos/alice/ci/pulls/7": {
        ...pull(`${webs[server]}/alice/ci/pulls/7`),
        head: { ref: "feat", sha: commit, repo: null }
      },
      [`/api/v1/repos/alice/ci/commits/${commit}/status`]: statuses?.response.json
    }
    const layer = Transport.test(({ path }) =>
      Effect.sync(() => {
        const first = beginnings[path.replace(/\?.*/, "")]
        const known = rows.find((row) => isAsked(row) && row.request?.path === path.replace(/&page=1&limit=50/, ""))
        const { status, headers, json, text } = known?.response ?? {
          status: 404,
          headers: {},
          text: "404 page not found\n",
          json: undefined
        }
        const body = first ?? json
        const media = first === undefined ? (headers["content-type"] ?? "text/plain") : "application/json"
        const own = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
        return {
          status: first === undefined ? status : 200,
          headers: { ...Object.fromEntries(own), "content-type": media },
          rawHeaders: [],
          body: Buffer.from(body === undefined ? (text ?? "") : JSON.stringify(body))
        }
      })
    )
    const transport = Context.get(yield* Layer.build(layer), Transport)
    const origin = server === "forgejo-16" ? "http://127.0.0.1:3116" : "http://127.0.0.1:3115"
    const forge = { flavor: "forgejo", api: new URL(`${origin}/api/v1`), owner: "alice", name: "ci" } as const
    return forgejoTracker(transport.client(forge, Redacted.make("recorded-token")))
  })

const servers: ReadonlyArray<Server> = ["forgejo-15", "forgejo-15-subpath", "forgejo-16"]
const fail = "ci / fail (pull_request)"
const scene = (server: Server, prefix: RegExp) => read(server, "ci-rerun").filter(({ note }) => prefix.test(note ?? ""))

describe("job logs as real servers gave them", () => {
  for (const server of servers) {
    it.scoped.skipIf(absent)(`${server}: a failed and a passed job are their own logs, byte for byte`, () =>
      Effect.gen(function* () {
        const tracker = yield* replaying(server, [...read(server, "ci-rest"), ...read(server, "ci-logs")])
        const failed = told(server, "ci-logs", /^a failed job$/)
        assert.isAbove(failed.length, 100)
        assert.deepStrictEqual(yield* outcomeOf(tracker, fail), { text: failed, attempt: 1 })
        if (server !== "forgejo-16") return
        const passed = told(server, "ci-logs", /^a passed job$/)
        assert.deepStrictEqual(yield* outcomeOf(tracker, "ci / pass (pull_request)"), { text: passed, attempt: 1 })
      })
    )
  }

  it.scoped.skipIf(absent)("forgejo-15: a job that was skipped has no log, and no issue is asked for", () =>
    Effect.gen(function* () {
      const tracker = yield* replaying("forgejo-15", read("forgejo-15", "ci-logs"))
      const skipped = yield* outcomeOf(tracker, "ci / never (pull_request)")
      assert.deepInclude(skipped, { _tag: "ErrLogAdapterMismatch" })
      assert.notInclude(JSON.stringify(skipped), "file an issue")
    })
  )

  const reruns: ReadonlyArray<readonly [server: Server, when: RegExp, attempt: number, status: number]> = [
    ["forgejo-15", /^while it runs|^at once: the job page/, 1, 500],
    ["forgejo-15", /^after/, 2, 0],
    ["forgejo-16", /^after/, 2, 0]
  ]
  for (const [server, when, attempt, status] of reruns) {
    it.scoped.skipIf(absent)(`${server}, ${when.source}: attempt ${attempt} is served`, () =>
      Effect.gen(function* () {
        const tracker = yield* replaying(server, [...scene(server, when), ...read(server, "ci-rest")])
        const text =
          attempt === 2 ? told(server, "ci-rerun", /^after: attempt 2$/) : told(server, "ci-logs", /^a failed job$/)
        const fallback = status === 0 ? {} : { fallback: { attempt: 2, status } }
        assert.deepStrictEqual(yield* outcomeOf(tracker, fail), { text, attempt, ...fallback })
      })
    )
  }

  it.scoped.skipIf(absent)(
    "forgejo-15, at once after a rerun: no attempt is there, and the rerun is named as a cause",
    () =>
      Effect.gen(function* () {
        const tracker = yield* replaying("forgejo-15", scene("forgejo-15", /^at once/))
        const found = yield* outcomeOf(tracker, fail)
        assert.deepInclude(found, { _tag: "ErrLogAdapterMismatch" })
        for (const word of ["404", "rerun", "attempt/2"]) assert.include(JSON.stringify(found), word)
      })
  )

  it.scoped.skipIf(absent)("a private repository: its log by REST on 16, what helps on 15", () =>
    Effect.gen(function* () {
      const tracker = yield* replaying("forgejo-16", [
        ...read("forgejo-16", "ci-private").filter(({ request }) => request?.as === "alice"),
        ...read("forgejo-16", "ci-rest").filter(({ request }) => !request?.path.endsWith("/logs"))
      ])
      const text = told("forgejo-16", "ci-private", /^private, REST, its owner$/)
      assert.deepInclude(yield* outcomeOf(tracker, fail), { text })
      const old = yield* outcomeOf(yield* replaying("forgejo-15", read("forgejo-15", "ci-private")), fail)
      assert.deepInclude(old, { _tag: "ErrLogAdapterMismatch" })
      assert.include(JSON.stringify(old), "Forgejo 16")
    })
  )

  it.scoped.skipIf(absent)("forgejo-15-subpath: nothing is asked below the prefix of the public address", () =>
    Effect.gen(function* () {
      const rows = read("forgejo-15-subpath", "ci-statuses").at(-1)?.response.json
      assert.match(String(at(rows, "statuses", 0, "target_url")), /^\/forge\/alice\//)
      const logs = read("forgejo-15-subpath", "ci-logs")
      assert.isTrue(logs.every(({ request }) => !request?.path.startsWith("/forge")))
      const tracker = yield* replaying("forgejo-15-subpath", logs)
      assert.deepInclude(yield* outcomeOf(tracker, fail), { attempt: 1 })
    })
  )
})
