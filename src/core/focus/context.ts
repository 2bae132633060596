import { isWell } from "./signals/quiet.js"
import type { Signal } from "./signals/signal.js"

/** How far a block reaches, in lines. */
const reach = 40

/** How far up the lines that a line is indented under are looked for. */
const parentReach = 60

// Source shown under a diagnostic, a hunk, frames of a stack, a hint: what belongs to the line above though it may start in the first column.
const continues = /^(?:[|+^~>=│├╰╵]|-(?!-)|E {2}|\d+ *[|│]|at |in |help: |note: |\\ |❯|→|#\d+ 0x|…)/u

// Frames of the runtime and of test runners, which say nothing about the program under test.
const distant =
  /node:internal|\(node:|node_modules\/|site-packages\/|dist-packages\/|\bjava\.base\/|\borg\.junit\.|\bsun\.reflect|\/rustc\/|\/usr\/(?:local\/)?(?:lib|go)\/|\bcore::|\bstd::(?:panic|rt|sys)|\/gems\//

const distantShare = 0.4

// A frame or a line that names a file and a line in it.
const place = /^\s*(?:at .*:\d+|❯ \S+:\d+|# \S+:\d+|\S+\.\w+:\d+\b|File ".*", line \d+)/u

/** The first place under a signal in code that is not distant: where to look. */
const placeShare = 0.74

/** How far a line is indented, in characters. */
export const indentOf = (text: string): number => text.length - text.trimStart().length

const isBlank = (text: string): boolean => text.trim() === ""

/** A line near a signal, and how much of the signal's weight it is worth. */
export interface Near {
  readonly line: number
  readonly share: number
}

type At = (line: number) => string | undefined

const shared = (text: string, share: number): number => (distant.test(text) ? share * distantShare : share)

/** What follows a signal and belongs to it: lines that it opens, that are indented under it, or that carry it on. */
const after = (at: At, line: number, indent: number, opens: number): ReadonlyArray<Near> => {
  const near: Array<Near> = []
  let placed = false
  for (let i = line + 1; i <= line + reach; i++) {
    const text = at(i)
    if (text === undefined) break
    const belongs = (candidate: string): boolean =>
      i - line <= opens || indentOf(candidate) > indent || continues.test(candidate.trimStart())
    if (isBlank(text)) {
      const next = at(i + 1)
      if (next === undefined || (i - line > opens && (isBlank(next) || !belongs(next)))) break
      continue
    }
    if (!belongs(text) || isWell(text)) break
    const first: boolean = !placed && place.test(text) && !distant.test(text)
    placed ||= first
    near.push({ line: i, share: first ? placeShare : shared(text, 0.75 * 0.97 ** (i - line)) })
  }
  return near
}

/** The lines that a line is indented under, from the nearest outwards: a file above its findings, a test above its assertion. */
const parents = (at: At, line: number, indent: number): ReadonlyArray<Near> => {
  const near: Array<Near> = []
  let least = indent
  for (let i = line - 1; i >= line - parentReach && least > 0 && near.length < 3; i--) {
    const text = at(i)
    if (text === undefined) break
    if (isBlank(text) || indentOf(text) >= least) continue
    least = indentOf(text)
    near.push({ line: i, share: 0.7 * 0.9 ** near.length })
  }
  return near
}

/** The stack above a line that ends a traceback, its innermost frame worth most; nothing where there is no head of a traceback. */
const traceback = (at: At, line: number): ReadonlyArray<Near> => {
  const near: Array<Near> = []
  for (let i = line - 1; i >= line - parentReach; i--) {
    const text = at(i)
    if (text === undefined) return []
    near.push({ line: i, share: shared(text, 0.6 * 0.96 ** (line - i)) })
    if (/^\s*Traceback \(/.test(text)) return near
    if (indentOf(text) === 0) return []
  }
  return []
}

/**
 * What makes a signal understood: its block, what it stands under, a little of what surrounds it. `at` gives undefined where a choice must not look: beyond
 * the log, at a line of the runner, in a part that stays out. Cost: a bounded number of lines, whatever the log.
 */
export const context = (at: At, line: number, signal: Signal): ReadonlyArray<Near> => {
  const indent = indentOf(at(line) ?? "")
  const near: Array<Near> = [
    ...after(at, line, indent, signal.opens ?? 0),
    ...parents(at, line, indent),
    ...traceback(at, line)
  ]
  const closes = signal.closes ?? 0
  for (let d = 1; d <= Math.max(closes, 2) && at(line - d) !== undefined; d++)
    near.push({ line: line - d, share: (d <= closes ? 0.6 : 0.3) * 0.9 ** d })
  for (let d = 1; d <= 3 && at(line + d) !== undefined; d++) near.push({ line: line + d, share: 0.28 * 0.9 ** d })
  return near.filter((one) => !isBlank(at(one.line) ?? "") && !isWell(at(one.line) ?? ""))
}
