/** A way in which a tool says that something failed. Weights, not a grammar: what no row knows is still found by a weaker one. */
export interface Signal {
  /** The tool and what its line says. */
  readonly name: string
  /**
   * 1 to 100: how much the line alone explains. 90 and more names the cause and its place, 70 the thing that failed, 50 says that there is an
   * error, below 40 it is a consequence of one or a word that often stands near.
   */
  readonly weight: number
  /**
   * Of these, in lower case and with 0 for every digit, one at least is in each line that the pattern fits: it is tried on no other line, which is what makes a
   * log of millions of lines cheap.
   */
  readonly words: ReadonlyArray<string>
  readonly pattern: RegExp
  /** How many of the lines after it belong to it, though they are not indented under it. */
  readonly opens?: number
  /** How many of the lines before it belong to it in the same way. */
  readonly closes?: number
  /** Read before every heavier row, because those fit its line too and make too much of it. */
  readonly narrow?: true
}
