import { Effect } from "effect"

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: unknown
}

export interface Call {
  readonly method?: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const parsed = (text: string): unknown => (/^[[{"n]/.test(text) ? JSON.parse(text) : undefined)

/** One request as it is, redirects not followed. A broken answer fails with what fetch said. */
export const call = (url: string, { method = "GET", token, headers = {}, body }: Call = {}) =>
  Effect.tryPromise(async (signal): Promise<Reply> => {
    const response = await fetch(url, {
      method,
      redirect: "manual",
      signal,
      headers: {
        ...(token === undefined ? {} : { authorization: `token ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
    })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get("content-type") ?? "")
    return { status: response.status, headers: response.headers, text, json: isJson ? parsed(text) : undefined }
  })

/** Follows keys and places into a JSON value. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
    value
  )

/** The same key of every row of a list. */
export const column = (value: unknown, key: string): ReadonlyArray<unknown> =>
  Array.isArray(value) ? value.map((row) => at(row, key)) : []
