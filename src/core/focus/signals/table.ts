import { compiledTests } from "./compiled-tests.js"
import { compilers } from "./compilers.js"
import { crashes } from "./crashes.js"
import { expectations } from "./expectations.js"
import { generic } from "./generic.js"
import { linters } from "./linters.js"
import { packages } from "./packages.js"
import { isWarning, isWell, readLength, toolLine } from "./quiet.js"
import { scriptTests } from "./script-tests.js"
import { shells } from "./shells.js"
import type { Signal } from "./signal.js"

const rank = (signal: Signal): number => (signal.narrow === true ? 1_000 : 0) + signal.weight

/** Every signal in the order in which a line is tried: the narrow ones, then the heaviest first. The first that fits is its reading. */
export const signals: ReadonlyArray<Signal> = [
  ...scriptTests,
  ...compiledTests,
  ...expectations,
  ...compilers,
  ...linters,
  ...packages,
  ...shells,
  ...crashes,
  ...generic
].toSorted((one, other) => rank(other) - rank(one))

/** The rows that come from test runners: a passed test below them takes nothing from them. */
export const ofTestRunners: ReadonlySet<Signal> = new Set([...scriptTests, ...compiledTests])

/** The most that a warning weighs whatever its words, save in a narrow row. */
const warningWeight = 9

/** What a line says by a signal. */
export interface Reading {
  /** Its row in `signals`. */
  readonly row: number
  /** What it explains by itself; 0 to 100. */
  readonly weight: number
}

/** The reading of a line without escape sequences. `maybe` has the bit of each row that has one of its words in the line. */
export const readSignal = (text: string, maybe: Uint32Array): Reading | undefined => {
  const line = toolLine(text.slice(0, readLength))
  for (let word = 0; word < maybe.length; word++) {
    for (let bits = maybe[word] ?? 0; bits !== 0; bits &= bits - 1) {
      const row = word * 32 + 31 - Math.clz32(bits & -bits)
      const signal = signals[row]
      if (signal === undefined || !signal.pattern.test(line)) continue
      if (isWell(line)) return undefined
      return {
        row,
        weight: signal.narrow !== true && isWarning(line) ? Math.min(signal.weight, warningWeight) : signal.weight
      }
    }
  }
  return undefined
}
