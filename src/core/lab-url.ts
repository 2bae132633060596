import * as Either from "effect/Either"

/** Where a lab server is: an origin and the path its routes stand below, or a unix socket. */
export interface LabUrl {
  readonly origin: URL
  readonly prefix: string
  readonly socketPath?: string
}

/**
 * `LAB_URL`: `http(s)://host[:port][/prefix]`, trailing slashes trimmed, or `unix:///abs/path.sock`, whose host is never resolved
 * (contract 2.1). Left says what is wrong with it.
 */
export const parseLabUrl = (text: string): Either.Either<LabUrl, string> => {
  const trimmed = text.trim().replace(/\/+$/, "")
  if (trimmed.startsWith("unix:")) {
    const path = /^unix:\/\/(\/.+)$/.exec(trimmed)?.[1]
    return path === undefined
      ? Either.left("LAB_URL names a socket by a path that is not absolute: use unix:///abs/path/to.sock")
      : Either.right({ origin: new URL("http://lab"), prefix: "", socketPath: path })
  }
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return Either.left("LAB_URL is no address: use http://host:port, https://host or unix:///abs/path/to.sock")
  }
  return Either.right({ origin: new URL(url.origin), prefix: url.pathname.replace(/\/+$/, "") })
}
