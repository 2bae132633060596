import type { Secret } from "../../src/core/redact/redactor.js"
import { type Dice, diceOf } from "../../test/core/redact/samples.js"

/** The workload of redaction.md 4: a synthetic log, and secrets of the kinds that repositories hold. */

const lowerCase = "abcdefghijklmnopqrstuvwxyz"
const alphanumeric = `${lowerCase}ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789`
const base64Letters = `${alphanumeric}+/`
const hex = "0123456789abcdef"
const specialLetters = `${alphanumeric}!"#$%&'()*+,-./:;<=>?@[]^_{|}~ `

const from = (dice: Dice, alphabet: string, length: number): string => {
  let out = ""
  for (let i = 0; i < length; i++) out += alphabet.charAt(dice.roll(alphabet.length))
  return out
}

const secretValue = (dice: Dice): string => {
  const kind = dice.roll(100)
  if (kind < 40)
    return dice.pick(["ghp_", "glpat-", "sk-live-", "xoxb-", "npm_"]) + from(dice, alphanumeric, 16 + dice.roll(36))
  if (kind < 60) return from(dice, base64Letters, 24 + dice.roll(40))
  if (kind < 75) return from(dice, hex, 32 + 8 * dice.roll(5))
  if (kind < 90) return from(dice, specialLetters, 16 + dice.roll(16))
  return `postgres://app_user:${from(dice, alphanumeric, 16 + dice.roll(8))}@db.internal:5432/main`
}

/** So many secrets of 16 to 64 characters. */
export const secrets = (count: number): ReadonlyArray<Secret> => {
  const dice = diceOf(count)
  return Array.from({ length: count }, (_, index) => ({
    name: `SECRET_${index}`,
    value: Buffer.from(secretValue(dice), "latin1")
  }))
}

/** Values of 6 to 14 bytes, which need the slower search. */
export const shortSecrets = (count: number): ReadonlyArray<Secret> => {
  const dice = diceOf(-count)
  return Array.from({ length: count }, (_, index) => ({
    name: `SHORT_${index}`,
    value: Buffer.from(from(dice, alphanumeric, 6 + (index % 9)))
  }))
}

const words =
  "the of build test run step cache install package module warning error file line from with compiling linking running passed failed skipped expected actual value server request response index main utils config".split(
    " "
  )

const sentence = (dice: Dice, count: number): string =>
  Array.from({ length: count }, () => words[dice.roll(words.length)] ?? "").join(" ")

const body = (dice: Dice): string => {
  const kind = dice.roll(112)
  if (kind < 35) return sentence(dice, 6 + dice.roll(14))
  if (kind < 50) return `\x1b[32m✓\x1b[0m ${sentence(dice, 5)} \x1b[2m(${dice.roll(900)} ms)\x1b[0m`
  if (kind < 60) return `\x1b[33mwarning\x1b[0m: ${sentence(dice, 9)}`
  if (kind < 70) return `sha256:${from(dice, hex, 64)}: Pulling fs layer`
  if (kind < 78)
    return JSON.stringify({
      level: "info",
      msg: sentence(dice, 5),
      pid: dice.roll(9999),
      url: `/api/v1/${sentence(dice, 1)}/${dice.roll(9999)}`
    })
  if (kind < 86)
    return `    at ${sentence(dice, 1)}.${sentence(dice, 1)} (/home/runner/work/app/node_modules/${sentence(dice, 1)}/index.js:${dice.roll(900)}:${dice.roll(80)})`
  if (kind < 96) return from(dice, base64Letters, 76)
  if (kind < 104)
    return `GET https://registry.example/${sentence(dice, 1)}/-/${sentence(dice, 1)}-1.${dice.roll(99)}.tgz?token=${from(dice, alphanumeric, 40)}`
  if (kind < 111) return `Progress ${dice.roll(100)}%\rProgress ${dice.roll(100)}%\rProgress 100%`
  return `naïve café – ${sentence(dice, 6)} … “${sentence(dice, 3)}”`
}

/** So many bytes of log. */
export const log = (size: number): Buffer => {
  const dice = diceOf(7)
  const out = Buffer.alloc(size, "\n")
  let at = 0
  for (let tick = 0; at < size; tick++) {
    const second = String(Math.floor(tick / 50) % 60).padStart(2, "0")
    at += out.write(`2026-03-14T12:00:${second}.${String(dice.roll(10_000_000)).padStart(7, "0")}Z ${body(dice)}\n`, at)
  }
  return out
}

/** The log with so many of the byte strings written over it. */
export const withOccurrences = (text: Buffer, values: ReadonlyArray<Uint8Array>, count: number): Buffer => {
  const dice = diceOf(count)
  const out = Buffer.from(text)
  for (let i = 0; i < count; i++) {
    const value = values[dice.roll(values.length)]
    if (value !== undefined) out.set(value, dice.roll(out.length - value.length))
  }
  return out
}

/** The unit again and again. */
export const repeated = (unit: Uint8Array, size: number): Buffer => Buffer.alloc(size, unit)
