import { holds } from "../core/redact/properties.js"
import { diceOf, secretsOf, textOf } from "../core/redact/samples.js"

/**
 * Checks the redactor's properties over generated secrets and texts, one seed after the other, for so many seconds.
 * Returns how many were tried; on a failure the seed that repeats it is printed and the failure comes out.
 */
export const fuzzRedactor = (seconds: number, firstSeed: number): number => {
  const end = performance.now() + 1000 * seconds
  let seed = firstSeed
  while (performance.now() < end) {
    const dice = diceOf(seed)
    const secrets = secretsOf(dice)
    const text = textOf(dice, secrets, dice.roll(40) === 0 ? 1500 : 1 + dice.roll(20))
    try {
      holds(secrets, text, dice)
    } catch (failure) {
      console.error(`redactor: seed ${seed} fails; run again with: npx tsx test/fuzz/redact.ts 1 ${seed}`)
      throw failure
    }
    seed++
  }
  return seed - firstSeed
}

if (process.argv[1]?.endsWith("fuzz/redact.ts")) {
  const [seconds = "60", seed = String(Math.floor(Math.random() * 2 ** 31))] = process.argv.slice(2)
  console.log(`redactor: from seed ${seed}`)
  console.log(`redactor: ${fuzzRedactor(Number(seconds), Number(seed))} cases hold`)
}
