import { cut } from "./paging.js"
import type { Ask } from "./route.js"
import type { World } from "./world.js"

export interface ForgejoPage<A> {
  readonly rows: ReadonlyArray<A>
  /** `X-Total-Count`, unless the world leaves it out. */
  readonly total: Readonly<Record<string, string>>
  /** The `Link` that some lists add; its addresses are those the server believes in. */
  readonly link: Readonly<Record<string, string>>
}

/** A page as most lists cut it: 30 rows unless told, 50 at most. `always: false`: without `page` everything comes at once. */
export const forgejoPaged = <A>(
  ask: Ask,
  world: World,
  all: ReadonlyArray<A>,
  rule = { always: true }
): ForgejoPage<A> => {
  const total: Record<string, string> = world.paging.withoutTotals === true ? {} : { "x-total-count": `${all.length}` }
  if (!rule.always && !ask.query.has("page")) return { rows: all, total, link: {} }
  const page = cut(all, ask.query, { sizeKey: "limit", most: 50 }, world.paging)
  const last = Math.ceil(page.total / page.size)
  const rel = (name: string, number: number) => {
    const target = new URL(`${ask.api}${ask.path}?${ask.query.toString()}`)
    target.searchParams.set("page", `${number}`)
    return `<${target.href}>; rel="${name}"`
  }
  const links = [
    ...(page.page < last ? [rel("next", page.page + 1), rel("last", last)] : []),
    ...(page.page > 1 ? [rel("first", 1), rel("prev", page.page - 1)] : [])
  ]
  return { rows: page.rows, total, link: links.length === 0 ? {} : { link: links.join(",") } }
}
