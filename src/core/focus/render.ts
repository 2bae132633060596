// What a POSIX shell reads as itself.
const plain = /^[\w@%+=:,./][\w@%+=:,./-]*$/

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what cannot be shown as they are
const unseen = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

const escaped = (text: string): string =>
  [...text]
    .map((character) => {
      if (character === "'" || character === "\\") return `\\${character}`
      if (!unseen.test(character)) return character
      const code = character.charCodeAt(0)
      return code < 0x80 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`
    })
    .join("")

/** A word for a shell, on one line whatever it holds: quoted where it must be, and as `$'…'` where it holds a control character. */
export const shellWord = (text: string): string => {
  if (plain.test(text)) return text
  return unseen.test(text) ? `$'${escaped(text)}'` : `'${text.replaceAll("'", "'\\''")}'`
}

export interface Shown {
  /** The chosen lines, in order. */
  readonly chosen: ReadonlyArray<number>
  /** How many lines the log has. */
  readonly total: number
  readonly at: (line: number) => string
  /** True where nothing marked the failure, so that the choice is the end of the log. */
  readonly tail: boolean
  readonly pull: number
  readonly check: string
}

/**
 * A choice as text: each gap one line that counts it and, when there is one, a last line that names the command for the whole log (contract 6.3).
 * Ends in a line feed unless the log is empty.
 */
export const render = (shown: Shown): string => {
  const out: Array<string> = []
  let next = 0
  const gap = (to: number): void => {
    if (to > next) out.push(`… ${to - next} lines left out`)
  }
  for (const line of shown.chosen) {
    gap(line)
    out.push(shown.at(line))
    next = line + 1
  }
  gap(shown.total)
  if (shown.chosen.length < shown.total) {
    const what = `${shown.tail ? "the last " : ""}${shown.chosen.length} of ${shown.total} lines`
    out.push(`… ${what}; all of them: labctl pr logs ${shown.pull} --check ${shellWord(shown.check)}`)
  }
  return out.map((line) => `${line}\n`).join("")
}
