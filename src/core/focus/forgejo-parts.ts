import type { Part, Parts } from "./parts.js"
import { type Placed, type Scan, strongestVerdicts } from "./scan.js"

/** What stands before the step that failed. */
const beforeShare = 0.3

/** What comes after it: another step, or its own last output. */
const afterShare = 0.7

/** What the workflow tolerates. */
const toleratedShare = 0.05

interface Slice {
  readonly start: number
  readonly end: number
  readonly closedBy: "verdict" | "tolerated" | "other"
  readonly titled: boolean
}

/** Cuts the log before each line that begins a step and after each that ends one. */
const slices = (marks: ReadonlyArray<Placed>, verdicts: ReadonlySet<number>, count: number): ReadonlyArray<Slice> => {
  const found: Array<Slice> = []
  let start = 0
  let titled = false
  const cut = (end: number, closedBy: Slice["closedBy"]): void => {
    if (end > start) found.push({ start, end, closedBy, titled })
    start = end
    titled = false
  }
  for (const { mark, line } of marks) {
    if (mark.kind === "step" && mark.forge === "forgejo") {
      cut(line, "other")
      titled = true
    } else if (verdicts.has(line)) cut(line + 1, "verdict")
    else if (mark.kind === "tolerated") cut(line + 1, "tolerated")
    else if (mark.kind === "passed") cut(line + 1, "other")
  }
  cut(count, "other")
  return found
}

const withoutVerdict = (scan: Scan, cuts: ReadonlyArray<Slice>): Parts => ({
  parts: cuts.map(({ start, end, closedBy }) =>
    closedBy === "tolerated" ? { start, end, share: toleratedShare, tolerated: true } : { start, end, share: 1 }
  ),
  main: undefined,
  verdicts: scan.marks.flatMap(({ mark, line }) => (mark.kind === "closing" ? [line] : [])).slice(0, 1)
})

/**
 * The parts of a log of Forgejo's or Gitea's runner, and of one whose runner is unknown. Order proves little there: a verdict may stand before the
 * last output of its step, so what follows it up to the next line of the runner counts as the step's own (forgejo-wire 5.7). The first failure
 * that was not tolerated is the one that failed the job. Some runners name the first step alone, so a single name proves nothing.
 */
export const forgejoParts = (scan: Scan, count: number): Parts => {
  const verdicts = strongestVerdicts(scan)
  const cuts = slices(scan.marks, new Set(verdicts), count)
  const at = cuts.findIndex(({ closedBy }) => closedBy === "verdict")
  const failed = cuts[at]
  if (failed === undefined) return withoutVerdict(scan, cuts)
  const after = cuts[at + 1]
  const late = after !== undefined && !after.titled && after.closedBy !== "tolerated"
  const main: Part = {
    start: failed.start,
    end: late ? after.end : failed.end,
    share: 1,
    ...(failed.titled && cuts.filter(({ titled }) => titled).length > 1 ? { title: failed.start } : {})
  }
  const parts = cuts.flatMap((cut, index): ReadonlyArray<Part> => {
    const { start, end, closedBy } = cut
    if (index === at) return [main]
    if (index === at + 1 && late) return []
    if (closedBy === "tolerated") return [{ start, end, share: toleratedShare, tolerated: true }]
    return [{ start, end, share: index < at ? beforeShare : afterShare }]
  })
  return { parts, main, verdicts }
}
