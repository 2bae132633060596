import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Option, Redacted, TestClock } from "effect"
import { GhToken } from "../../src/services/gh-token.js"
import { until } from "../support/sandbox.js"
import { temporary } from "./store/databases.js"

/** A `gh` first on the PATH that is this shell script; without one, a PATH that has none. */
const withGh = (script?: string) =>
  Effect.gen(function* () {
    const directory = yield* temporary
    const before = process.env["PATH"] ?? ""
    if (script !== undefined) {
      writeFileSync(join(directory, "gh"), `#!/bin/sh\ncd "${directory}"\n${script}\n`)
      chmodSync(join(directory, "gh"), 0o755)
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        process.env["PATH"] = script === undefined ? directory : `${directory}${delimiter}${before}`
      }),
      () =>
        Effect.sync(() => {
          process.env["PATH"] = before
        })
    )
    return directory
  })

const tokenOf = (host: string) =>
  Effect.flatMap(GhToken, (gh) => gh.of(host)).pipe(
    Effect.map(Option.map(Redacted.value)),
    Effect.provide(GhToken.layer)
  )

const answers: ReadonlyArray<readonly [name: string, script: string | undefined, token: Option.Option<string>]> = [
  ["the token that gh keeps, without its line end", "echo gho_abc", Option.some("gho_abc")],
  ["nothing when gh is not there", undefined, Option.none()],
  ["nothing when gh is not signed in", "echo 'no oauth token' >&2; exit 1", Option.none()],
  ["nothing of what a failing gh printed", "echo gho_half; exit 1", Option.none()],
  ["nothing when an old gh does not know the verb", "echo 'unknown command \"token\"' >&2; exit 1", Option.none()],
  ["nothing when gh prints nothing", "exit 0", Option.none()],
  ["nothing when gh prints blanks", "echo '  '", Option.none()],
  ["nothing when gh is killed", "kill -9 $$", Option.none()]
]

for (const [name, script, token] of answers) {
  it.scoped(`answers ${name}`, () =>
    Effect.gen(function* () {
      yield* withGh(script)
      assert.deepStrictEqual(yield* tokenOf("github.com"), token)
    })
  )
}

it.scoped("asks for the host it was given, as one word whatever it holds", () =>
  Effect.gen(function* () {
    const directory = yield* withGh('for word in "$@"; do echo "[$word]"; done > words; echo t')
    yield* tokenOf("ghes.example:8443; touch evil")
    const words = readFileSync(join(directory, "words"), "utf8")
    assert.strictEqual(words, "[auth]\n[token]\n[--hostname]\n[ghes.example:8443; touch evil]\n")
    assert.isFalse(existsSync(join(directory, "evil")))
  })
)

it.scoped("does not show the token when it is printed", () =>
  Effect.gen(function* () {
    yield* withGh("echo gho_secret")
    const token = yield* Effect.provide(
      Effect.flatMap(GhToken, (gh) => gh.of("github.com")),
      GhToken.layer
    )
    assert.notInclude(`${JSON.stringify(token)} ${String(token)}`, "gho_secret")
  })
)

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

for (const [name, end] of [
  ["10 seconds after a gh that never answers was asked, it goes on without", TestClock.adjust("10 seconds")],
  ["an interrupted question ends gh", Effect.void]
] as const) {
  it.scoped(name, () =>
    Effect.gen(function* () {
      const directory = yield* withGh("echo $$ > pid.part; mv pid.part pid; exec sleep 600")
      const asking = yield* Effect.fork(tokenOf("github.com"))
      yield* until(
        () => existsSync(join(directory, "pid")),
        () => "gh to start"
      )
      const pid = Number(readFileSync(join(directory, "pid"), "utf8"))
      assert.isTrue(alive(pid))
      yield* end
      const exit = name.startsWith("10") ? yield* Fiber.join(asking) : yield* Fiber.interrupt(asking)
      if (Option.isOption(exit)) assert.deepStrictEqual(exit, Option.none())
      yield* until(
        () => !alive(pid),
        () => `process ${pid} to end`
      )
    })
  )
}
