import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ErrForge, ErrNotFound, type ErrRateLimited } from "../../../core/errors.js"
import { json, refusal } from "../../transport/decode.js"
import type { ForgeAnswer, ForgeClient } from "../../transport/forge-client.js"

/** What every page of a list is asked for. */
export interface List {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Who is not there when the forge answers 404. */
  readonly subject: string
  /** What helps when the forge answers 403. */
  readonly permission?: string
}

type Failure = ErrNotFound | ErrForge | ErrRateLimited

/** Rows of a page as the forge serves it: how many were asked for, and how long a list may be (contract 5.5). */
const pageSize = 100
const mostPages = 100

interface Part<A> {
  readonly rows: ReadonlyArray<A>
  /** The rows of all pages, where the list says so. */
  readonly total?: number
}

interface Page<A> extends Part<A> {
  /** The number of the last page when the `Link` header tells it. */
  readonly last: number | undefined
  readonly more: boolean
}

const pageOfRel = (link: string, rel: string): number | undefined => {
  const found = link.split(",").find((part) => part.includes(`rel="${rel}"`))
  const page = /[?&]page=(\d+)/.exec(found ?? "")?.[1]
  return page === undefined ? undefined : Number(page)
}

/** Only the page numbers of the links are taken: their addresses name another form of the repository, or another host. */
const links = ({ headers }: ForgeAnswer) => {
  const link = String(headers["link"] ?? "")
  return { last: pageOfRel(link, "last"), more: pageOfRel(link, "next") !== undefined }
}

const fetchPage = (client: ForgeClient, { path, query, subject, permission }: List, page: number) =>
  Effect.flatMap(
    client.send({ path, query: { ...query, per_page: pageSize, page } }),
    (answer): Effect.Effect<ForgeAnswer, ErrNotFound | ErrForge> => {
      if (answer.status === 200) return Effect.succeed(answer)
      if (answer.status === 404) return Effect.fail(new ErrNotFound({ subject }))
      return Effect.fail(refusal(client, answer, permission))
    }
  )

/** The numbers of the pages after the first when they can be known before they are read. */
const ahead = <A>({ rows, total, last, more }: Page<A>): ReadonlyArray<number> | undefined => {
  if (rows.length === 0) return []
  if (total === undefined && last === undefined) return more ? undefined : []
  const count = total === undefined ? (last ?? 1) : Math.ceil(total / rows.length)
  return Array.from({ length: Math.max(0, count - 1) }, (_, i) => i + 2)
}

/** All pages: those after the first side by side when their number is known, else one after another along `rel="next"`. */
const pages = <A extends { readonly id: number }>(
  client: ForgeClient,
  asked: List,
  decode: (answer: ForgeAnswer) => Effect.Effect<Part<A>, ErrForge>
): Effect.Effect<ReadonlyArray<A>, Failure> => {
  const turn = (page: number) =>
    Effect.flatMap(fetchPage(client, asked, page), (answer) =>
      Effect.map(decode(answer), (part): Page<A> => ({ ...part, ...links(answer) }))
    )
  const tooLong = new ErrForge({
    asked: `github GET ${asked.path}`,
    words: `the list has more than ${mostPages} pages`,
    remedy: "it is never cut short: read it on the forge"
  })
  const onward = (page: number, so: ReadonlyArray<A>): Effect.Effect<ReadonlyArray<A>, Failure> =>
    page > mostPages
      ? Effect.fail(tooLong)
      : Effect.flatMap(turn(page), ({ rows, more }) =>
          more ? onward(page + 1, [...so, ...rows]) : Effect.succeed([...so, ...rows])
        )

  return Effect.gen(function* () {
    const first = yield* turn(1)
    const numbers = ahead(first)
    if (numbers === undefined) return once(yield* onward(2, first.rows))
    if (numbers.length >= mostPages) return yield* tooLong
    const turned = yield* Effect.forEach(numbers, turn, { concurrency: "unbounded" })
    const rows = once([...first.rows, ...turned.flatMap((page) => page.rows)])
    if (rows.length >= (first.total ?? 0)) return rows
    return yield* new ErrForge({
      asked: `github GET ${asked.path}`,
      words: `it announced ${first.total} rows and gave ${rows.length}`,
      remedy: "what is missing may be red: ask again"
    })
  })
}

/** Rows inserted between two page reads shift the pages, so that a row can come twice: it is one by its id. */
const once = <A extends { readonly id: number }>(rows: ReadonlyArray<A>): ReadonlyArray<A> => [
  ...new Map(rows.map((row) => [row.id, row])).values()
]

/** A bare array, all pages. Fails with `ErrNotFound` on 404. */
export const list = <A extends { readonly id: number }, I>(
  client: ForgeClient,
  row: Schema.Schema<A, I>,
  asked: List
) => {
  const rows = json(Schema.Array(row))
  return pages(client, asked, (answer) => Effect.map(rows(answer), (rows): Part<A> => ({ rows })))
}

/**
 * A list in an envelope with `total_count`, all pages. Fewer rows than announced is an error: what is missing may be the red one
 * (contract 5.5, github-wire 0.3).
 */
export const envelope = <A extends { readonly id: number }, B extends { readonly total_count: number }, I>(
  client: ForgeClient,
  body: Schema.Schema<B, I>,
  rowsOf: (body: B) => ReadonlyArray<A>,
  asked: List
) => {
  const read = json(body)
  return pages(client, asked, (answer) =>
    Effect.map(read(answer), (page): Part<A> => ({ rows: rowsOf(page), total: page.total_count }))
  )
}
