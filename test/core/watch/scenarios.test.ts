import { existsSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { ErrForge } from "../../../src/core/errors.js"
import {
  afterFailure,
  afterSnapshot,
  beginWatch,
  type WatchState,
  type WatchStep
} from "../../../src/core/watch/fold.js"
import { jsonLine, plainLine } from "../../../src/core/watch/line.js"
import { pollFailure } from "../../../src/core/watch/poll-failure.js"
import { start } from "./samples.js"
import { laid, Scenario, site, snapshotOf, type Words } from "./scenario.js"

/** The acceptance scenarios of the watch, played by the fold alone in virtual time. They lie beside a checkout, if at all. */
const file = new URL("../../../../shared/acceptance/scenarios/watch.json", import.meta.url)

/** These are about the program around the fold: a number that is none, a pull that is not there. */
const outside: ReadonlySet<string> = new Set(["no-such-pull", "poll-of-zero", "by-branch-without-one"])

const read = (): ReadonlyArray<Scenario> => {
  const text = readFileSync(file, "utf8").replaceAll(/\$\{forge\}/g, site)
  return Schema.decodeUnknownSync(Schema.parseJson(Schema.Array(Scenario)))(text)
}

const all = (words: string | ReadonlyArray<string> = []) => [words].flat()

const fits = (words: Words, line: string): boolean => {
  if (typeof words === "string") return line === words
  if (words.json !== undefined) {
    const said: unknown = JSON.parse(line)
    assert.deepInclude(said, words.json)
  }
  return (
    all(words.contains).every((part) => line.includes(part)) &&
    !all(words.lacks).some((part) => line.includes(part)) &&
    all(words.matches).every((pattern) => new RegExp(pattern, "mu").test(line))
  )
}

/** A watch over a scenario that polls when it is told to. */
class Player {
  readonly lines: Array<string> = []
  ended = false
  #state: WatchState = beginWatch
  #world: Scenario["world"]
  #polls = 0

  constructor(
    readonly scenario: Scenario,
    readonly every: number,
    readonly repeat: number
  ) {
    this.#world = scenario.world
  }

  enter(name: string): void {
    this.#world = laid(this.#world, this.scenario.phases.find((phase) => phase.name === name) ?? {})
  }

  /** The status that a route of the scenario puts in the place of the world's answer. */
  #refusal(): number | undefined {
    const answers = (this.scenario.routes[0]?.answers ?? []).flatMap((answer) =>
      Array.from({ length: answer.times ?? 1 }, () => answer)
    )
    const answer = answers[this.#polls] ?? answers.at(-1)
    return answer?.pass === true ? undefined : answer?.status
  }

  #step(now: number): WatchStep {
    const status = this.#refusal()
    if (status === undefined)
      return afterSnapshot(this.#state, snapshotOf(this.scenario, this.#world), now, this.repeat)
    const failure = new ErrForge({ asked: "github GET /x", status, words: "(a page of text/html)" })
    return afterFailure(this.#state, pollFailure(failure).reason, now)
  }

  poll(): void {
    if (this.ended) return
    const step = this.#step(start + this.#polls * this.every)
    this.#polls++
    this.#state = step.state
    this.ended = step.ended
    const shown = this.scenario.argv.includes("--json") ? jsonLine : plainLine
    this.lines.push(...step.lines.map(shown))
  }
}

const option = (argv: ReadonlyArray<string>, name: string, otherwise: number): number =>
  argv.includes(name) ? Number(argv[argv.indexOf(name) + 1]) * 1000 : otherwise

const playScenario = (scenario: Scenario): void => {
  const player = new Player(
    scenario,
    option(scenario.argv, "--poll", 30_000),
    option(scenario.argv, "--repeat", 600_000)
  )
  let told = 0
  const until = (done: () => boolean) => {
    for (let i = 0; i < 100 && !done(); i++) player.poll()
  }
  if (scenario.steps.length === 0) player.poll()
  for (const { lines = [], skipTo, phase, polls = 0, quiet } of scenario.steps) {
    until(() => player.lines.length >= told + lines.length)
    for (const words of lines)
      assert.isTrue(fits(words, player.lines[told++] ?? ""), player.lines[told - 1] ?? "no line")
    if (skipTo !== undefined) {
      const found = () => player.lines.findIndex((line, i) => i >= told && fits(skipTo, line))
      until(() => found() >= 0)
      assert.isAtLeast(found(), 0)
      told = found() + 1
    }
    if (phase !== undefined) player.enter(phase)
    for (let i = 0; i < polls; i++) player.poll()
    for (let i = 1; quiet !== undefined && i <= quiet / player.every; i++) player.poll()
    if (quiet !== undefined) assert.deepStrictEqual(player.lines.slice(told), [])
  }
  const { exit, stdout } = scenario.expect
  if (exit === 0) assert.isTrue(player.ended)
  if (typeof stdout === "string") assert.strictEqual(player.lines.join("\n"), stdout)
  else if (stdout !== undefined && "lines" in stdout) assert.strictEqual(player.lines.length, stdout.lines)
  else if (stdout !== undefined) assert.deepStrictEqual(player.lines, stdout)
}

describe.skipIf(!existsSync(file))("the acceptance scenarios of the watch", () => {
  for (const scenario of existsSync(file) ? read() : []) {
    if (!outside.has(scenario.id)) it(`${scenario.id}: ${scenario.title}`, () => playScenario(scenario))
  }
})
