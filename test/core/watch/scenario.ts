import { Schema } from "effect"
import { instantOf } from "../../../src/core/instant.js"
import type { Snapshot } from "../../../src/core/watch/snapshot.js"

/** The parts of an acceptance scenario that a fold can play, and the snapshot that a watch reads of its world. */

const list = <A, I>(row: Schema.Schema<A, I>) => Schema.optional(Schema.Array(row))
const text = Schema.optional(Schema.String)

const Said = Schema.Struct({
  id: Schema.Int,
  by: Schema.NullOr(Schema.String),
  association: text,
  at: Schema.String,
  edited: text,
  body: Schema.optionalWith(Schema.String, { default: () => "" }),
  path: text,
  line: Schema.optional(Schema.Int)
})

const Rows = Schema.Struct({
  checkRuns: list(
    Schema.Struct({
      id: Schema.Int,
      name: Schema.String,
      status: text,
      conclusion: Schema.optional(Schema.NullOr(Schema.String))
    })
  ),
  statuses: list(Schema.Struct({ context: Schema.String, word: Schema.String, link: text }))
})

const World = Schema.Struct({
  ...Rows.fields,
  pull: Schema.optional(
    Schema.Struct({
      state: Schema.optional(Schema.Literal("open", "merged", "closed")),
      author: Schema.optional(Schema.NullOr(Schema.String)),
      sha: text,
      base: text,
      mergeable: Schema.optional(Schema.NullOr(Schema.Boolean)),
      mergeCommit: text,
      draft: Schema.optional(Schema.Boolean)
    })
  ),
  comments: list(Said),
  diffComments: list(Said),
  reviews: list(Schema.Struct({ ...Said.fields, state: Schema.String })),
  commits: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.Struct({ at: Schema.String }) }))
})
type World = typeof World.Type

const several = Schema.Union(Schema.String, Schema.Array(Schema.String))
const Words = Schema.Union(
  Schema.String,
  Schema.Struct({
    contains: Schema.optional(several),
    lacks: Schema.optional(several),
    matches: Schema.optional(several),
    json: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
  })
)
export type Words = typeof Words.Type

export const Scenario = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  forge: Schema.optionalWith(Schema.Literal("github", "forgejo"), { default: () => "github" }),
  world: Schema.optionalWith(World, { default: () => ({}) }),
  phases: Schema.optionalWith(Schema.Array(Schema.extend(World, Schema.Struct({ name: Schema.String }))), {
    default: () => []
  }),
  routes: Schema.optionalWith(
    Schema.Array(
      Schema.Struct({
        answers: Schema.Array(
          Schema.Struct({
            pass: Schema.optional(Schema.Boolean),
            status: Schema.optional(Schema.Int),
            times: Schema.optional(Schema.Int)
          })
        )
      })
    ),
    { default: () => [] }
  ),
  argv: Schema.Array(Schema.String),
  steps: Schema.optionalWith(
    Schema.Array(
      Schema.Struct({
        lines: list(Words),
        skipTo: Schema.optional(Words),
        phase: text,
        polls: Schema.optional(Schema.Int),
        quiet: Schema.optional(Schema.Int)
      })
    ),
    { default: () => [] }
  ),
  expect: Schema.optionalWith(
    Schema.Struct({
      exit: Schema.optional(Schema.Int),
      stdout: Schema.optional(
        Schema.Union(Schema.String, Schema.Array(Schema.String), Schema.Struct({ lines: Schema.Int }))
      )
    }),
    { default: () => ({}) }
  )
})
export type Scenario = typeof Scenario.Type

export const site = "https://forge.test"
const whole = (short: string): string => short.repeat(40).slice(0, 40)
const at = (time: string) => instantOf(Date.parse(time))

const reviewWords: Readonly<Record<string, string>> = {
  REQUEST_CHANGES: "changes_requested",
  COMMENT: "commented",
  REQUEST_REVIEW: "review_requested"
}

/** A world with a phase laid over it. */
export const laid = (world: World, phase: World): World => ({
  ...world,
  ...phase,
  pull: { ...world.pull, ...phase.pull }
})

/** What a poll of that world reads. */
export const snapshotOf = ({ forge }: Scenario, world: World): Snapshot => {
  const {
    state = "open",
    author = "lab-bot",
    sha = "aaa1",
    base = "main",
    mergeCommit,
    draft = false
  } = world.pull ?? {}
  const url = `${site}/acme/widget/${forge === "github" ? "pull" : "pulls"}/7`
  const said = (anchor: string) => (row: typeof Said.Type) => ({
    id: row.id,
    author: row.by,
    association: forge === "github" ? (row.association ?? "MEMBER") : null,
    body: row.body,
    editedAt: at(row.edited ?? row.at),
    url: `${url}#${anchor}${row.id}`
  })
  return {
    forge,
    pull: {
      number: 7,
      author,
      url,
      state,
      mergeCommit: state === "merged" ? whole(mergeCommit ?? "3f9c") : null,
      head: whole(sha),
      base,
      mergeable: world.pull?.mergeable === undefined ? true : world.pull.mergeable,
      draft
    },
    headAt: at(world.commits?.[sha]?.at ?? "2026-01-01T09:00:00Z"),
    comments: (world.comments ?? []).map(said("issuecomment-")),
    diffComments: (world.diffComments ?? []).map((row) => ({
      ...said("discussion_r")(row),
      path: row.path ?? "",
      line: row.line ?? null
    })),
    reviews: (world.reviews ?? []).map((row) => ({
      ...said("pullrequestreview-")(row),
      state: reviewWords[row.state] ?? row.state.toLowerCase(),
      dismissed: false,
      submittedAt: at(row.at),
      editedAt: null
    })),
    checkRuns: (world.checkRuns ?? []).map(({ id, name, status, conclusion = null }) => ({
      id,
      name,
      status: status ?? (conclusion === null ? "in_progress" : "completed"),
      conclusion,
      url: `${site}/acme/widget/actions/runs/900/job/${id}`,
      app: "github-actions",
      workflow: null
    })),
    statuses: (world.statuses ?? []).map(({ context, word, link }) => ({
      context,
      state: word,
      description: null,
      url: link ?? null
    }))
  }
}
