import { spawn } from "node:child_process"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ghArguments, parseGhAnswer } from "../../core/gh-answer.js"
import { type Answer, type Exchange, TransportFailure } from "./http.js"
import { overExchange, type Transport } from "./transport.js"

/** As for any exchange with a forge; a gh that hangs is ended with all that it has started. */
const patience = "30 seconds"

/** No prompt, pager, colour, update notice or debug output may stand between us and an answer (github-wire 9.2). */
const environment = () => {
  const { GH_DEBUG, GH_FORCE_TTY, CLICOLOR_FORCE, DEBUG, ...env } = process.env
  return { ...env, GH_PROMPT_DISABLED: "1", GH_NO_UPDATE_NOTIFIER: "1", GH_PAGER: "cat", NO_COLOR: "1" }
}

const failed = (words: string) => new TransportFailure({ kind: "broken", words })

/** gh's own words, one line. */
const spoken = (stderr: string): string => stderr.trim().split("\n")[0]?.slice(0, 200) ?? ""

const answerOf = (stdout: Buffer, stderr: string, code: number | null): Effect.Effect<Answer, TransportFailure> => {
  const found = parseGhAnswer(stdout.toString("latin1"))
  if (found === undefined) {
    const why = spoken(stderr)
    if (code === 4) return Effect.fail(failed("gh is not signed in: run gh auth login"))
    return Effect.fail(failed(why === "" ? `gh ended with ${code ?? "a signal"} and no answer` : why))
  }
  const { status, headers, bodyAt } = found
  const rawHeaders = Object.entries(headers).flat()
  return Effect.succeed({ status, headers, rawHeaders, body: stdout.subarray(bodyAt) })
}

const exchange = ({ method, origin, path, headers }: Exchange): Effect.Effect<Answer, TransportFailure> =>
  Effect.async<Answer, TransportFailure>((resume) => {
    const child = spawn("gh", ghArguments(origin, method, path, headers), {
      detached: true,
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"]
    })
    const stdout: Array<Buffer> = []
    let stderr = ""
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk))
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr = (stderr + chunk).slice(0, 4000)
    })
    child.once("error", () => resume(Effect.fail(failed("gh could not be started: is it installed and on PATH?"))))
    child.once("close", (code) => resume(answerOf(Buffer.concat(stdout), stderr, code)))
    return Effect.ignore(Effect.try(() => child.pid !== undefined && process.kill(-child.pid, "SIGKILL")))
  }).pipe(
    Effect.timeoutFail({
      duration: patience,
      onTimeout: () => new TransportFailure({ kind: "timeout", words: "gh gave no answer within 30 s" })
    })
  )

const present = Effect.async<boolean>((resume) => {
  const child = spawn("gh", ["--version"], { stdio: "ignore" })
  child.once("error", () => resume(Effect.succeed(false)))
  child.once("close", (code) => resume(Effect.succeed(code === 0)))
  return Effect.sync(() => child.kill("SIGKILL"))
})

/** GitHub's REST API through the `gh` that is installed and signed in: the twin of the HTTP transport (watch-spec, "Transports"). */
export class GhTransport extends Context.Tag("lab/GhTransport")<
  GhTransport,
  Context.Tag.Service<Transport> & { readonly present: Effect.Effect<boolean> }
>() {
  static readonly layer = Layer.sync(GhTransport, () => ({ ...overExchange(exchange), present }))

  /** A machine without gh. */
  static readonly absent = Layer.sync(GhTransport, () => ({
    ...overExchange(exchange),
    present: Effect.succeed(false)
  }))
}
