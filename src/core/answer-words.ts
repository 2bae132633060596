/** How many bytes of a forge's own words a message carries (contract 5.3). */
const longest = 512

/** What stands for a body that says nothing. */
export const noWords = "(empty body)"

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const errorWords = (errors: unknown): ReadonlyArray<string> => {
  if (typeof errors === "string") return [errors]
  if (!Array.isArray(errors)) return []
  return errors.flatMap((error: unknown) => {
    if (typeof error === "string") return [error]
    if (!isObject(error)) return []
    if (typeof error["message"] === "string") return [error["message"]]
    const facts = ["resource", "field", "code"].map((key) => error[key]).filter((fact) => typeof fact === "string")
    return facts.length === 0 ? [] : [facts.join(" ")]
  })
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const cut = (text: string): string => {
  const bytes = new TextEncoder().encode(text)
  return bytes.length <= longest ? text : `${new TextDecoder().decode(bytes.subarray(0, longest)).replace(/�$/, "")}…`
}

/** True for a page: by its media type, or because it begins as one. */
export const isPage = (contentType: string | undefined, text: string): boolean =>
  /text\/html|application\/xhtml/i.test(contentType ?? "") || /^\s*</.test(text.slice(0, 256))

const jsonWords = (value: unknown): string | undefined => {
  if (!isObject(value)) return undefined
  const { message, errors } = value
  const words = [...(typeof message === "string" && message !== "" ? [message] : []), ...errorWords(errors)]
  return words.length === 0 && message !== "" ? undefined : words.join(": ")
}

/**
 * What the body of a refusal says, for a message (contract 5.3): of JSON its `message` and `errors`, of a page only its media
 * type, else its text with blanks collapsed, at most 512 bytes, `(empty body)` when there is none or its `message` is empty (forgejo-wire 1.2). Each of `confidential` is
 * taken out: some servers echo the credential that was sent.
 */
export const answerWords = (
  contentType: string | undefined,
  body: Uint8Array,
  confidential: ReadonlyArray<string>
): string => {
  const text = new TextDecoder().decode(body)
  if (text.trim() === "") return noWords
  const page = `(a page of ${(contentType ?? "text/html").split(";")[0]?.trim()})`
  const words = isPage(contentType, text) ? page : (jsonWords(parsed(text)) ?? text)
  const clean = confidential
    .filter((value) => value !== "")
    .reduce((all, value) => all.replaceAll(value, "[REDACTED]"), words)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  const line = clean.replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, " ").trim()
  return line === "" ? noWords : cut(line)
}
