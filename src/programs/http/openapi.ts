/** Schemas of the library's own decoding error, which this server never answers with (`failures.ts`). */
const foreign: ReadonlySet<string> = new Set(["HttpApiDecodeError", "Issue", "PropertyKey"])

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isForeign = (value: unknown): boolean =>
  isObject(value) && typeof value["$ref"] === "string" && foreign.has(value["$ref"].split("/").at(-1) ?? "")

const cleaned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((item) => !isForeign(item)).map(cleaned)
  if (!isObject(value)) return value
  const entries = Object.entries(value).filter(([name]) => !foreign.has(name))
  const { anyOf, ...rest } = Object.fromEntries(entries.map(([name, item]) => [name, cleaned(item)]))
  if (anyOf === undefined) return rest
  return Array.isArray(anyOf) && anyOf.length === 1 && isObject(anyOf[0])
    ? { ...anyOf[0], ...rest }
    : { anyOf, ...rest }
}

/** The generated document without what the generator adds for errors that are answered in the contract's own form. */
export const describedAsAnswered = (spec: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const clean = cleaned(spec)
  return isObject(clean) ? { ...clean } : { ...spec }
}
