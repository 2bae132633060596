/** What `gh api -i` printed, taken apart: status, headers by lower-case name, and where the body begins. */
export interface GhAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bodyAt: number
}

/**
 * Reads the head of `gh api -i`: a status line that ends in LF, header lines that end in CR LF, an empty one (github-wire 9.2). Undefined when it is no
 * answer of a forge: then gh has failed before it had one. `text` holds one character a byte.
 */
export const parseGhAnswer = (text: string): GhAnswer | undefined => {
  const status = /^HTTP\/[\d.]+ (\d{3})[^\n]*\n/.exec(text)
  if (status === null) return undefined
  const end = text.indexOf("\r\n\r\n", status[0].length - 2)
  if (end < 0) return undefined
  const headers: Record<string, string> = {}
  for (const line of text.slice(status[0].length, end).split("\r\n")) {
    const colon = line.indexOf(":")
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  return { status: Number(status[1]), headers, bodyAt: end + 4 }
}

/** GitHub's web host behind an API origin: what gh calls a host. */
const ghHost = ({ hostname }: URL): string =>
  /^api\.(github\.com|.+\.ghe\.com)$/.test(hostname) ? hostname.slice(4) : hostname

/**
 * The arguments of `gh` for one request: our headers, none of its own guesses, no credential of ours. gh takes no port in a host's name,
 * so there the whole address is given, from which it finds the credential too.
 */
export const ghArguments = (
  origin: URL,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>
): ReadonlyArray<string> => [
  "api",
  ...(origin.port === "" ? ["--hostname", ghHost(origin)] : []),
  "--include",
  "--method",
  method,
  ...Object.entries(headers)
    .filter(([name]) => name !== "authorization" && name !== "user-agent")
    .flatMap(([name, value]) => ["--header", `${name}: ${value}`]),
  origin.port === "" ? path.replace(/^\/api\/v3(?=\/)/, "").replace(/^\//, "") : `${origin.origin}${path}`
]
