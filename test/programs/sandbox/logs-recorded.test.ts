import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { CheckRunRow } from "../../../src/programs/sandbox/ci.js"
import { make } from "../../../src/programs/sandbox/sandbox.js"
import { at, call } from "./client.js"
import { differences } from "./shape.js"

const folder = join("..", "shared", "recordings")
const absent = !existsSync(folder)

const Response = Schema.Struct({
  status: Schema.Int,
  headers: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.NullOr(Schema.String) }), {
    default: () => ({})
  }),
  json: Schema.optional(Schema.Unknown),
  text: Schema.optional(Schema.String)
})
const Exchange = Schema.Struct({
  note: Schema.optional(Schema.NullOr(Schema.String)),
  request: Schema.Struct({
    as: Schema.String,
    method: Schema.String,
    path: Schema.String,
    headers: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.String }), { default: () => ({}) })
  }),
  response: Response
})
const decode = Schema.decodeUnknownSync(Schema.parseJson(Schema.Array(Exchange)))
const read = (server: string, file: string) =>
  existsSync(join(folder, server, `${file}.json`))
    ? decode(readFileSync(join(folder, server, `${file}.json`), "utf8"))
    : []

/** Names and numbers of one server are not those of another. */
const words = (text: string): string =>
  text.replaceAll("alice/ci", "acme/widget").replaceAll("{token of bad}", "bad-token").replace(/\d+/g, "0")

const isLog = (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text)

/** What was recorded of a job while all ran, while it was run again, and after that. */
const scenes = (server: string) => {
  const all = ["ci-logs", "ci-rerun", "ci-rest", "ci-private"].flatMap((file) => read(server, file))
  const said = (pattern: RegExp) => all.find(({ note }) => pattern.test(note ?? ""))?.response.text ?? ""
  const [pass, slow] = [said(/^a passed job$/), said(/^a job that runs/)]
  const [first, second] = [said(/^a failed job$/), said(/^after: attempt 2$/)]
  const never = said(/^a job that was skipped$/)
  const done = said(/^the log of slow$/)
  const rows = (fail: Partial<CheckRunRow>, slowly: Partial<CheckRunRow>): ReadonlyArray<CheckRunRow> => [
    { name: "pass", id: 13, conclusion: "success", log: pass },
    { name: "fail", id: 14, conclusion: "failure", ...fail },
    { name: "slow", id: 15, ...slowly },
    { name: "never", id: 16, conclusion: "skipped", ...(isLog(never) ? { log: never } : {}) }
  ]
  const finished = { conclusion: "success", log: done === "" ? slow : done }
  const twice = rows({ attempts: [first, second] }, finished)
  return {
    first: rows({ log: first }, { status: "in_progress", log: slow }),
    ended: rows({ log: first }, finished),
    waiting: rows({ status: "queued", conclusion: null, attempts: [first] }, finished),
    // On 15 the second attempt had not said a line, on 16 it was done already.
    again:
      server === "forgejo-15"
        ? rows({ status: "in_progress", conclusion: null, attempts: [first, ""] }, finished)
        : twice,
    twice
  }
}

const sceneOf = (file: string, note: string): keyof ReturnType<typeof scenes> => {
  if (/^at once/.test(note)) return "waiting"
  if (/^while it runs/.test(note)) return "again"
  if (/^after/.test(note) || /^private, REST/.test(note)) return "twice"
  return file === "ci-logs" && !/attempt/.test(note) ? "first" : "ended"
}

/** The routes that the sandbox speaks; the single run, the tasks, the archive and the state of a page are not among them. */
const spoken = [
  /^\/alice\/ci\/actions\/runs\//,
  /\/actions\/runs(\?|$)/,
  /\/actions\/runs\/\d+\/jobs$/,
  /\/actions\/jobs\/\d+\/logs(\?|$)/
]
const own = new Set(["accept-ranges", "content-disposition", "location", "content-range"])
const meant = ["content-type", "cache-control", ...own]
const files = ["ci-logs", "ci-rerun", "ci-rest", "ci-private"]

for (const server of ["forgejo-15", "forgejo-15-subpath", "forgejo-16"]) {
  describe(`job logs of ${server}, as recorded`, () => {
    for (const file of files) {
      for (const { note, request, response } of read(server, file)) {
        const { as, method, path, headers } = request
        if (method === "POST" || as.includes("web session") || !spoken.some((route) => route.test(path))) continue
        it.scoped.skipIf(absent)(`${file}: ${note ?? ""} (${as}: ${method} ${path})`, () =>
          Effect.gen(function* () {
            const sandbox = yield* make()
            const { world } = sandbox
            world.forgejo = server === "forgejo-16" ? 16 : 15
            world.private = file === "ci-private"
            if (server === "forgejo-15-subpath") world.rootUrl = "https://git.example.org/forge"
            world.checkRuns("c".repeat(40), scenes(server)[sceneOf(file, note ?? "")])
            const tokens = { bad: "bad-token", bot: world.account("eve", "stranger"), alice: sandbox.token }
            const token = as === "bad" || as === "bot" || as === "alice" ? { token: tokens[as] } : {}
            const target = path
              .replace("alice/ci", "acme/widget")
              .replace(/\/runs\/[56]\/jobs$/, "/runs/1001/jobs")
              .replace(/head_sha=\w+/, `head_sha=${"c".repeat(40)}`)
            const ours = yield* call(`${sandbox.forgejo.origin}${target}`, { method, headers, ...token })

            assert.strictEqual(ours.status, response.status)
            if (response.json !== undefined) assert.deepStrictEqual(differences(response.json, ours.json), [])
            const message = (json: unknown) => words(String(at(json, "message") ?? ""))
            assert.strictEqual(message(ours.json), message(response.json))
            const text = response.text ?? ""
            // Lengths are not compared: the texts were edited after they were recorded.
            if (response.status === 206) assert.strictEqual(ours.text, text.slice(0, 100))
            else if (isLog(text)) assert.strictEqual(ours.text, text)
            else if (response.json === undefined) assert.strictEqual(words(ours.text), dbfs(words(text)))
            for (const name of meant) {
              const real = response.headers[name]
              if (real !== undefined) assert.strictEqual(words(ours.headers.get(name) ?? ""), words(real ?? ""), name)
              else if (own.has(name)) assert.isFalse(ours.headers.has(name), name)
            }
          })
        )
      }
    }
  })
}

/** The path inside of a storage, which nobody should read. */
const dbfs = (text: string): string => text.replace(/actions_log\/[^"]*"/, 'actions_log/0.log.zst"')
