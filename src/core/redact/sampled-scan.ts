import { hashAt } from "./gram.js"
import { type GramIndex, passes } from "./gram-index.js"
import { probe, type Quest } from "./quest.js"
import { sieveOf } from "./sieves.js"

/** Adds every occurrence of the index's patterns in the quest's text, as far as the work allowed goes. */
export const scanSampled = (quest: Quest, index: GramIndex): void => {
  const { text } = quest
  const { size, stride } = index
  const skew = (4 - (text.byteOffset & 3)) & 3
  if (text.length < skew) return
  const words = new Int32Array(text.buffer, text.byteOffset + skew, (text.length - skew) >> 2)
  // A block of the sieves is four samples, which are a word or more apart.
  const most = (words.length >> 2) + 1
  if (quest.blocks.length < most) quest.blocks = new Int32Array(Math.max(most, 2 * quest.blocks.length))
  const found = sieveOf(stride)(words, index.filter, index.filterShift, quest.blocks)
  const view = new DataView(text.buffer, text.byteOffset, text.length)
  for (let i = 0; i < found; i++) {
    const from = skew + 4 * (quest.blocks[i] ?? 0)
    const rest = text.length - size + 1
    const to = i === found - 1 ? rest : Math.min(rest, from + 4 * stride)
    for (let at = from; at < to; at += stride) {
      const hash = hashAt(view, at, size)
      if (!passes(index, hash)) continue
      probe(quest, index, hash, at)
      if (quest.work < 0) return
    }
  }
}
