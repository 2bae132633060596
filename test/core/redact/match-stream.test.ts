import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { assert, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { buildRedactor } from "../../../src/core/redact/redactor.js"

const bytes = (text: string) => new TextEncoder().encode(text)

const build = (secrets: Readonly<Record<string, string>>) =>
  Either.getOrThrow(buildRedactor(Object.entries(secrets).map(([name, value]) => ({ name, value: bytes(value) }))))

const secrets = { LONG: "tok-5501-tok-5501", SHORT: "tok-55", PEM: "first-half-of-it\nsecond-half-of-it" }
const piece = FastCheck.constantFrom(
  ...Object.values(secrets),
  Buffer.from("?tok-5501-tok-5501!").toString("base64"),
  Buffer.from("tok-5501-tok-5501").toString("hex"),
  "tok-\u001b[1m5501-\u001b[0mtok-5501",
  "\u001b[31",
  "\u001b]0;title",
  "x",
  "tok-5501-",
  " "
)

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

/** Bytes of arrays that are still in use. */
const heldMemory = (): number => {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

/** Without what is told again. */
const once = (sightings: ReadonlyArray<{ readonly name: string; readonly form: string }>) => [
  ...new Set(sightings.map(({ name, form }) => `${name} ${form}`))
]

it("a stream tells what the whole has, in the same order, however it is cut", () =>
  FastCheck.assert(
    FastCheck.property(
      FastCheck.array(piece, { maxLength: 16 }).map((parts) => bytes(parts.join(""))),
      FastCheck.array(FastCheck.nat(400), { maxLength: 8 }),
      (text, cuts) => {
        const redactor = build(secrets)
        const stream = redactor.matchStream()
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length]
        const told = places.slice(1).flatMap((end, i) => stream.push(text.slice(places[i], end)))
        assert.deepStrictEqual(once([...told, ...stream.end()]), once(redactor.matches(text)))
        assert.deepStrictEqual(stream.end(), [], "after its end it is as new")
      }
    ),
    { numRuns: 500 }
  ))

it("two streams of one redactor do not disturb each other", () => {
  const redactor = build(secrets)
  const [one, other] = [redactor.matchStream(), redactor.matchStream()]
  const told = [
    one.push(bytes("tok-5501-")),
    other.push(bytes("first-half-of-it\n")),
    one.push(bytes("tok-5501")),
    other.push(bytes("second-half-of-it"))
  ]
  assert.deepStrictEqual(once([...(told[0] ?? []), ...(told[2] ?? []), ...one.end()]), ["LONG raw", "SHORT raw"])
  assert.include(once([...(told[1] ?? []), ...(told[3] ?? []), ...other.end()]), "PEM raw")
})

it("what escape sequences cut is held back up to 4 MiB of them, and what follows them is found all the same", () => {
  const megabyte = bytes("\u001b[0m".repeat(2 ** 18))
  const rows: ReadonlyArray<readonly [megabytes: number, found: Array<string>]> = [
    [2, ["LONG raw", "SHORT raw"]],
    [6, ["SHORT raw"]]
  ]
  for (const [megabytes, found] of rows) {
    const stream = build(secrets).matchStream()
    const told = [...stream.push(bytes("tok-5501-"))]
    for (let n = 0; n < megabytes; n++) told.push(...stream.push(megabyte))
    told.push(...stream.push(bytes("tok-5501 ")))
    assert.deepStrictEqual(once([...told, ...stream.end()]), found)
    assert.include(once([...stream.push(bytes("tok-5501-tok-5501")), ...stream.end()]), "LONG raw")
  }
})

it("escape sequences without end take no more memory than the bound", () => {
  const stream = build(secrets).matchStream()
  const escapes = bytes("\u001b[0m".repeat(2 ** 18))
  const before = heldMemory()
  for (let n = 0; n < 24; n++) stream.push(escapes)
  assert.isBelow(heldMemory() - before, 48 * 2 ** 20)
})

it("where there is nothing to find, nothing is told", () => {
  const stream = build({}).matchStream()
  assert.deepStrictEqual([...stream.push(bytes("anything")), ...stream.end()], [])
})
