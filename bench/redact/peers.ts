import type { Patterns } from "../../src/core/redact/patterns.js"
import { patternBytes } from "../../src/core/redact/patterns.js"

/** What the platform offers without a dependency. Each only counts matches, which is less than to redact. */

const all = (patterns: Patterns): ReadonlyArray<Buffer> =>
  Array.from({ length: patterns.count }, (_, index) => Buffer.from(patternBytes(patterns, index)))

/** At most so many patterns, spread over all; the time is scaled up. */
const spread = <A>(items: ReadonlyArray<A>, most: number): ReadonlyArray<A> => {
  const step = Math.max(1, Math.ceil(items.length / most))
  return items.filter((_, index) => index % step === 0)
}

/** `Buffer.indexOf`, one pass for each pattern, of a sample of them; `scale` is how many passes the whole would take. */
export const indexOfEach = (patterns: Patterns): { readonly run: (text: Buffer) => number; readonly scale: number } => {
  const sample = spread(all(patterns), 20)
  return {
    scale: patterns.count / sample.length,
    run: (text) => {
      let found = 0
      for (const pattern of sample) {
        for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) found++
      }
      return found
    }
  }
}

/** One regular expression of all patterns, the longest first, over the latin1 text; the conversion is not counted. */
export const oneExpression = (patterns: Patterns): ((text: string) => number) => {
  const sources = all(patterns)
    .map((pattern) => pattern.toString("latin1"))
    .sort((a, b) => b.length - a.length)
    .map((source) => source.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
  const expression = new RegExp(sources.join("|"), "g")
  return (text) => {
    let found = 0
    for (const _ of text.matchAll(expression)) found++
    return found
  }
}
