import * as Effect from "effect/Effect"
import { Output } from "../../services/output.js"
import type { CiStep } from "../sandbox/ci.js"
import type { World } from "../sandbox/world.js"
import { alongside, labctl, type Stage } from "./command.js"
import { push } from "./workshop.js"

/** How long the practice CI takes: long enough to be seen waiting, short enough for a demo. */
const ciMillis = 5000

/** A value that the operator has stored, and that the failing test prints. */
export const leaked = "s3cr3t-of-the-demo-8f2a"

const running: CiStep = {
  afterMs: 0,
  checkRuns: [
    { name: "lint", status: "in_progress" },
    { name: "test", status: "in_progress" }
  ]
}

const stamped = (lines: ReadonlyArray<string>): string =>
  lines.map((line, i) => `2026-01-01T09:00:${String(10 + (i % 50))}.0000000Z ${line}\n`).join("")

const testLog = stamped([
  "##[group]Run npm test",
  "npm test",
  "##[endgroup]",
  ...Array.from({ length: 80 }, (_, i) => `✔ parses row ${i + 1}`),
  "✖ keeps the last row",
  "  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:",
  "  11 !== 12",
  "      at parser.test.js:41:10",
  `  connecting with ${leaked}`,
  "##[error]Process completed with exit code 1."
])

const ended = (conclusion: "failure" | "success"): CiStep => ({
  afterMs: ciMillis,
  checkRuns: [
    { name: "lint", conclusion: "success", log: "fine\n" },
    conclusion === "failure"
      ? { name: "test", conclusion, title: "1 of 81 tests failed", log: testLog }
      : { name: "test", conclusion, title: "81 tests passed", log: "fine\n" }
  ]
})

/** The first commit turns red, every later one green. */
export const script = (nth: number): ReadonlyArray<CiStep> => [running, ended(nth === 1 ? "failure" : "success")]

const say = (text: string) => Effect.flatMap(Output, (output) => output.out(`\n${text}\n`))

/** What the agent does, and what it is shown. Answers with 0 when each command ended as the story says. */
export const story = (stage: Stage, workspace: string, world: World) =>
  Effect.gen(function* () {
    const ends: Array<boolean> = []
    const step = (expected: number, ...args: ReadonlyArray<string>) =>
      Effect.map(labctl(stage, ...args), ({ code, said }) => {
        ends.push(code === expected)
        return said
      })

    yield* say("1. An agent has pushed its branch and opens a pull request. It names neither head nor base.")
    yield* push(workspace, "parser", "parser.txt", "one\n", "Add parser")
    const opened = yield* step(0, "pr", "create", "--title", "Add parser", "--body", "Parses what comes in.")
    const number = opened.split("\t")[0] ?? ""
    const watched = yield* alongside(stage, "pr", "watch", number, "--poll", "0.5")

    yield* say("2. Is CI green? One command waits for the answer. It is red: exit 2, and stderr says where to look.")
    yield* step(2, "pr", "checks", number, "--wait", "--interval", "1", "--grace", "5")

    yield* say(
      "3. Why? The lines that explain it, out of the whole log. The test printed a secret; the server has masked it."
    )
    const log = yield* step(0, "pr", "logs", number, "--focus", "--lines", "8")
    ends.push(log.includes("[REDACTED:API_KEY]") && !log.includes(leaked))

    yield* say("4. The agent mends the parser and pushes. The head moves, so its checks start anew: exit 3 is pending.")
    yield* push(workspace, "parser", "parser.txt", "two\n", "Keep the last row")
    yield* step(3, "pr", "checks", number)

    yield* say("5. A person has something to say meanwhile, and the agent waits for its checks. Green: exit 0.")
    world.comment(Number(number), "dana", "Nice. Does it handle an empty file?")
    yield* step(0, "pr", "checks", number, "--wait", "--interval", "1")

    yield* say("6. It lands the commit that it has seen green; the forge decides, and has the last word.")
    yield* step(0, "pr", "merge", number)

    yield* say(
      "7. All the while a watch ran beside it, one line for each thing that asked for work. The merge ended it."
    )
    const { code, said } = yield* watched
    ends.push(code === 0 && /^Check failed /m.test(said) && /^Comment by dana/m.test(said) && /^Merged: /m.test(said))

    const well = ends.every((end) => end)
    yield* say(
      well
        ? "That was the loop: push, wait, read, mend, land. The forge, the server and all files of this demo are gone now."
        : "A command ended otherwise than the story says: that is a bug."
    )
    return well ? 0 : 1
  })
