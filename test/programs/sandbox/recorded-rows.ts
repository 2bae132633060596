import type { Sandbox } from "../../../src/programs/sandbox/sandbox.js"
import type { Call } from "./client.js"

/** A recorded answer, and how the sandbox is brought to give the same. */
export interface Row {
  /** File, and the note or the end of the path of the recorded answer. */
  readonly recorded: readonly [file: string, mark: string]
  readonly prepare?: (sandbox: Sandbox) => void
  readonly path: string
  readonly call?: Call
  readonly as?: "nobody" | "stranger" | "bad"
}

export const repo = "/repos/acme/widget"
export const sha = "c".repeat(40)
const pullOf = ({ world }: Sandbox) => world.pulls.get(7)
const merge = (body: unknown): Call => ({ method: "POST", body })
const open = (head: string, base = "main"): Call => ({ method: "POST", body: { title: "Again", head, base } })

export const rows: ReadonlyArray<Row> = [
  { recorded: ["pulls", "just opened"], path: `${repo}/pulls/7` },
  { recorded: ["pulls", "a second pull for the same head and base"], path: `${repo}/pulls`, call: open("feat") },
  { recorded: ["pulls", "head equals base"], path: `${repo}/pulls`, call: open("main") },
  { recorded: ["pulls", "no such head"], path: `${repo}/pulls`, call: open("nope") },
  { recorded: ["pulls", "no such base"], path: `${repo}/pulls`, call: open("feat", "nope") },
  { recorded: ["pulls", "no such number"], path: `${repo}/pulls/999` },
  { recorded: ["pulls", "no number"], path: `${repo}/pulls/abc` },
  { recorded: ["pulls", "/pulls?state=open&page=1&limit=50"], path: `${repo}/pulls?state=open&page=1&limit=50` },
  { recorded: ["pulls", "past the end"], path: `${repo}/pulls?state=open&page=9&limit=50` },
  { recorded: ["pulls", "by the pair of branches"], path: `${repo}/pulls/main/feat` },
  { recorded: ["pulls", "/pulls/main/nope"], path: `${repo}/pulls/main/nope` },
  { recorded: ["statuses", "no status yet"], path: `${repo}/commits/${sha}/status` },
  { recorded: ["statuses", "a name that is not there"], path: `${repo}/commits/nobranch/status` },
  {
    recorded: ["statuses", "one pending row"],
    prepare: ({ world }) => world.statuses(sha, [{ context: "build", state: "pending" }]),
    path: `${repo}/commits/${sha}/status`
  },
  {
    recorded: ["statuses", "build is superseded; unknown words"],
    prepare: ({ world }) =>
      world.statuses(
        sha,
        ["pending", "failure"]
          .map((state) => ({ context: "build", state }))
          .concat([{ context: "odd", state: "neutral" }])
      ),
    path: `${repo}/commits/${sha}/status`
  },
  {
    recorded: ["statuses", "the history"],
    prepare: ({ world }) => world.statuses(sha, [{ context: "build", state: "pending" }]),
    path: `${repo}/commits/${sha}/statuses?page=1&limit=50`
  },
  {
    recorded: ["ci-statuses", "right after the pull was opened"],
    prepare: ({ world }) => world.checkRuns(sha, [{ name: "pass" }]),
    path: `${repo}/commits/${sha}/status?page=1&limit=50`
  },
  {
    recorded: ["comments", "/issues/1/comments"],
    path: `${repo}/issues/7/comments`,
    call: { method: "POST", body: { body: "first" } }
  },
  {
    recorded: ["comments", "empty body"],
    path: `${repo}/issues/7/comments`,
    call: { method: "POST", body: { body: "" } }
  },
  {
    recorded: ["comments", "blank body"],
    path: `${repo}/issues/7/comments`,
    call: { method: "POST", body: { body: "  " } }
  },
  { recorded: ["comments", "no such number"], path: `${repo}/issues/999/comments` },
  {
    recorded: ["reviews", "/pulls/1/reviews?page=1&limit=50"],
    prepare: ({ world }) => void world.review(7, "rev", "changes_requested", "no"),
    path: `${repo}/pulls/7/reviews?page=1&limit=50`
  },
  {
    recorded: ["reviews", "/pulls/1/reviews/3/comments"],
    prepare: ({ world }) => {
      const review = world.review(7, "rev", "changes_requested", "no")
      const comment = {
        id: 5,
        author: "rev",
        body: "here",
        createdAt: 0,
        updatedAt: 0,
        path: "a.txt",
        line: 1,
        commit: sha
      }
      world.pulls.get(7)?.lineComments.push({ ...comment, review: review?.id ?? 0 })
    },
    path: `${repo}/pulls/7/reviews/102/comments`
  },
  {
    recorded: ["merges", "at once after opening, right head (the conflict check may still run)"],
    path: `${repo}/pulls/7/merge`,
    call: merge({ Do: "merge" })
  },
  {
    recorded: ["merges", "another head"],
    path: `${repo}/pulls/7/merge`,
    call: merge({ Do: "merge", head_commit_id: "0".repeat(40) })
  },
  { recorded: ["merges", "no style"], path: `${repo}/pulls/7/merge`, call: merge({}) },
  {
    recorded: ["merges", "already merged"],
    prepare: (sandbox) => {
      const pull = pullOf(sandbox)
      sandbox.world.close(7)
      if (pull !== undefined) pull.merged = { at: 0, by: "bot", commit: sha }
    },
    path: `${repo}/pulls/7/merge`,
    call: merge({ Do: "merge" })
  },
  {
    recorded: ["merges", "merged"],
    prepare: (sandbox) => {
      const pull = pullOf(sandbox)
      sandbox.world.close(7)
      if (pull !== undefined) pull.merged = { at: 0, by: "bot", commit: sha }
    },
    path: `${repo}/pulls/7`
  },
  { recorded: ["merges", "/pulls/1/merge"], path: `${repo}/pulls/7/merge` },
  {
    recorded: ["merges", "in conflict"],
    prepare: (sandbox) => void Object.assign(pullOf(sandbox) ?? {}, { mergeable: false }),
    path: `${repo}/pulls/7`
  },
  {
    recorded: ["merges", "POST in conflict"],
    prepare: (sandbox) => void Object.assign(pullOf(sandbox) ?? {}, { mergeable: false }),
    path: `${repo}/pulls/7/merge`,
    call: merge({ Do: "merge" })
  },
  {
    recorded: ["merges", "closed"],
    prepare: ({ world }) => world.close(7),
    path: `${repo}/pulls/7/merge`,
    call: merge({ Do: "merge" })
  },
  {
    recorded: ["merges", "draft"],
    prepare: (sandbox) => void Object.assign(pullOf(sandbox) ?? {}, { title: "WIP: Add parser" }),
    path: `${repo}/pulls/7/merge`,
    call: merge({ Do: "merge" })
  },
  {
    recorded: ["merges", "head after its branch is gone"],
    prepare: (sandbox) => {
      const pull = pullOf(sandbox)
      if (pull !== undefined) pull.merged = { at: 0, by: "bot", commit: sha }
      sandbox.world.branches.delete("feat")
    },
    path: `${repo}/pulls/7`
  },
  {
    recorded: ["merges", "archived"],
    prepare: ({ world }) => void Object.assign(world, { archived: true }),
    path: `${repo}/pulls/7/merge`,
    call: merge({ Do: "merge" })
  },
  {
    recorded: ["access", "private, nobody"],
    prepare: ({ world }) => void Object.assign(world, { private: true }),
    path: repo,
    as: "nobody"
  },
  {
    recorded: ["access", "private, another account"],
    prepare: ({ world }) => void Object.assign(world, { private: true }),
    path: repo,
    as: "stranger"
  },
  { recorded: ["access", "renamed"], prepare: ({ world }) => world.rename("widget-new"), path: `${repo}/pulls` },
  {
    recorded: ["access", "renamed, a write"],
    prepare: ({ world }) => world.rename("widget-new"),
    path: `${repo}/pulls`,
    call: open("feat")
  },
  { recorded: ["server", "/api/v1/version"], path: "/version", as: "nobody" },
  { recorded: ["server", "/api/v1/settings/api"], path: "/settings/api", as: "nobody" },
  { recorded: ["server", "a path below the API that has no route"], path: "/no/such/route", as: "nobody" },
  { recorded: ["server", "a known path, wrong method"], path: "/version", call: { method: "DELETE" } },
  { recorded: ["server", "unknown token on a public repository"], path: repo, as: "bad" },
  { recorded: ["server", "no such repository"], path: "/repos/acme/nothing-here" },
  { recorded: ["server", "/api/v1/user"], path: "/user" }
]
