import * as Effect from "effect/Effect"
import { apiPath } from "../../../core/api-path.js"
import { ErrForge, type ErrNotFound, type ErrRateLimited } from "../../../core/errors.js"
import { json } from "../../transport/decode.js"
import type { ForgeClient } from "../../transport/forge-client.js"
import { type List, pages } from "./pages.js"
import { CombinedStatus, type Status } from "./wire.js"

type Row = typeof Status.Type

/**
 * The pages of one commit's rows as one list. Windows are cut newest first, so a row written between two page reads pushes another one
 * onto the next page: the same row comes once, and of one context on two pages the higher id is the newer (forgejo-wire 3.2).
 */
export const joined = (windows: ReadonlyArray<ReadonlyArray<Row>>): ReadonlyArray<Row> => {
  const rows: Array<Row> = []
  const places = new Map<string, { readonly at: number; readonly window: number }>()
  const ids = new Set<number>()
  windows.forEach((window, number) => {
    for (const row of window) {
      if (ids.has(row.id)) continue
      ids.add(row.id)
      const known = places.get(row.context)
      if (known === undefined || known.window === number) {
        places.set(row.context, { at: rows.length, window: number })
        rows.push(row)
      } else if ((rows[known.at]?.id ?? row.id) < row.id) rows[known.at] = row
    }
  })
  return rows
}

/**
 * The latest row of every context of a commit. They must add up to the total that the forge announces: it is asked once more when they
 * do not, then it is an error, never a shorter list (contract 5.4).
 */
export const statuses = (
  client: ForgeClient,
  repo: string,
  sha: string
): Effect.Effect<ReadonlyArray<Row>, ErrNotFound | ErrForge | ErrRateLimited> => {
  const decode = json(CombinedStatus)
  const list: List<Row> = {
    path: `${repo}${apiPath`/commits/${sha}/status`}`,
    subject: `commit ${sha}`,
    rows: (answer) => Effect.map(decode(answer), ({ statuses }) => statuses ?? []),
    key: ({ id }) => id
  }
  const attempt = Effect.flatMap(pages(client, list), ({ pages, total = 0 }) => {
    const rows = joined(pages)
    return rows.length >= total
      ? Effect.succeed(rows)
      : Effect.fail({ _tag: "Short" as const, total, got: rows.length })
  })
  return attempt.pipe(
    Effect.catchTag("Short", () => attempt),
    Effect.catchTag("Short", ({ total, got }) =>
      Effect.fail(
        new ErrForge({
          asked: `forgejo GET ${list.path}`,
          words: `it announced ${total} rows and gave ${got}, twice`,
          remedy: "what is missing may be red: ask again"
        })
      )
    )
  )
}
