/** Lines of a log that are worth showing, the most telling first. */
export interface Wish {
  readonly line: number
  /** True where only a part of the room is for such lines. */
  readonly aside: boolean
}

/** Gaps that cost nothing: with them and the closing line a choice of N lines is N + 5 long (contract 6.3). */
const freeGaps = 4

/** A gap this short is filled where there is room: naming it costs as much as showing it. */
const smallGap = 2

/** How much of the room is for what is aside. */
const asidePart = 1 / 3

/**
 * Chooses among `count` lines: at most `room` of them, and with the gaps between at most `room` + 4, so that a choice has few gaps. `may` says which lines can fill a
 * small gap. The first wish is always granted. The answer is in order.
 */
export const choose = (
  wishes: Iterable<Wish>,
  count: number,
  room: number,
  may: (line: number) => boolean
): ReadonlyArray<number> => {
  const chosen = new Set<number>()
  const has = (line: number): boolean => line < 0 || line >= count || chosen.has(line)
  const asideMost = Math.floor(room * asidePart)
  let aside = 0
  let gaps = 1
  for (const wish of wishes) {
    if (chosen.size >= room) break
    if (chosen.has(wish.line) || (wish.aside && aside >= asideMost)) continue
    const beside = Number(has(wish.line - 1)) + Number(has(wish.line + 1))
    const after = gaps + 1 - beside
    if (chosen.size + 1 + after > room + freeGaps) continue
    chosen.add(wish.line)
    gaps = after
    if (wish.aside) aside++
  }
  const order = [...chosen].sort((one, other) => one - other)
  const filled: Array<number> = []
  let shown = order.length
  let previous = -1
  for (const line of [...order, count]) {
    const gap = line - previous - 1
    const fits = shown + gap <= room && shown + gap + gaps - 1 <= room + freeGaps
    if (gap > 0 && gap <= smallGap && fits) {
      const between = Array.from({ length: gap }, (_, i) => previous + 1 + i)
      if (between.every(may)) {
        filled.push(...between)
        shown += gap
        gaps--
      }
    }
    if (line < count) filled.push(line)
    previous = line
  }
  return filled
}
