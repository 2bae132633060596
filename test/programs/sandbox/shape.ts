/** Whether two JSON values have the same keys and kinds. A null stands for any object or scalar, never for a list. */
export const differences = (recorded: unknown, ours: unknown, path = "$"): ReadonlyArray<string> => {
  if (Array.isArray(recorded) || Array.isArray(ours)) {
    if (!Array.isArray(recorded) || !Array.isArray(ours)) return [`${path}: ${kind(recorded)} became ${kind(ours)}`]
    return recorded.length === 0 || ours.length === 0 ? [] : differences(recorded[0], ours[0], `${path}[0]`)
  }
  if (recorded === null || ours === null) return []
  if (typeof recorded === "object" && typeof ours === "object") {
    const [left, right] = [
      new Map<string, unknown>(Object.entries(recorded)),
      new Map<string, unknown>(Object.entries(ours))
    ]
    return [
      ...[...left.keys()].filter((key) => !right.has(key)).map((key) => `${path}.${key}: missing`),
      ...[...right.keys()].filter((key) => !left.has(key)).map((key) => `${path}.${key}: invented`),
      ...[...left].flatMap(([key, value]) =>
        right.has(key) ? differences(value, right.get(key), `${path}.${key}`) : []
      )
    ]
  }
  return kind(recorded) === kind(ours) ? [] : [`${path}: ${kind(recorded)} became ${kind(ours)}`]
}

const kind = (value: unknown): string => (Array.isArray(value) ? "list" : value === null ? "null" : typeof value)
