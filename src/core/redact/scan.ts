import { type Automaton, buildAutomaton, scanAutomaton } from "./automaton.js"
import { buildGramIndex, type GramIndex } from "./gram-index.js"
import type { Hits } from "./hits.js"
import type { Patterns } from "./patterns.js"
import { scanSampled } from "./sampled-scan.js"
import { buildTinyIndex, scanTiny } from "./tiny-scan.js"

/** Finds every occurrence of every pattern, overlapping and nested ones too. */
export interface Scanner {
  readonly patterns: Patterns
  /** Leaves in `hits` all occurrences in the text, in no order, and nothing else. */
  readonly find: (text: Uint8Array, hits: Hits) => void
}

/** Up to here one four-byte gram every 12 bytes costs less than its false candidates; above, eight bytes every 8. */
const fewPatterns = 1200

const lengthOf = (patterns: Patterns, pattern: number): number =>
  (patterns.starts[pattern + 1] ?? 0) - (patterns.starts[pattern] ?? 0)

const members = (patterns: Patterns, least: number, most: number): Int32Array =>
  Int32Array.from({ length: patterns.count }, (_, pattern) => pattern).filter((pattern) => {
    const length = lengthOf(patterns, pattern)
    return length >= least && length <= most
  })

const indexes = (patterns: Patterns): ReadonlyArray<GramIndex> => {
  const long = members(patterns, 15, patterns.longest)
  const short = members(patterns, 7, 14)
  const six = members(patterns, 6, 6)
  return [
    ...(long.length === 0
      ? []
      : [long.length <= fewPatterns ? buildGramIndex(patterns, long, 4, 12) : buildGramIndex(patterns, long, 8, 8)]),
    ...(short.length === 0 ? [] : [buildGramIndex(patterns, short, 4, 4)]),
    ...(six.length === 0 ? [] : [buildGramIndex(patterns, six, 3, 4)])
  ]
}

/** The automaton alone: the reference that the sampled search is tested against. */
export const automatonScanner = (patterns: Patterns): Scanner => {
  const automaton = buildAutomaton(patterns)
  return {
    patterns,
    find: (text, hits) => {
      hits.count = 0
      scanAutomaton(automaton, text, hits)
    }
  }
}

/**
 * The sampled search (redaction.md 5), and where a text costs it more work than `workPerByte` allows, the automaton. It is
 * built when it is first needed.
 */
export const buildScanner = (patterns: Patterns, workPerByte = 1 / 8): Scanner => {
  const sampled = indexes(patterns)
  const few = members(patterns, 1, 5)
  const tiny = few.length === 0 ? undefined : buildTinyIndex(patterns, few)
  let automaton: Automaton | undefined
  return {
    patterns,
    find: (text, hits) => {
      hits.count = 0
      let work = 64 + text.length * workPerByte
      for (const index of sampled) {
        if (work >= 0) work = scanSampled(index, text, hits, work)
      }
      if (work >= 0) {
        if (tiny !== undefined) scanTiny(patterns, tiny, text, hits)
        return
      }
      automaton ??= buildAutomaton(patterns)
      hits.count = 0
      scanAutomaton(automaton, text, hits)
    }
  }
}
