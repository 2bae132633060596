import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { make, type Sandbox } from "../../../src/programs/sandbox/sandbox.js"
import { at, type Call, call } from "./client.js"

const repo = "/repos/acme/widget"
const sha = "c".repeat(40)
const post = (body: unknown): Call => ({ method: "POST", body })
const put = (body: unknown): Call => ({ method: "PUT", body })
const open = (head: string, base = "main") => post({ title: "Again", head, base })
const pull = ({ world }: Sandbox) => world.pulls.get(7) ?? world.open({ number: 7 })
const merged = (sandbox: Sandbox) => {
  pull(sandbox).merged = { at: 0, by: "bot", commit: sha }
  sandbox.world.close(7)
}

interface Row {
  readonly title: string
  readonly prepare?: (sandbox: Sandbox) => void
  readonly path: string
  readonly call?: Call
  readonly as?: "nobody" | "stranger"
  readonly status: number
  /** `message`, or the first error's, as the page of wire facts words them. */
  readonly says?: string
}

const rows: ReadonlyArray<Row> = [
  { title: "a pull", path: `${repo}/pulls/7`, status: 200 },
  { title: "no such pull", path: `${repo}/pulls/8`, status: 404, says: "Not Found" },
  { title: "no number", path: `${repo}/pulls/x`, status: 404, says: "Not Found" },
  { title: "another repository", path: "/repos/acme/other", status: 404, says: "Not Found" },
  { title: "names in any case", path: "/repos/ACME/Widget", status: 200 },
  { title: "no such route", path: `${repo}/nothing`, status: 404, says: "Not Found" },
  { title: "a known path, wrong method", path: repo, call: { method: "DELETE" }, status: 404, says: "Not Found" },
  {
    title: "a private repository, to nobody",
    prepare: ({ world }) => void Object.assign(world, { private: true }),
    path: `${repo}/pulls/7`,
    as: "nobody",
    status: 404,
    says: "Not Found"
  },
  {
    title: "a private repository, to a stranger",
    prepare: ({ world }) => void Object.assign(world, { private: true }),
    path: `${repo}/pulls/7`,
    as: "stranger",
    status: 404,
    says: "Not Found"
  },
  {
    title: "a private repository, with the token",
    prepare: ({ world }) => void Object.assign(world, { private: true }),
    path: `${repo}/pulls/7`,
    status: 200
  },
  { title: "a public repository, to nobody", path: `${repo}/pulls/7`, as: "nobody", status: 200 },
  {
    title: "a write by nobody",
    path: `${repo}/issues/7/comments`,
    call: post({ body: "x" }),
    as: "nobody",
    status: 401,
    says: "Requires authentication"
  },
  {
    title: "an unknown token on a public repository",
    path: repo,
    call: { headers: { authorization: "Bearer bad" } },
    status: 401,
    says: "Bad credentials"
  },
  {
    title: "an unknown API version",
    path: repo,
    call: { headers: { "x-github-api-version": "2026-03-10" } },
    status: 400,
    says: "2026-03-10 is not a supported version"
  },
  { title: "no user agent", path: repo, call: { headers: { "user-agent": "" } }, status: 403 },
  { title: "the user of a token", path: "/user", status: 200 },
  { title: "the user of nobody", path: "/user", as: "nobody", status: 401, says: "Requires authentication" },
  { title: "the server's own facts", path: "/meta", as: "nobody", status: 200 },
  {
    title: "a duplicate pull",
    path: `${repo}/pulls`,
    call: open("feat"),
    status: 422,
    says: "A pull request already exists for acme:feat."
  },
  {
    title: "equal head and base",
    path: `${repo}/pulls`,
    call: open("main"),
    status: 422,
    says: "No commits between main and main"
  },
  { title: "an unknown head", path: `${repo}/pulls`, call: open("nope"), status: 422, says: "Validation Failed" },
  {
    title: "an unknown base",
    path: `${repo}/pulls`,
    call: open("feat", "nope"),
    status: 422,
    says: "Validation Failed"
  },
  {
    title: "a body that is no JSON",
    path: `${repo}/pulls`,
    call: post("{"),
    status: 400,
    says: "Problems parsing JSON"
  },
  { title: "an empty comment", path: `${repo}/issues/7/comments`, call: post({ body: "" }), status: 422 },
  { title: "an unknown commit", path: `${repo}/commits/nope`, status: 422, says: "No commit found for SHA: nope" },
  { title: "checks of a name that is none", path: `${repo}/commits/nope/check-runs`, status: 422 },
  {
    title: "a merge",
    path: `${repo}/pulls/7/merge`,
    call: put({}),
    status: 200,
    says: "Pull Request successfully merged"
  },
  {
    title: "a merge of another head",
    path: `${repo}/pulls/7/merge`,
    call: put({ sha }),
    status: 409,
    says: "Head branch was modified. Review and try the merge again."
  },
  {
    title: "a merge of a merged pull",
    prepare: merged,
    path: `${repo}/pulls/7/merge`,
    call: put({}),
    status: 405,
    says: "Pull Request is not mergeable"
  },
  {
    title: "a merge of a closed pull",
    prepare: ({ world }) => world.close(7),
    path: `${repo}/pulls/7/merge`,
    call: put({}),
    status: 405,
    says: "Pull Request is not mergeable"
  },
  {
    title: "a merge in conflict",
    prepare: (sandbox) => void Object.assign(pull(sandbox), { mergeable: false }),
    path: `${repo}/pulls/7/merge`,
    call: put({}),
    status: 405,
    says: "Pull Request is not mergeable"
  },
  {
    title: "a merge of a draft",
    prepare: (sandbox) => void Object.assign(pull(sandbox), { draft: true }),
    path: `${repo}/pulls/7/merge`,
    call: put({}),
    status: 405,
    says: "Pull Request is still a draft"
  },
  { title: "a merge of an unknown way", path: `${repo}/pulls/7/merge`, call: put({ merge_method: "x" }), status: 422 },
  { title: "whether it is merged, when not", path: `${repo}/pulls/7/merge`, status: 404 },
  { title: "whether it is merged, when so", prepare: merged, path: `${repo}/pulls/7/merge`, status: 204 }
]

describe("GitHub answers", () => {
  for (const { title, prepare, path, call: asked = {}, as, status, says } of rows) {
    it.scoped(`${status} to ${title}`, () =>
      Effect.gen(function* () {
        const sandbox = yield* make()
        prepare?.(sandbox)
        const reply = yield* call(`${sandbox.github.api}${path}`, {
          ...(as === "nobody"
            ? {}
            : { token: as === "stranger" ? sandbox.world.account("eve", "stranger") : sandbox.token }),
          ...asked
        })
        assert.strictEqual(reply.status, status)
        if (says !== undefined) {
          assert.include([at(reply.json, "message"), at(reply.json, "errors", 0, "message")], says)
        }
        assert.isTrue(reply.headers.has("x-ratelimit-remaining"))
      })
    )
  }
})
