import * as Schema from "effect/Schema"
import { ForgeTime } from "../../../core/instant.js"

/**
 * GitHub's answers, as far as they are read. What identifies a row is required, everything else may be missing or null: fields and
 * words are added to every version without notice (github-wire 0.2).
 */

const maybe = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(Schema.NullOr(schema), { default: () => null })

const User = Schema.Struct({ login: Schema.String })

const Branch = Schema.Struct({
  ref: Schema.String,
  sha: Schema.String,
  repo: maybe(Schema.Struct({ full_name: Schema.String }))
})

export const Pull = Schema.Struct({
  id: Schema.Int,
  number: Schema.Int,
  title: Schema.String,
  body: maybe(Schema.String),
  state: Schema.String,
  draft: maybe(Schema.Boolean),
  user: maybe(User),
  html_url: Schema.String,
  merged: maybe(Schema.Boolean),
  merged_at: maybe(Schema.String),
  merge_commit_sha: maybe(Schema.String),
  mergeable: maybe(Schema.Boolean),
  head: Branch,
  base: Branch
})

export const CheckRun = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  status: Schema.String,
  conclusion: maybe(Schema.String),
  html_url: maybe(Schema.String),
  output: maybe(Schema.Struct({ title: maybe(Schema.String) })),
  app: maybe(Schema.Struct({ slug: maybe(Schema.String) })),
  check_suite: maybe(Schema.Struct({ id: maybe(Schema.Int) }))
})

export const Status = Schema.Struct({
  id: Schema.Int,
  context: Schema.String,
  state: Schema.String,
  description: maybe(Schema.String),
  target_url: maybe(Schema.String)
})

export const Review = Schema.Struct({
  id: Schema.Int,
  user: maybe(User),
  author_association: maybe(Schema.String),
  state: Schema.String,
  body: maybe(Schema.String),
  html_url: maybe(Schema.String),
  commit_id: maybe(Schema.String),
  submitted_at: maybe(ForgeTime)
})

const comment = {
  id: Schema.Int,
  user: maybe(User),
  author_association: maybe(Schema.String),
  body: maybe(Schema.String),
  html_url: Schema.String,
  created_at: ForgeTime,
  updated_at: ForgeTime
}

export const Comment = Schema.Struct(comment)

/** `line` is null on an outdated comment and on one about the whole file (github-wire 5.3). */
export const DiffComment = Schema.Struct({ ...comment, path: Schema.String, line: maybe(Schema.Int) })

/** The committer's clock, which an amend or a rebase moves; absent on a commit without one. */
export const Commit = Schema.Struct({
  commit: Schema.Struct({ committer: maybe(Schema.Struct({ date: maybe(ForgeTime) })) })
})

export const Repository = Schema.Struct({ default_branch: Schema.String })
