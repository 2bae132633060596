import { focus } from "../../src/core/focus/focus.js"
import { broken } from "../core/focus/rules.js"
import { diceOf, logOf, roomOf } from "../core/focus/samples.js"

/**
 * Checks the rules of a choice over generated logs, one seed after the other, for so many seconds. Returns how many were tried; on a failure the seed that
 * repeats it is printed and the failure comes out.
 */
export const fuzzFocus = (seconds: number, firstSeed: number): number => {
  const end = performance.now() + 1000 * seconds
  let seed = firstSeed
  while (performance.now() < end) {
    const dice = diceOf(seed)
    const log = logOf(dice)
    const asked = {
      lines: roomOf(dice),
      pull: 1 + dice.roll(99),
      check: dice.pick(["unit", "ci / unit (push)", "it's", "a\nb"], "")
    }
    const why = broken(log, asked, focus(log, asked))
    if (why !== undefined) {
      console.error(`focus: seed ${seed} fails; run again with: npx tsx test/fuzz/focus.ts 1 ${seed}`)
      throw new Error(why)
    }
    seed++
  }
  return seed - firstSeed
}

if (process.argv[1]?.endsWith("fuzz/focus.ts")) {
  const [seconds = "60", seed = String(Math.floor(Math.random() * 2 ** 31))] = process.argv.slice(2)
  console.log(`focus: from seed ${seed}`)
  console.log(`focus: ${fuzzFocus(Number(seconds), Number(seed))} cases hold`)
}
