/** The words that a verdict can be (contract 7.1). */
const words = ["pass", "reject", "fix-done", "escalate"] as const
export type VerdictWord = (typeof words)[number]

/** A comment that begins with a verdict marker line. */
export interface Marker {
  /** Undefined for a word that nobody knows, an empty one included. */
  readonly word: VerdictWord | undefined
  /** What stands after the colon, without the blanks around it. */
  readonly said: string
  /** What follows the marker line, without the blanks around it. */
  readonly text: string
}

const opening = "[autoland] verdict:"

/** One word, blanks, one remark in parentheses: the remark is for people (contract 12.1). */
const remarked = /^(\S+)\s+\([^()]*\)$/u

/**
 * The verdict marker of a comment, undefined when its first line is none (contract 7.1). The line begins with exactly the marker, nothing
 * before it, whatever follows it. A remark in parentheses after the word is ignored, any other text there makes the word unknown.
 * Markers on later lines are inert.
 */
export const markerOf = (body: string): Marker | undefined => {
  const end = body.indexOf("\n")
  const line = end < 0 ? body : body.slice(0, end)
  if (!line.startsWith(opening)) return undefined
  const said = line.slice(opening.length).trim()
  const word = remarked.exec(said)?.[1] ?? said
  return { word: words.find((known) => known === word), said, text: end < 0 ? "" : body.slice(end + 1).trim() }
}
