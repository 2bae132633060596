import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Logger, LogLevel, Option, Tracer } from "effect"
import { practice } from "../../support/sandbox.js"
import { logOf } from "./scripted-logs.js"

/** Everything that a program logs at any level, and every span with all that is hung on it. */
const overheard = () => {
  const said: Array<string> = []
  const hear = (value: unknown) => void said.push(inspect(value, { depth: 12, maxStringLength: null }))
  const logger = Logger.make((entry) => hear([entry.message, Cause.pretty(entry.cause), [...entry.annotations]]))
  const tracer = Tracer.make({
    context: (f) => f(),
    span: (name, parent, context, links, startTime, kind) => {
      hear(name)
      return {
        _tag: "Span",
        name,
        spanId: name,
        traceId: "trace",
        parent,
        context,
        links,
        kind,
        sampled: true,
        status: { _tag: "Started", startTime },
        attributes: new Map(),
        attribute: (key, value) => hear([key, value]),
        event: (event, _, attributes) => hear([event, attributes]),
        end: (_, exit) => hear(exit),
        addLinks: hear
      }
    }
  })
  const layer = Layer.mergeAll(
    Logger.replace(Logger.defaultLogger, logger),
    Logger.minimumLogLevel(LogLevel.All),
    Layer.setTracer(tracer)
  )
  return { said, layer }
}

const ways = [
  "is served",
  "answers 403",
  "answers 500",
  "breaks off",
  "refuses the connection",
  "was kept for a minute too long"
] as const

describe("the signed link", () => {
  for (const way of ways) {
    it.scoped(`C25 is in no error, log line or span when its host ${way}, and no credential goes there`, () =>
      Effect.gen(function* () {
        const { sandbox, world, tracker, head } = yield* practice("github")
        world.checkRuns(head(), [{ name: "unit", conclusion: "failure", log: "red\n" }])
        const fault = {
          "is served": undefined,
          "answers 403": { kind: "status", status: 403, body: "no" } as const,
          "answers 500": { kind: "status", status: 500, body: "no" } as const,
          "breaks off": { kind: "truncate", keep: 1 } as const,
          "refuses the connection": { kind: "drop" } as const,
          "was kept for a minute too long": undefined
        }[way]
        if (fault !== undefined) sandbox.faults.add({ server: "foreign", path: "**", fault })
        if (way === "refuses the connection") world.storage = "http://127.0.0.1:9"
        if (way === "was kept for a minute too long") {
          const stale = `${world.storage}${world.signedLinks.sign("1/job.log", "red\n").replace(/sig=.*/, "sig=st4l3l1nk")}`
          sandbox.faults.add({
            server: "github",
            path: "/repos/acme/widget/actions/jobs/{job}/logs",
            fault: { kind: "redirect", status: 302, location: stale }
          })
        }
        const { said, layer } = overheard()
        const exit = yield* logOf(tracker, "unit").pipe(
          Effect.tapErrorCause(Effect.logError),
          Effect.withSpan("pr logs"),
          Effect.exit,
          Effect.provide(layer)
        )
        const heard = [
          ...said,
          inspect(exit, { depth: 12 }),
          ...Option.toArray(Exit.causeOption(exit)).map((cause) => Cause.pretty(cause))
        ]
        assert.isTrue(Exit.isSuccess(exit) === (way === "is served"))
        const links = sandbox.requests.filter(({ server }) => server === "foreign")
        for (const { headers, query, path } of links) {
          assert.notProperty(headers, "authorization")
          for (const text of heard) {
            assert.notInclude(text, query["sig"] ?? "")
            assert.notInclude(text, path)
          }
        }
        for (const text of heard) {
          assert.notInclude(text, "sig=")
          assert.notInclude(text, world.storage)
          assert.notInclude(text, sandbox.token)
        }
        assert.strictEqual(links.length, way === "refuses the connection" ? 0 : 1)
        assert.isAbove(said.length, 0)
      })
    )
  }
})
