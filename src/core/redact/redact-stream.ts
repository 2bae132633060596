import type { Output } from "./runs.js"
import { makeSweep, type Sweep } from "./sweep.js"
import type { WindowScan } from "./window-scan.js"

/** Redacts a text that comes in chunks; the output does not depend on how it was cut (redaction.md 2.4). */
export interface RedactStream {
  /** The output that this chunk settles. Pieces are views on the chunk where they can be: use them before it changes. */
  readonly push: (chunk: Uint8Array) => ReadonlyArray<Uint8Array>
  /** The rest. The stream is then as new. */
  readonly end: () => ReadonlyArray<Uint8Array>
}

const joined = (first: Uint8Array, second: Uint8Array): Uint8Array => {
  const out = new Uint8Array(first.length + second.length)
  out.set(first)
  out.set(second, first.length)
  return out
}

const nothing: Uint8Array = new Uint8Array(0)

/** A held-back text as long as this without a settled byte is searched again only once it has doubled. */
const patience = 65536

export const makeRedactStream = (scan: WindowScan, tokens: ReadonlyArray<Uint8Array>): RedactStream => {
  let sweep: Sweep = makeSweep(scan, tokens.length)
  let held: Uint8Array = nothing
  let notBefore = 0

  const outputOf = (text: Uint8Array, out: Array<Uint8Array>): Output => ({
    keep: (start, end) => out.push(text.subarray(start, end)),
    token: (name) => out.push(tokens[name] ?? nothing)
  })

  const settle = (text: Uint8Array, out: Array<Uint8Array>): Uint8Array => {
    if (text.length < notBefore) return text
    const rest = text.subarray(sweep.advance(text, false, outputOf(text, out)))
    notBefore = rest.length > patience && rest.length === text.length ? 2 * text.length : 0
    return rest
  }

  return {
    push: (chunk) => {
      const out: Array<Uint8Array> = []
      let rest = chunk
      while (held.length > 0 && rest.length > 0) {
        // Only as much of the chunk is copied as it takes to be done with what was held back.
        const seam = Math.min(rest.length, Math.max(held.length, 2 * scan.reach))
        const settledTo = settle(joined(held, rest.subarray(0, seam)), out)
        if (settledTo.length <= seam) {
          rest = rest.subarray(seam - settledTo.length)
          held = nothing
        } else {
          rest = rest.subarray(seam)
          held = settledTo
        }
      }
      if (rest.length > 0) held = settle(rest, out).slice()
      return out
    },
    end: () => {
      const out: Array<Uint8Array> = []
      sweep.advance(held, true, outputOf(held, out))
      sweep = makeSweep(scan, tokens.length)
      held = nothing
      notBefore = 0
      return out
    }
  }
}
