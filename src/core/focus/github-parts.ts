import type { Part, Parts } from "./parts.js"
import { type Scan, strongestVerdicts } from "./scan.js"

/** A step that failed before the last one that did: tolerated, or the cause. The log does not say which. */
const asideShare = 0.5

/** A step that did not fail. */
const passedShare = 0.05

/**
 * What made steps fail: the runner's verdicts, each the end of its step (`final`), or where it gave none the errors that it shows for an action, which
 * may go on after them.
 */
const failures = (scan: Scan): { readonly all: ReadonlyArray<number>; readonly final: boolean } => {
  const verdicts = strongestVerdicts(scan)
  if (verdicts.length > 0) return { all: verdicts, final: true }
  return { all: scan.marks.flatMap(({ mark, line }) => (mark.kind === "annotation" ? [line] : [])), final: false }
}

/**
 * Where GitHub's clean-up begins: after the last step, and after what failed it, since a program may print `Post job cleanup.` too.
 */
const cleanupStart = (scan: Scan, lastStep: number, failed: ReadonlyArray<number>, count: number): number => {
  const from = failed.find((line) => line >= lastStep) ?? lastStep
  return scan.marks.find(({ mark, line }) => mark.kind === "cleanup" && line > from)?.line ?? count
}

/**
 * The parts of a log in GitHub's frame, whose order can be trusted: what is before the first step and from the clean-up on stays out (contract 6.3),
 * the last step that failed is the one that counts, what comes after its verdict is another's.
 */
export const githubParts = (scan: Scan, count: number): Parts => {
  const steps = scan.marks.flatMap(({ mark, line }) => (mark.kind === "step" && mark.forge === "github" ? [line] : []))
  const { all, final } = failures(scan)
  const end = cleanupStart(scan, steps.at(-1) ?? -1, all, count)
  const first = steps[0] ?? 0
  const within = all.filter((line) => line >= first && line < end)
  // A job that fails while it is set up, or in its clean-up alone, has its reason there.
  const failed = within.length > 0 ? within : all
  const starts = [...(first > 0 || steps.length === 0 ? [0] : []), ...steps, ...(end < count ? [end] : [])]
  const last = failed.at(-1)
  const parts: Array<Part> = []
  let main: Part | undefined
  let verdicts: ReadonlyArray<number> = []
  let next = 0
  for (const [index, start] of starts.entries()) {
    const stop = starts[index + 1] ?? count
    const outside = start < first || start >= end
    const mine: Array<number> = []
    for (; (failed[next] ?? count) < stop; next++) mine.push(failed[next] ?? 0)
    const title = outside || steps.length === 0 ? {} : { title: start }
    const verdict = mine.at(-1)
    if (verdict === undefined) {
      parts.push({ start, end: stop, share: outside ? 0 : last === undefined ? 1 : passedShare, ...title })
      continue
    }
    const over = final ? verdict + 1 : stop
    const failing: Part =
      verdict === last
        ? { start, end: over, share: 1, ...title }
        : { start, end: over, share: asideShare, aside: true, ...title }
    parts.push(failing)
    if (verdict === last) [main, verdicts] = [failing, mine.toReversed()]
    if (over < stop) parts.push({ start: over, end: stop, share: 0 })
  }
  return { parts, main, verdicts }
}
