import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Order from "effect/Order"
import * as Schema from "effect/Schema"
import { ErrDuplicateOpenPull, ErrNotFound, type ErrStore } from "../../core/errors.js"
import { Instant } from "../../core/instant.js"
import { PullState } from "../../core/pull.js"
import { now } from "./mint.js"
import { firstOr, rowsOf, stored } from "./stored.js"

const Row = Schema.Struct({
  repoId: Schema.String,
  number: Schema.Int,
  head: Schema.String,
  base: Schema.String,
  title: Schema.String,
  body: Schema.String,
  state: PullState,
  mergeCommit: Schema.NullOr(Schema.String),
  createdAt: Instant,
  endedAt: Schema.NullOr(Instant)
})

/** The builtin backend's pull request. `closes` are the issues its body closes, unique and ascending. */
export interface ChangeRequest extends Schema.Schema.Type<typeof Row> {
  readonly closes: ReadonlyArray<number>
}

export type NewChangeRequest = Pick<ChangeRequest, "repoId" | "head" | "base" | "title" | "body" | "closes">

/** Change requests: a number from the repository's counter, one open one a head, ends only from `open` (contract 9). */
export class ChangeRequests extends Context.Tag("lab/ChangeRequests")<
  ChangeRequests,
  {
    /** `ErrNotFound` when the repository is gone. A refused one consumes no number. */
    readonly create: (
      request: NewChangeRequest
    ) => Effect.Effect<ChangeRequest, ErrDuplicateOpenPull | ErrNotFound | ErrStore>
    readonly find: (repoId: string, number: number) => Effect.Effect<ChangeRequest, ErrNotFound | ErrStore>
    /** In any state, number descending. */
    readonly list: (repoId: string) => Effect.Effect<ReadonlyArray<ChangeRequest>, ErrStore>
    /** Exact matches in any state, number descending. */
    readonly forHead: (
      repoId: string,
      head: string,
      base: string
    ) => Effect.Effect<ReadonlyArray<ChangeRequest>, ErrStore>
    /** True for the one caller that moved it out of `open`. */
    readonly transition: (
      repoId: string,
      number: number,
      to: "merged" | "closed",
      mergeCommit?: string
    ) => Effect.Effect<boolean, ErrStore>
  }
>() {
  static readonly layer = Layer.effect(
    ChangeRequests,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const decode = rowsOf(Row)
      const decodeNumber = rowsOf(Schema.Struct({ number: Schema.Int }))
      const decodeCloses = rowsOf(Schema.Struct({ number: Schema.Int, issueNumber: Schema.Int }))

      const select = (where: Fragment) =>
        Effect.gen(function* () {
          const rows = yield* decode(yield* sql`SELECT * FROM change_requests WHERE ${where} ORDER BY number DESC`)
          if (rows.length === 0) return []
          const closes = yield* decodeCloses(
            yield* sql`SELECT number, issue_number FROM change_request_closes
              WHERE ${sql.and([
                sql`repo_id = ${rows[0]?.repoId ?? ""}`,
                sql.in(
                  "number",
                  Arr.map(rows, ({ number }) => number)
                )
              ])}
              ORDER BY issue_number`
          )
          const byNumber = Arr.groupBy(closes, ({ number }) => `${number}`)
          return Arr.map(
            rows,
            (row): ChangeRequest => ({
              ...row,
              closes: Arr.map(byNumber[`${row.number}`] ?? [], ({ issueNumber }) => issueNumber)
            })
          )
        })

      const nextNumber = (repoId: string) =>
        sql`UPDATE repositories SET next_cr_number = next_cr_number + 1
          WHERE id = ${repoId} RETURNING next_cr_number - 1 AS number`.pipe(
          Effect.flatMap(decodeNumber),
          Effect.flatMap(firstOr(() => new ErrNotFound({ subject: `repository ${repoId}` })))
        )

      const openOf = (repoId: string, head: string) =>
        Effect.flatMap(
          sql`SELECT number FROM change_requests WHERE repo_id = ${repoId} AND head = ${head} AND state = 'open'`,
          decodeNumber
        )

      return ChangeRequests.of({
        create: ({ closes, ...request }) =>
          Effect.gen(function* () {
            const { repoId, head } = request
            const { number } = yield* nextNumber(repoId)
            const row = {
              ...request,
              number,
              state: "open" as const,
              mergeCommit: null,
              createdAt: yield* now,
              endedAt: null
            }
            const inserted = yield* sql`INSERT INTO change_requests ${sql.insert(row)}
              ON CONFLICT (repo_id, head) WHERE state = 'open' DO NOTHING RETURNING number`
            if (inserted.length === 0) {
              const [open] = yield* openOf(repoId, head)
              return yield* new ErrDuplicateOpenPull({ head, ...(open === undefined ? {} : { number: open.number }) })
            }
            const issues = Arr.sort(Arr.dedupe(closes), Order.number)
            if (issues.length > 0) {
              const links = Arr.map(issues, (issueNumber) => ({ repoId, number, issueNumber }))
              yield* sql`INSERT INTO change_request_closes ${sql.insert(links)}`
            }
            return { ...row, closes: issues }
          }).pipe(sql.withTransaction, stored("create change request")),
        find: (repoId, number) =>
          select(sql`repo_id = ${repoId} AND number = ${number}`).pipe(
            Effect.flatMap(firstOr(() => new ErrNotFound({ subject: `change request #${number}` }))),
            stored("find change request")
          ),
        list: (repoId) => select(sql`repo_id = ${repoId}`).pipe(stored("list change requests")),
        forHead: (repoId, head, base) =>
          select(sql`repo_id = ${repoId} AND head = ${head} AND base = ${base}`).pipe(stored("list change requests")),
        transition: (repoId, number, to, mergeCommit) =>
          Effect.gen(function* () {
            const end = { state: to, mergeCommit: mergeCommit ?? null, endedAt: yield* now }
            const moved = yield* sql`UPDATE change_requests SET ${sql.update(end)}
              WHERE repo_id = ${repoId} AND number = ${number} AND state = 'open' RETURNING number`
            return moved.length === 1
          }).pipe(stored("end change request"))
      })
    })
  )
}
