import { buildAutomaton, scanAutomaton } from "./automaton.js"
import { scanCuts, settleDoubts } from "./cut-scan.js"
import { copyBytes, copyLength, reachesCut } from "./escapes.js"
import { buildGramIndex, type GramIndex } from "./gram-index.js"
import { addHit, type Hits, makeHits } from "./hits.js"
import { lengthOf, type Patterns } from "./patterns.js"
import type { Quest } from "./quest.js"
import { scanSampled } from "./sampled-scan.js"
import { buildTinyIndex, scanTiny } from "./tiny-scan.js"
import { pairsOf } from "./window-pairs.js"

/** Finds every occurrence of every pattern, overlapping and nested ones too. */
export interface Scanner {
  readonly patterns: Patterns
  /** Leaves in the quest all occurrences in its text, and in the copy those that reach a cut; in no order, some twice. */
  readonly find: (quest: Quest) => void
}

/** Up to here one four-byte gram every 12 bytes costs less than its false candidates; above, eight bytes every 8. */
const fewPatterns = 4000

const members = (patterns: Patterns, least: number, most: number): Int32Array =>
  Int32Array.from({ length: patterns.count }, (_, pattern) => pattern).filter((pattern) => {
    const length = lengthOf(patterns, pattern)
    return length >= least && length <= most
  })

const indexes = (patterns: Patterns): ReadonlyArray<GramIndex> => {
  const long = members(patterns, 15, patterns.longest)
  const short = members(patterns, 8, 14)
  const least = members(patterns, 6, 7)
  return [
    ...(long.length === 0
      ? []
      : [long.length <= fewPatterns ? buildGramIndex(patterns, long, 4, 12) : buildGramIndex(patterns, long, 8, 8)]),
    ...(short.length === 0 ? [] : [buildGramIndex(patterns, short, 3, 6)]),
    ...(least.length === 0 ? [] : [buildGramIndex(patterns, least, 3, 4)])
  ]
}

/** Searches the text with `scan`, and then the copy, of which only what reaches a cut is news. */
const searchBoth = (quest: Quest, patterns: Patterns, scan: (text: Uint8Array, hits: Hits) => void): void => {
  const { text, sequences, hits, cutHits } = quest
  scan(text, hits)
  if (sequences.count === 0) return
  const found = makeHits()
  scan(copyBytes(sequences, text, 0, copyLength(sequences)), found)
  for (let i = 0; i < found.count; i++) {
    const pattern = found.pairs[2 * i] ?? 0
    const start = found.pairs[2 * i + 1] ?? 0
    if (reachesCut(sequences, start, start + lengthOf(patterns, pattern))) addHit(cutHits, pattern, start)
  }
}

const begin = (quest: Quest): void => {
  quest.hits.count = quest.cutHits.count = quest.doubts.count = 0
}

/** The automaton alone: what the sampled search falls back to and is tested against; `undefined` above its capacity. */
export const automatonScanner = (patterns: Patterns): Scanner | undefined => {
  const automaton = buildAutomaton(patterns)
  return (
    automaton && {
      patterns,
      find: (quest) => {
        begin(quest)
        searchBoth(quest, patterns, (text, hits) => scanAutomaton(automaton, text, hits))
      }
    }
  )
}

/**
 * The sampled search (redaction.md 5), and where a text costs it more work than `workPerByte` allows, the automaton. It is
 * built when it is first needed; where it has no room, the sampled search goes on, however long it takes.
 */
export const buildScanner = (patterns: Patterns, workPerByte = 1 / 32): Scanner => {
  const sampled = indexes(patterns)
  const pairs = pairsOf(sampled)
  const few = members(patterns, 1, 5)
  const tiny = few.length === 0 ? undefined : buildTinyIndex(patterns, few)
  let fallback: Scanner | undefined
  let allowance = workPerByte

  const search = (quest: Quest): void => {
    begin(quest)
    quest.work = 64 + quest.text.length * allowance
    for (const index of sampled) {
      scanSampled(quest, index)
      settleDoubts(quest, index)
    }
    scanCuts(quest, sampled, pairs)
  }

  return {
    patterns,
    find: (quest) => {
      search(quest)
      if (quest.work < 0) {
        fallback ??= automatonScanner(patterns)
        // A text that has defeated the search once will do so again: each time it may try for half as long.
        allowance = fallback === undefined ? Number.POSITIVE_INFINITY : allowance / 2
        if (fallback !== undefined) {
          fallback.find(quest)
          return
        }
        search(quest)
      } else if (fallback !== undefined) allowance = workPerByte
      if (tiny !== undefined) searchBoth(quest, patterns, (text, hits) => scanTiny(patterns, tiny, text, hits))
    }
  }
}
