import * as Effect from "effect/Effect"
import { ErrForge, ErrNotFound, type ErrRateLimited } from "../../../core/errors.js"
import { refusal } from "../../transport/decode.js"
import type { ForgeAnswer, ForgeClient } from "../../transport/forge-client.js"

/** What every page of a list is asked for. */
export interface List<A> {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Who is not there when the forge answers 404. */
  readonly subject: string
  readonly rows: (answer: ForgeAnswer) => Effect.Effect<ReadonlyArray<A>, ErrForge>
  /** What makes two rows one, for lists that shift or repeat between two page reads. */
  readonly key: (row: A) => string | number
}

/** The pages of a list as they came, and how many rows the forge says there are. */
interface Pages<A> {
  readonly pages: ReadonlyArray<ReadonlyArray<A>>
  readonly total: number | undefined
}

type Failure = ErrNotFound | ErrForge | ErrRateLimited

/** More than the server's own maximum is silently clamped, so page 1 tells the real size (forgejo-wire 1.3). */
const asLarge = 50
const mostPages = 100

const totalOf = ({ headers }: ForgeAnswer): number | undefined => {
  const text = String(headers["x-total-count"] ?? "")
  return /^\d+$/.test(text) ? Number(text) : undefined
}

/**
 * All pages of a list: page 1, then side by side those that `X-Total-Count` announces; without that header one after another
 * until an empty one, or one that begins like the page before (a server that ignores paging). Nothing is cut short: a list of
 * more than 100 pages is an error (contract 5.4, 12.2.28).
 */
export const pages = <A>(client: ForgeClient, list: List<A>): Effect.Effect<Pages<A>, Failure> => {
  const turn = (page: number) =>
    Effect.gen(function* () {
      const answer = yield* client.send({ path: list.path, query: { ...list.query, page, limit: asLarge } })
      if (answer.status === 404) return yield* new ErrNotFound({ subject: list.subject })
      if (answer.status !== 200) return yield* refusal(client, answer)
      return { rows: yield* list.rows(answer), total: totalOf(answer) }
    })
  const tooLong = new ErrForge({
    asked: `forgejo GET ${list.path}`,
    words: `the list has more than ${mostPages} pages`,
    remedy: "it is never cut short: read it on the forge"
  })
  const repeats = (before: ReadonlyArray<A> | undefined, [first]: ReadonlyArray<A>) =>
    first !== undefined && before?.[0] !== undefined && list.key(first) === list.key(before[0])

  const onward = (so: ReadonlyArray<ReadonlyArray<A>>): Effect.Effect<ReadonlyArray<ReadonlyArray<A>>, Failure> =>
    Effect.flatMap(turn(so.length + 1), ({ rows }) => {
      if (rows.length === 0 || repeats(so.at(-1), rows)) return Effect.succeed(so)
      return so.length >= mostPages ? Effect.fail(tooLong) : onward([...so, rows])
    })

  return Effect.gen(function* () {
    const { rows, total } = yield* turn(1)
    if (total === undefined) return { total, pages: rows.length === 0 ? [] : yield* onward([rows]) }
    const count = rows.length >= total ? 1 : Math.ceil(total / Math.max(1, rows.length))
    if (count > mostPages) return yield* tooLong
    const numbers = Array.from({ length: count - 1 }, (_, i) => i + 2)
    const turned = yield* Effect.forEach(numbers, turn, { concurrency: "unbounded" })
    return { total, pages: [rows, ...turned.map((page) => page.rows)] }
  })
}

/** The rows of all pages, each key once: windows over a moving list overlap. */
export const all = <A>(client: ForgeClient, list: List<A>): Effect.Effect<ReadonlyArray<A>, Failure> =>
  Effect.map(pages(client, list), ({ pages }) => [...new Map(pages.flat().map((row) => [list.key(row), row])).values()])
