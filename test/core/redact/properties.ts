import { strict as assert } from "node:assert"
import { byteString } from "../../../src/core/redact/byte-string.js"
import { derivedForms } from "../../../src/core/redact/forms.js"
import type { Redactor, Secret } from "../../../src/core/redact/redactor.js"
import { naiveRedaction } from "./naive.js"
import type { Dice } from "./samples.js"
import { redactorOf, shown, streamed } from "./support.js"

// The fuzz target runs these outside of vitest, whose assertions need its runner.

/** What stays of the text, as stretches between tokens. */
const keptStretches = (text: Uint8Array, pieces: ReadonlyArray<Uint8Array>): ReadonlyArray<readonly [number, number]> =>
  pieces
    .filter((piece) => piece.buffer === text.buffer)
    .map((piece) => [piece.byteOffset - text.byteOffset, piece.byteOffset - text.byteOffset + piece.length] as const)

/** No form is left in a stretch that stays, and what is gone is exactly what the matches cover. */
const leavesNothing = (redactor: Redactor, secrets: ReadonlyArray<Secret>, text: Uint8Array): void => {
  const kept = keptStretches(text, redactor.redact(text).pieces)
  const forms = secrets.flatMap(({ value }) => derivedForms(value))
  for (const [from, to] of kept) {
    const stretch = byteString(text.subarray(from, to))
    for (const { id, bytes } of forms) assert(!stretch.includes(bytes), `a ${id} form is left`)
  }
  const gone = new Uint8Array(text.length).fill(1)
  for (const [from, to] of kept) gone.fill(0, from, to)
  const covered = new Uint8Array(text.length)
  for (const { start, end } of redactor.matches(text)) covered.fill(1, start, end)
  assert(Buffer.from(gone).equals(Buffer.from(covered)), "what is gone is not what the matches cover")
}

/** Any chunking gives the same output. */
const ignoresCuts = (redactor: Redactor, text: Uint8Array, dice: Dice): void => {
  const chunks: Array<Uint8Array> = []
  const most = dice.pick([1, 7, 300, text.length + 1])
  for (let at = 0; at < text.length; ) {
    const next = at + 1 + dice.roll(most)
    chunks.push(text.slice(at, next))
    at = next
  }
  assert.strictEqual(streamed(redactor, chunks), shown(redactor.redact(text).pieces))
}

/** The output is what the rules say, said once more by a slow reference. */
const followsTheRules = (redactor: Redactor, secrets: ReadonlyArray<Secret>, text: Uint8Array): void => {
  const forms = secrets.flatMap(({ name, value }) => derivedForms(value).map((form) => ({ ...form, name })))
  assert.strictEqual(shown(redactor.redact(text).pieces), naiveRedaction(byteString(text), forms))
}

const unstable = /[[\]:REDACT]/

/** A second pass changes nothing, for values that no piece of a placeholder can complete. */
const staysAsItIs = (secrets: ReadonlyArray<Secret>, text: Uint8Array): void => {
  const stable = secrets.filter(({ value }) => value.length >= 6 && !unstable.test(byteString(value)))
  const redactor = redactorOf(stable)
  const once = shown(redactor.redact(text).pieces)
  // An ESC before the placeholder's bracket makes a sequence of the two, and of the rest another text.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ESC is what is looked for
  if (/\x1b(\[[\x20-\x3f]*)?\[REDACTED/.test(once) || once.includes("\x1b]")) return
  assert.strictEqual(shown(redactor.redact(Buffer.from(once, "latin1")).pieces), once)
}

/** All of it. */
export const holds = (secrets: ReadonlyArray<Secret>, text: Uint8Array, dice: Dice): void => {
  const redactor = redactorOf(secrets)
  if (redactor.isEmpty) return
  leavesNothing(redactor, secrets, text)
  ignoresCuts(redactor, text, dice)
  followsTheRules(redactor, secrets, text)
  staysAsItIs(secrets, text)
}
