/**
 * A path of a forge's API whose values are escaped as single segments: `afk/63` becomes `afk%2F63` (contract 5.3). A value that is a
 * dot segment cannot be escaped; it is doubled in escapes so that no server walks up on it.
 */
export const apiPath = (parts: TemplateStringsArray, ...values: ReadonlyArray<string | number>): string =>
  parts.reduce((path, part, i) => path + segment(values[i - 1] ?? "") + part)

const segment = (value: string | number): string => {
  // A lone surrogate has no UTF-8 form, and a name that holds one is nobody's.
  const text = encodeURIComponent(String(value).replace(/\p{Surrogate}/gu, "\uFFFD"))
  return text === "." || text === ".." ? text.replaceAll(".", "%252E") : text
}

/** `?a=1&b=x%20y`, in the order given; empty without any. */
export const apiQuery = (query: Readonly<Record<string, string | number>> = {}): string => {
  const pairs = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`)
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`
}
