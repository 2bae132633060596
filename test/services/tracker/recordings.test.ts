import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { checksState } from "../../../src/core/checks.js"
import type { TrackerService } from "../../../src/services/tracker/tracker.js"
import { at, column } from "../../programs/sandbox/client.js"
import { absent, folder, opened, read, replaying } from "./recordings.js"

interface Operation {
  readonly name: string
  /** `METHOD path` of the recorded requests that it makes. */
  readonly asks: RegExp
  /** Reads the pull before. */
  readonly compound?: boolean
  /** What a write answered, read as the list that its rows stand in. */
  readonly written?: "row" | "rows"
  readonly call: (
    tracker: TrackerService
  ) => Effect.Effect<unknown, { readonly _tag: string; readonly message: string }>
  /** The same value on both sides: of what the tracker made, and of what the server said. */
  readonly made: (value: unknown) => unknown
  readonly said: (json: unknown) => unknown
  readonly refused?: Readonly<Record<number, string>>
}

const asked = { title: "T", body: "", head: "feat", base: "main" }
const number = (value: unknown) => at(value, "number")
const ids = (value: unknown) => column(value, "id")

const operations: ReadonlyArray<Operation> = [
  { name: "pull", asks: /^GET .*\/pulls\/\w+$/, call: ({ pull }) => pull(1), made: number, said: number },
  {
    name: "pulls",
    asks: /^GET .*\/pulls\?/,
    call: ({ pulls }) => pulls,
    made: (value) => column(value, "number"),
    said: (json) => [...column(json, "number"), ...column(json, "number")]
  },
  {
    name: "pullsForHead",
    asks: /^GET .*\/pulls\/main\//,
    call: ({ pullsForHead }) => pullsForHead("feat", "main"),
    made: (value) => column(value, "number"),
    said: (json) => (number(json) === undefined ? [] : [number(json)]),
    refused: {}
  },
  {
    name: "createPull",
    asks: /^(POST .*\/pulls|PATCH .*\/pulls\/\d+)$/,
    call: ({ createPull }) => createPull(asked),
    made: number,
    said: number,
    refused: { 404: "ErrNotFound", 409: "ErrDuplicateOpenPull", 422: "ErrForge" }
  },
  {
    name: "mergePull",
    asks: /^POST .*\/merge$/,
    compound: true,
    call: ({ mergePull }) => mergePull(1),
    made: (value) => at(value, "state"),
    said: () => "merged",
    refused: {
      201: "ErrForge",
      404: "ErrNotFound",
      405: "ErrMergeRejected",
      409: "ErrMergeRejected",
      422: "ErrMergeRejected",
      423: "ErrMergeRejected"
    }
  },
  { name: "reviews", asks: /^GET .*\/reviews\?/, call: ({ reviews }) => reviews(1), made: ids, said: ids },
  {
    name: "reviews, of one that was written",
    asks: /^POST .*\/(reviews|dismissals)$/,
    written: "row",
    call: ({ reviews }) => reviews(1),
    made: ids,
    said: ids
  },
  {
    name: "reviews, of those that were asked for",
    asks: /^POST .*\/requested_reviewers$/,
    written: "rows",
    call: ({ reviews }) => reviews(1),
    made: ids,
    said: ids
  },
  {
    name: "pullComments",
    asks: /^GET .*\/issues\/\d+\/comments$/,
    call: ({ pullComments }) => pullComments(1),
    made: ids,
    said: ids
  },
  {
    name: "pullComments, of one",
    asks: /^(POST .*\/issues\/\d+\/comments|(GET|PATCH) .*\/issues\/comments\/\d+)$/,
    written: "row",
    call: ({ pullComments }) => pullComments(1),
    made: ids,
    said: ids
  },
  {
    name: "checks",
    asks: /^GET \/.*\/status(\?page=1&limit=50)?$/,
    compound: true,
    call: ({ checks }) => checks(1),
    made: (value) =>
      [at(value, "checks")].flatMap((rows) => ["name", "rawState", "summary", "url"].map((key) => column(rows, key))),
    said: (json) => ["context", "status", "description", "target_url"].map((key) => column(at(json, "statuses"), key))
  },
  {
    name: "defaultBranch",
    asks: /^GET \/api\/v1\/repos\/[\w-]+\/[\w-]+$/,
    call: ({ defaultBranch }) => defaultBranch,
    made: (value) => value,
    said: (json) => at(json, "default_branch")
  }
]

const succeeded = (status: number) => status === 200 || status === 201

for (const server of ["forgejo-15", "forgejo-15-subpath", "forgejo-16"]) {
  const files = ["server", "pulls", "statuses", "comments", "reviews", "merges", "access", "ci-statuses"]
  const rows = files.flatMap((file) => read(server, file).map((row) => ({ ...row, file })))

  describe.skipIf(absent)(`recorded by ${server} (skipped where ${folder} is not)`, () => {
    for (const operation of operations) {
      for (const { file, note, request, response } of rows) {
        if (request === undefined || response === undefined || response.status === 204) continue
        const line = `${request.method} ${request.path}`
        if (!operation.asks.test(line)) continue
        it.scoped(`${operation.name} ← ${file}: ${note ?? ""} ${line} ${response.status}`, () =>
          Effect.gen(function* () {
            const { json, status } = response
            const shown =
              operation.written !== undefined && succeeded(status)
                ? { ...response, status: 200, json: operation.written === "row" ? [json] : json }
                : response
            const tracker = yield* replaying(({ method, path }) =>
              operation.compound === true && method === "GET" && /\/pulls\/1$/.test(path)
                ? (opened(server) ?? opened("forgejo-15") ?? response)
                : shown
            )
            const end = yield* Effect.either(operation.call(tracker))
            const tag = operation.refused?.[status] ?? (status === 404 ? "ErrNotFound" : "ErrForge")
            const good =
              (succeeded(status) && operation.refused?.[status] === undefined) || operation.name === "pullsForHead"
            if (good && end._tag === "Right") {
              return assert.deepStrictEqual(operation.made(end.right), operation.said(shown.json))
            }
            assert.strictEqual(end._tag === "Left" ? end.left._tag : end._tag, tag)
            const message = end._tag === "Left" ? end.left.message : ""
            assert.notMatch(message, /\{token of|\{"|https?:/)
            const said = at(json, "message")
            if (tag === "ErrMergeRejected" || tag === "ErrForge")
              assert.include(
                message,
                said === "" || said === undefined
                  ? `${status}`
                  : String(said).slice(0, 24).replaceAll("{token of bad}", "[R")
              )
          })
        )
      }
    }

    for (const [note, state] of [
      ["right after the pull was opened", "pending"],
      ["some jobs run", server === "forgejo-16" ? "pending" : "failure"],
      ["all done", "failure"]
    ] as const) {
      const response = rows.find((row) => row.file === "ci-statuses" && row.note === note)?.response
      it.scoped(`the aggregate of a real run, ${note}, is ${state}`, () =>
        Effect.gen(function* () {
          assert.isDefined(response)
          const tracker = yield* replaying(
            ({ path }) => (/\/pulls\/1$/.test(path) ? opened("forgejo-15") : response) ?? { status: 500, headers: {} }
          )
          const { checks } = yield* tracker.checks(1)
          assert.strictEqual(checksState(checks), state)
          const skipped = checks.filter(({ summary }) => summary === "Has been skipped")
          assert.isTrue(skipped.every((row) => row.state === "success"))
        })
      )
    }

    if (server === "forgejo-15-subpath") return
    it.scoped("61 contexts page by page: the failure of page two is found", () =>
      Effect.gen(function* () {
        const page = (path: string) => {
          const query = /\?page=\d&limit=50$/.exec(path)?.[0] ?? ""
          const row = rows.find(({ request }) => request?.path === `…/commits/{sha}/status${query}`)
          const statuses = [at(row?.response?.json, "statuses")]
            .flat()
            .flatMap((cells) => (Array.isArray(cells) ? [{ id: cells[0], context: cells[1], status: cells[2] }] : []))
          return { status: 500, headers: {}, ...row?.response, json: { ...Object(row?.response?.json), statuses } }
        }
        const tracker = yield* replaying(({ path }) =>
          /\/pulls\/1$/.test(path) ? (opened(server) ?? page(path)) : page(path)
        )
        const { checks } = yield* tracker.checks(1)
        assert.strictEqual(checks.length, 61)
        assert.deepStrictEqual(
          ["build", "style", "odd", "odd2", "odd3"].map((name) => checks.find((row) => row.name === name)?.state),
          ["failure", "failure", "failure", "failure", "success"]
        )
        assert.isTrue(checks.slice(0, 50).every(({ state }) => state === "success"))
      })
    )
  })
}
