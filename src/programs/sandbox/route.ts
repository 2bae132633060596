import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ErrGit } from "../../core/errors.js"

/** What a forge says. Header names are in lower case. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** What a forge was asked, once its token has been looked at. */
export interface Ask {
  readonly method: string
  /** Below the API root, still escaped, with its leading slash. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The segments that the pattern named, unescaped. */
  readonly params: Readonly<Record<string, string>>
  /** Whose token came along; null for nobody. */
  readonly login: string | null
  /** `http://host:port/prefix` of this forge, and its API root. */
  readonly web: string
  readonly api: string
}

/** A plain answer, or one that git has to be asked for. */
export type Handler = (ask: Ask) => Answer | Effect.Effect<Answer, ErrGit>

/** One line of a forge's table. In a pattern `{x}` is one segment and `**` is anything; the first line that fits wins. */
export type Route = readonly [method: string, pattern: string, handler: Handler]

export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", ...headers },
  body: JSON.stringify(value)
})

export const text = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8", ...headers },
  body
})

/** A status and nothing else. */
export const bare = (status: number, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers,
  body: ""
})

/** A segment without its escapes; one that has none but broken ones stays as it is. */
const unescaped = (segment: string): string =>
  Option.getOrElse(Option.liftThrowable(decodeURIComponent)(segment), () => segment)

/** Reads a path by a pattern: the named segments, or undefined where it does not fit. */
export const pathPattern = (pattern: string): ((path: string) => Readonly<Record<string, string>> | undefined) => {
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
  const source = pattern
    .replace(/[.+?^$()|[\]\\]/g, "\\$&")
    .replaceAll("**", ".*")
    .replace(/\{\w+\}/g, "([^/]+)")
  const expression = new RegExp(`^${source}$`)
  return (path) => {
    const found = expression.exec(path)
    return found === null
      ? undefined
      : Object.fromEntries(names.map((name, i) => [name, unescaped(found[i + 1] ?? "")]))
  }
}

/** What a table says to a request: its line, or the methods that the path has instead (none: no such path). */
export type Found =
  | { readonly handler: Handler; readonly params: Readonly<Record<string, string>> }
  | { readonly allow: ReadonlyArray<string> }

/** Compiles a table once. */
export const router = (routes: ReadonlyArray<Route>) => {
  const lines = routes.map(([method, pattern, handler]) => ({ method, read: pathPattern(pattern), handler }))
  return (method: string, path: string): Found => {
    const fitting = lines.flatMap(({ read, ...line }) => {
      const params = read(path)
      return params === undefined ? [] : [{ ...line, params }]
    })
    return fitting.find((line) => line.method === method) ?? { allow: fitting.map((line) => line.method) }
  }
}

/** A segment that the pattern named. */
export const param = (ask: Ask, name: string): string => ask.params[name] ?? ""

/** A numeric segment; 0 when it is none, which no pull has. */
export const numberParam = (ask: Ask, name: string): number =>
  /^\d+$/.test(param(ask, name)) ? Number(param(ask, name)) : 0

/** The request body as JSON of a shape; none when it is anything else. */
export const payload = <A, I>(ask: Ask, schema: Schema.Schema<A, I>): Option.Option<A> =>
  Schema.decodeUnknownOption(Schema.parseJson(schema))(ask.body)

export const asEffect = (answer: Answer | Effect.Effect<Answer, ErrGit>): Effect.Effect<Answer, ErrGit> =>
  Effect.isEffect(answer) ? answer : Effect.succeed(answer)
