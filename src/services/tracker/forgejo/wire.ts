import * as Schema from "effect/Schema"
import { ForgeTime } from "../../../core/instant.js"

/** Forgejo's answers, as far as they are read (forgejo-wire 2, 3, 6, 7). */

const maybe = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(Schema.NullOr(schema), { default: () => null })

/** `login`, else `username` (contract 5.4); a deleted account has the id -1 (forgejo-wire 1.6). */
export const User = Schema.Struct({
  id: maybe(Schema.Int),
  login: maybe(Schema.String),
  username: maybe(Schema.String)
})

const Branch = Schema.Struct({
  label: maybe(Schema.String),
  ref: Schema.String,
  sha: Schema.String,
  repo: maybe(Schema.Struct({ full_name: Schema.String }))
})

export const Pull = Schema.Struct({
  number: Schema.Int,
  title: Schema.String,
  body: maybe(Schema.String),
  state: Schema.String,
  draft: maybe(Schema.Boolean),
  user: maybe(User),
  html_url: Schema.String,
  merged: maybe(Schema.Boolean),
  merge_commit_sha: maybe(Schema.String),
  mergeable: maybe(Schema.Boolean),
  head: Branch,
  base: Branch
})

/** The row's word stands under `status`, not under `state`; a row may lack it. */
export const Status = Schema.Struct({
  id: Schema.Int,
  context: Schema.String,
  status: maybe(Schema.String),
  description: maybe(Schema.String),
  target_url: maybe(Schema.String)
})

/** `state` and `total_count` speak of one page and are not read; no rows is `null`. Another document without the key is no answer. */
export const CombinedStatus = Schema.Struct({ statuses: Schema.NullOr(Schema.Array(Status)) })

export const Review = Schema.Struct({
  id: Schema.Int,
  user: maybe(User),
  state: Schema.String,
  body: maybe(Schema.String),
  commit_id: maybe(Schema.String),
  dismissed: maybe(Schema.Boolean),
  comments_count: maybe(Schema.Int),
  html_url: maybe(Schema.String),
  submitted_at: maybe(ForgeTime),
  updated_at: maybe(ForgeTime)
})

export const Comment = Schema.Struct({
  id: Schema.Int,
  user: maybe(User),
  body: maybe(Schema.String),
  html_url: Schema.String,
  created_at: ForgeTime,
  updated_at: ForgeTime
})

/** `position` is a line of the new side, 0 when the comment is on the old one (forgejo-wire 7). */
export const DiffComment = Schema.Struct({
  id: Schema.Int,
  user: maybe(User),
  body: maybe(Schema.String),
  path: Schema.String,
  position: maybe(Schema.Int),
  original_position: maybe(Schema.Int),
  html_url: maybe(Schema.String),
  updated_at: ForgeTime
})

export const Commit = Schema.Struct({
  commit: Schema.Struct({ committer: maybe(Schema.Struct({ date: maybe(ForgeTime) })) })
})

export const Repository = Schema.Struct({ default_branch: Schema.String })
