import type { PagingQuirks } from "./world.js"

export interface Page<A> {
  readonly rows: ReadonlyArray<A>
  readonly page: number
  /** Rows a page, after the server's own limit. */
  readonly size: number
  /** Rows of all pages. */
  readonly total: number
}

const whole = (value: string | null): number | undefined =>
  value !== null && /^\d+$/.test(value) && Number(value) > 0 ? Number(value) : undefined

/** Cuts a page out of a list. A page past the end is empty. */
export const cut = <A>(
  rows: ReadonlyArray<A>,
  query: URLSearchParams,
  rule: { readonly sizeKey: string; readonly most: number },
  quirks: PagingQuirks
): Page<A> => {
  const size = Math.min(whole(query.get(rule.sizeKey)) ?? 30, rule.most, quirks.clamp ?? rule.most)
  const page = quirks.unpaged === true ? 1 : (whole(query.get("page")) ?? 1)
  return { rows: rows.slice((page - 1) * size, page * size), page, size, total: rows.length }
}

/** The `Link` header of GitHub, which names the repository by number; nothing when all fits on one page (`github-wire.md` 0.3). */
export const githubLink = (page: Page<unknown>, url: URL): Readonly<Record<string, string>> => {
  const last = Math.ceil(page.total / page.size)
  const rel = (name: string, number: number) => {
    const target = new URL(url)
    target.searchParams.set("page", `${number}`)
    return `<${target.href}>; rel="${name}"`
  }
  const links = [
    ...(page.page > 1 ? [rel("prev", page.page - 1)] : []),
    ...(page.page < last ? [rel("next", page.page + 1), rel("last", last)] : []),
    ...(page.page > 1 ? [rel("first", 1)] : [])
  ]
  return links.length === 0 ? {} : { link: links.join(", ") }
}
