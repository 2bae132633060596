import { linesOf } from "../../../src/core/focus/lines.js"
import { shellWord } from "../../../src/core/focus/render.js"

export interface Asked {
  readonly lines: number
  readonly pull: number
  readonly check: string
}

/** Why no choice may be like this one, for any log without `…`; undefined where it keeps every rule of contract 6.3. */
export const broken = (log: Uint8Array, asked: Asked, choice: string): string | undefined => {
  const all = linesOf(log)
  if (all.count === 0) return choice === "" ? undefined : "something out of nothing"
  if (!choice.endsWith("\n")) return "no line feed at the end"
  const out = choice.slice(0, -1).split("\n")
  const gone = out.filter((line) => /^… \d+ lines left out$/u.test(line))
  const closing = out.find((line) => line.includes("; all of them: "))
  const shown = out.length - gone.length - (closing === undefined ? 0 : 1)
  if (shown < 1) return "nothing shown"
  if (shown > asked.lines) return `${shown} lines of the log`
  if (out.length > asked.lines + 5) return `${out.length} lines in all`
  if (all.count <= asked.lines && shown < all.count) return "a short log is not whole"
  if ((closing === undefined) !== (gone.length === 0))
    return "a closing line where there is no gap, or none where there is one"
  let next = 0
  for (const line of out) {
    if (line === closing) continue
    const gap = /^… (\d+) lines left out$/u.exec(line)?.[1]
    if (gap !== undefined) next += Number(gap)
    else if (line !== all.at(next++)) return `line ${next} is not ${JSON.stringify(line)}`
  }
  if (next !== all.count) return `${next} of ${all.count} lines are accounted for`
  if (closing === undefined) return undefined
  const words = `${shown} of ${all.count} lines; all of them: labctl pr logs ${asked.pull} --check ${shellWord(asked.check)}`
  return out.at(-1) === closing && (closing === `… ${words}` || closing === `… the last ${words}`) ? undefined : closing
}
