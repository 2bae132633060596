/** A benchmark's figures: printed as a table for a person, then as one JSON line for a program. */
export interface Report {
  readonly title: string
  readonly rows: ReadonlyArray<Readonly<Record<string, string | number>>>
  readonly notes?: ReadonlyArray<string>
}

const text = (value: string | number | undefined): string =>
  typeof value === "number" ? (Number.isInteger(value) ? String(value) : value.toFixed(2)) : (value ?? "")

export const print = (name: string, { title, rows, notes = [] }: Report): void => {
  const columns = Object.keys(rows[0] ?? {})
  const lines = [columns, ...rows.map((row) => columns.map((column) => text(row[column])))]
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)))
  console.log(`${title}\n`)
  for (const line of lines)
    console.log(
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd()
    )
  for (const note of notes) console.log(`\n${note}`)
  console.log(`\n${JSON.stringify({ bench: name, rows })}`)
}

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
