import { derivedForms } from "../../../src/core/redact/forms.js"
import type { Secret } from "../../../src/core/redact/redactor.js"
import { bytes, latin1 } from "./support.js"

/** Numbers that look random and are the same for the same seed. */
export interface Dice {
  /** A whole number from 0 up to but not including `below`. */
  readonly roll: (below: number) => number
  readonly pick: <A>(from: readonly [A, ...ReadonlyArray<A>]) => A
}

/** Mulberry32. */
export const diceOf = (seed: number): Dice => {
  let state = seed | 0
  const roll = (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
  return { roll, pick: (from) => from[roll(from.length)] ?? from[0] }
}

const characters = (dice: Dice, from: string, length: number): string =>
  Array.from({ length }, () => from.charAt(dice.roll(from.length))).join("")

/** No letter of REDACTED, no bracket, no colon: a second pass must find nothing that a placeholder completes. */
const calm = "bfghijklmnopqsuvwxyz0123456789"
const lively = `${calm}ABCDEFGHIJKLMNOPQRSTUVWXYZ+/-_.~ !"#$%&'()*,;<=>?@\\^\`{|}`

type Shape = (dice: Dice) => Uint8Array

const shapes: readonly [Shape, ...ReadonlyArray<Shape>] = [
  (dice) => bytes(characters(dice, calm, 6 + dice.roll(40))),
  (dice) => bytes(characters(dice, lively, 6 + dice.roll(30))),
  (dice) => bytes(characters(dice, "ab", 6 + dice.roll(14))),
  (dice) => bytes(`ghp_${characters(dice, calm, 30)}`),
  (dice) => bytes(characters(dice, "0123456789abcdef", 32)),
  (dice) =>
    bytes(
      Array.from({ length: 2 + dice.roll(4) }, () => characters(dice, lively, dice.roll(70))).join(
        dice.pick(["\n", "\r\n", "\r"])
      )
    ),
  (dice) => bytes(JSON.stringify({ id: dice.roll(9), inner: { key: characters(dice, lively, 4 + dice.roll(20)) } })),
  (dice) => bytes(`postgres://u:${characters(dice, calm, 5 + dice.roll(12))}@db/x`),
  (dice) => bytes(`"${characters(dice, lively, 4 + dice.roll(12))}"`),
  (dice) => bytes(` ${characters(dice, "äö€𝄞xyz123", 6 + dice.roll(9))}\n`),
  (dice) => Uint8Array.from({ length: 6 + dice.roll(20) }, () => dice.roll(256)),
  (dice) => bytes(characters(dice, "xyz\x1b[m", 1 + dice.roll(5))),
  (dice) => bytes(characters(dice, lively, 100 + dice.roll(200)))
]

/** A few secrets of all kinds; `A` and `B` may share a value, and `C` may be a piece of `A`. */
export const secretsOf = (dice: Dice): ReadonlyArray<Secret> => {
  const made = ["A", "B", "C", "D"].slice(0, 1 + dice.roll(4)).map((name) => ({ name, value: dice.pick(shapes)(dice) }))
  const [first] = made
  if (first === undefined || dice.roll(4) > 0) return made
  const piece = first.value.slice(dice.roll(first.value.length))
  return [...made, { name: dice.pick(["B", "C", "E"]), value: dice.roll(2) === 0 ? first.value : piece }]
}

const colours: readonly [string, ...ReadonlyArray<string>] = [
  "\x1b[0m",
  "\x1b[31;1m",
  "\x1b]8;;http://x\x07",
  "\x1b]0;t\x1b\\",
  "\x1b[",
  "\x1b]",
  "\x1b",
  "\x1b[K"
]

const noise = (dice: Dice): string =>
  dice.roll(3) === 0 ? dice.pick(colours) : characters(dice, `${lively}\n\t=:[]\xff\x00`, dice.roll(30))

const coloured = (dice: Dice, text: string): string => {
  const at = dice.roll(text.length + 1)
  return text.slice(0, at) + dice.pick(colours) + text.slice(at)
}

/** A text with forms of the secrets: whole, cut, twice, overlapping, encoded once more, coloured; and noise between them. */
export const textOf = (dice: Dice, secrets: ReadonlyArray<Secret>, parts: number): Uint8Array => {
  const forms = secrets.flatMap(({ value }) => derivedForms(value).map((form) => form.bytes))
  const form = (): string => forms[dice.roll(forms.length)] ?? "none"
  const part = (): string => {
    const text = form()
    const cut = dice.roll(text.length + 1)
    return dice.pick([
      () => text,
      () => text + text.slice(0, cut),
      () => text.slice(0, cut),
      () => text.slice(0, cut) + form(),
      () =>
        Buffer.from(`${noise(dice)}${text}${noise(dice)}`, "latin1").toString(
          dice.pick(["base64", "base64url", "hex"])
        ),
      () => coloured(dice, text),
      () => coloured(dice, coloured(dice, coloured(dice, text))),
      () => [...text].join("\x1b[7m"),
      () => noise(dice),
      () => noise(dice)
    ])()
  }
  return latin1(Array.from({ length: parts }, part).join(dice.pick(["", " ", "\n"])))
}
