import { loadavg } from "node:os"
import { type Patterns, patternBytes, patternsOf, type Secret } from "../../src/core/redact/patterns.js"
import { type Redactor, redactorOver } from "../../src/core/redact/redactor.js"
import { automatonScanner, buildScanner } from "../../src/core/redact/scan.js"
import { best, interleaved, middle } from "./measure.js"
import { indexOfEach, oneExpression } from "./peers.js"
import { log, repeated, secrets, shortSecrets, withOccurrences } from "./workload.js"

type Row = Readonly<Record<string, string | number>>

const mebibyte = 1 << 20

const patternsFor = (values: ReadonlyArray<Secret>): Patterns => {
  const patterns = patternsOf(values)
  if (patterns === undefined) throw new Error("the secrets of the workload do not fit")
  return patterns
}

/** The automaton alone, linear whatever the text. */
const automatonOf = (patterns: Patterns): Redactor => {
  const scanner = automatonScanner(patterns)
  if (scanner === undefined) throw new Error("the automaton has no room for the workload")
  return redactorOver(scanner)
}

const streamed = (redactor: Redactor, text: Buffer, piece: number): void => {
  const stream = redactor.stream()
  for (let at = 0; at < text.length; at += piece) stream.push(text.subarray(at, at + piece))
  stream.end()
}

/** The same log without its colours: what the search costs where no escape sequence stands. */
const colourless = (text: Buffer): Buffer => Buffer.from(text.map((byte) => (byte === 27 ? 32 : byte)))

interface Method {
  readonly name: string
  readonly bytes: number
  readonly run: () => unknown
  /** How many times the measured work the whole would be. */
  readonly scale?: number
}

const measured = (
  workload: string,
  patterns: number,
  methods: ReadonlyArray<Method>,
  rounds: number
): ReadonlyArray<Row> => {
  const times = interleaved(Object.fromEntries(methods.map(({ name, run }) => [name, run])), rounds)
  const speed = (bytes: number, milliseconds: number) => (bytes / mebibyte / milliseconds) * 1000
  const copy = methods[0]
  const copied = copy === undefined ? Number.NaN : speed(copy.bytes, best(times.get(copy.name)?.cpu ?? []))
  return methods.map(({ name, bytes, scale = 1 }) => {
    const { wall, cpu } = times.get(name) ?? { wall: [], cpu: [] }
    const rate = (milliseconds: number) => speed(bytes, milliseconds) / scale
    return {
      workload,
      patterns,
      method: name,
      "best MB/s": Number(rate(best(wall)).toPrecision(4)),
      "median MB/s": Number(rate(middle(wall)).toPrecision(4)),
      "of memcpy (CPU)": Number((rate(best(cpu)) / copied).toPrecision(2))
    }
  })
}

const onLog = (
  title: string,
  values: ReadonlyArray<Secret>,
  text: Buffer,
  copy: Buffer,
  rounds: number
): ReadonlyArray<Row> => {
  const patterns = patternsFor(values)
  const scanner = buildScanner(patterns)
  const redactor = redactorOver(scanner)
  const forms = Array.from({ length: Math.min(patterns.count, 2000) }, (_, index) => patternBytes(patterns, index))
  const written = withOccurrences(text, forms, 200)
  const plain = colourless(written)
  const slow = automatonOf(patterns)
  const part = written.subarray(0, 4 * mebibyte)
  const little = written.subarray(0, mebibyte / 8)
  const littleText = little.toString("latin1")
  const each = indexOfEach(patterns)
  const expression = oneExpression(patterns)
  return [
    ...measured(
      title,
      patterns.count,
      [
        { name: "memcpy", bytes: written.length, run: () => written.copy(copy) },
        { name: "redact", bytes: written.length, run: () => redactor.redact(written) },
        { name: "redact, no colours in the log", bytes: plain.length, run: () => redactor.redact(plain) },
        {
          name: "redact, stream of 1 MiB pieces",
          bytes: written.length,
          run: () => streamed(redactor, written, mebibyte)
        },
        { name: "automaton alone (4 MiB)", bytes: part.length, run: () => slow.redact(part) },
        {
          name: "peer: Buffer.indexOf for each (4 MiB, 20 patterns)",
          bytes: part.length,
          run: () => each.run(part),
          scale: each.scale
        }
      ],
      rounds
    ),
    ...measured(
      title,
      patterns.count,
      [
        { name: "memcpy (128 KiB)", bytes: little.length, run: () => little.copy(copy) },
        { name: "peer: one RegExp (128 KiB)", bytes: little.length, run: () => expression(littleText) }
      ],
      1
    ).slice(1)
  ]
}

const build = (count: number): Row => {
  const values = secrets(count)
  const patterns = patternsFor(values)
  const times = interleaved({ forms: () => patternsOf(values), tables: () => buildScanner(patterns) }, 3)
  const least = (name: string) => Math.round(best(times.get(name)?.cpu ?? []))
  return {
    workload: `build, ${count} secrets`,
    patterns: patterns.count,
    method: `forms ${least("forms")} ms, tables ${least("tables")} ms (CPU)`,
    "best MB/s": "",
    "median MB/s": "",
    "of memcpy (CPU)": ""
  }
}

/** Texts made to defeat the sampled search, and the automaton on the same in the same process. */
const adversarial = (values: ReadonlyArray<Secret>, copy: Buffer): ReadonlyArray<Row> => {
  const patterns = patternsFor(values)
  const redactor = redactorOver(buildScanner(patterns))
  const slow = automatonOf(patterns)
  const size = 8 * mebibyte
  const value = Buffer.from(values.find((secret) => secret.value.length > 40)?.value ?? [])
  const texts: ReadonlyArray<readonly [string, Buffer]> = [
    ["a shared prefix repeated", repeated(Buffer.from("postgres://app_user:"), size)],
    ["15 bytes of a value repeated", repeated(value.subarray(0, 15), size)],
    ["a value without its end repeated", repeated(value.subarray(0, -1), size)],
    ["a value without its start repeated", repeated(value.subarray(1), size)],
    ["a value repeated", repeated(value, size)],
    [
      "every form of every value, without its end",
      Buffer.concat(Array.from({ length: patterns.count }, (_, i) => patternBytes(patterns, i).subarray(0, -1)))
    ],
    [
      "a value, each byte coloured",
      repeated(Buffer.from([...value.toString("latin1")].join("\x1b[1m"), "latin1"), size)
    ],
    ["nothing but colours", repeated(Buffer.from("\x1b[1m"), size)]
  ]
  return texts.flatMap(([title, text]) =>
    measured(
      `${title}, ${values.length} secrets`,
      patterns.count,
      [
        { name: "memcpy", bytes: text.length, run: () => text.copy(copy) },
        { name: "redact", bytes: text.length, run: () => redactor.redact(text) },
        { name: "automaton alone", bytes: text.length, run: () => slow.redact(text) }
      ],
      3
    ).slice(1)
  )
}

/** `npm run bench -- redact`: the workload of redaction.md 4, so many rounds of each method over so many MiB of log. */
export const redact = (
  rounds = 9,
  size = 64
): { title: string; rows: ReadonlyArray<Row>; notes: ReadonlyArray<string> } => {
  const text = log(size * mebibyte)
  const copy = Buffer.alloc(text.length)
  const before = loadavg()[0] ?? 0
  const rows = [
    ...[10, 100, 1000].flatMap((count) => onLog(`${count} secrets`, secrets(count), text, copy, rounds)),
    ...onLog("1,600 secrets", secrets(1600), text, copy, Math.ceil(rounds / 3)),
    ...onLog(
      "1,000 secrets and 45 short ones",
      [...secrets(1000), ...shortSecrets(45)],
      text,
      copy,
      Math.ceil(rounds / 3)
    ),
    ...adversarial(secrets(100), copy),
    ...adversarial(secrets(1000), copy),
    ...[100, 1000].map(build)
  ]
  return {
    title: `Redaction of a ${size} MiB log (MB = MiB), one thread, methods by turns`,
    rows,
    notes: [
      `Load average ${before.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after. The ratio is of best CPU times, MB/s are of the wall clock.`,
      "Native peers of redaction.md 4 on its machine, of memcpy: Hyperscan 0.54 (93 patterns), 0.25 (941), 0.20 to 0.29 (9,688), 0.15 (28,633)."
    ]
  }
}
