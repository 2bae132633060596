/** What a tool prints when it fails, in its style, and the lines without which nobody would know what to fix. */
export interface ToolLog {
  readonly tool: string
  readonly output: string
  readonly tells: ReadonlyArray<string>
}

/** The output without the line feeds that only make it readable here. */
export const log = (tool: string, tells: ReadonlyArray<string>, output: string): ToolLog => ({
  tool,
  tells,
  output: output.replace(/^\n/, "").trimEnd()
})

export const many = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n")
