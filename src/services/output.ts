import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Done when the reader's side has it: a program that ends right after would lose the rest, and a slow reader fills the memory. */
const written = (stream: NodeJS.WriteStream, text: string | Uint8Array): Effect.Effect<void> =>
  Effect.async((resume) => void stream.write(text, () => resume(Effect.void)))

/** The two streams of a program: stdout for machines, byte-exact; stderr for notices, progress and errors. */
export class Output extends Context.Tag("lab/Output")<
  Output,
  {
    readonly out: (text: string | Uint8Array) => Effect.Effect<void>
    readonly err: (text: string) => Effect.Effect<void>
  }
>() {
  static readonly layer = Layer.succeed(Output, {
    out: (text) => written(process.stdout, text),
    err: (text) => written(process.stderr, text)
  })

  /** Keeps what was written in place of writing it. */
  static readonly test = () => {
    const written = { out: "", err: "" }
    const keep = (stream: "out" | "err") => (text: string | Uint8Array) =>
      Effect.sync(() => {
        written[stream] += typeof text === "string" ? text : Buffer.from(text).toString("utf8")
      })
    return { written, layer: Layer.succeed(Output, { out: keep("out"), err: keep("err") }) }
  }
}
