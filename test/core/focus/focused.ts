import { focus } from "../../../src/core/focus/focus.js"

/** The choice of at most `lines` lines from a log, as it is printed. */
export const focused = (log: string | Uint8Array, lines: number): string =>
  focus(typeof log === "string" ? new TextEncoder().encode(log) : log, { lines, pull: 7, check: "ci / unit (push)" })

/** The lines of the log in a choice, without what says what is left out. */
export const shown = (log: string | Uint8Array, lines: number): ReadonlyArray<string> =>
  focused(log, lines)
    .split("\n")
    .slice(0, -1)
    .filter((line) => !line.startsWith("… "))

export const many = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join("")
