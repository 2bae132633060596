import { assert, it } from "@effect/vitest"
import { FastCheck } from "effect"
import {
  afterFailure,
  afterSnapshot,
  beginWatch,
  type WatchState,
  type WatchStep
} from "../../../src/core/watch/fold.js"
import { plainLine } from "../../../src/core/watch/line.js"
import type { Snapshot } from "../../../src/core/watch/snapshot.js"
import { type Event, histories } from "./histories.js"
import { type Open, openAt } from "./model.js"
import { start } from "./samples.js"

const repeat = 600

/** Enough for a machine that does other things at the same time. */
const patient = { timeout: 90_000 }

/** One poll of one process: when it came, in seconds, what it read, what it printed. */
interface Turn {
  readonly at: number
  readonly event: Exclude<Event, { event: "restart" }>
  readonly lines: ReadonlyArray<string>
  readonly state: WatchState
}

/** The processes of a history, each until its restart or the end of the pull. */
const run = (events: ReadonlyArray<Event>): ReadonlyArray<ReadonlyArray<Turn>> => {
  const processes: Array<Array<Turn>> = [[]]
  let at = 0
  let state: WatchState | undefined = beginWatch
  for (const event of events) {
    if (event.event === "restart") {
      processes.push([])
      state = beginWatch
      continue
    }
    at += event.wait
    if (state === undefined) continue
    const now = start + at * 1000
    const step: WatchStep =
      event.event === "poll"
        ? afterSnapshot(state, event.snapshot, now, repeat * 1000)
        : afterFailure(state, event.reason, now)
    processes.at(-1)?.push({ at, event, lines: step.lines.map(plainLine), state: step.state })
    state = step.ended ? undefined : step.state
  }
  return processes
}

/** The key that the model gives to what a line is about; the edit instant of a comment is the snapshot's. */
const keyOf = (line: string, { comments, diffComments, pull }: Snapshot): string => {
  const text = line.replace(/^Still open: /, "")
  const url = text.split(" ").at(-1) ?? ""
  const token = /[cdr]\d+v\d+/.exec(text)?.[0] ?? ""
  const word = /^(Diff comment|Check failed|Status failed|Base changed|\w+)/.exec(text)?.[0] ?? ""
  switch (word) {
    case "Comment":
    case "Diff comment": {
      const row = [...comments, ...diffComments].find((row) => row.url === url)
      return `${word} ${url} ${token} ${row?.editedAt}`
    }
    case "Review": {
      const state = /, ([a-z ]+)[.:]/.exec(text)?.[1]?.replaceAll(" ", "_")
      return `${word} ${url} ${state} ${token}`
    }
    case "Check failed":
    case "Status failed": {
      assert.include(text, `${word} on ${pull.head.slice(0, 12)}: `)
      const state = word === "Status failed" ? ` ${/\((\w+)\)\. Fix/.exec(text)?.[1]}` : ""
      return `${word} ${url} ${pull.head}${state}`
    }
    case "Verdict":
      return `${word} ${url}`
    case "Base changed":
      return `${word} ${/now targets (\w+);/.exec(text)?.[1]}`
    case "Conflict":
      return `${word} ${/conflicts with (\w+)\./.exec(text)?.[1]}`
    default:
      return word
  }
}

const sorted = (keys: Iterable<string>): ReadonlyArray<string> => [...keys].sort()

/** Walks one process beside the model: what was open before, what has printed, and when each last did. */
const checkProcess = (turns: ReadonlyArray<Turn>): void => {
  const polls: Array<Snapshot> = []
  const printed = new Map<string, number>()
  let before: ReadonlyArray<Open> = []
  let reason: string | undefined
  for (const { at, event, lines, state } of turns) {
    if (event.event === "fail") {
      assert.deepStrictEqual(lines, event.reason === reason ? [] : [`Poll failed: ${event.reason}. The watch goes on.`])
      reason = event.reason
      continue
    }
    reason = undefined
    const starts = polls.length === 0
    polls.push(event.snapshot)
    const open = openAt(polls)
    const wasOpen = new Set(before.map(({ key }) => key))
    const ended = event.snapshot.pull.state !== "open"
    const fresh = open.filter(({ key, silentAtStart }) => !wasOpen.has(key) && !(starts && silentAtStart))
    const due = open.filter(
      ({ key, repeats }) => !ended && repeats && wasOpen.has(key) && at - (printed.get(key) ?? at) >= repeat
    )
    const isRepeat = (line: string) => line.startsWith("Still open: ")
    const keys = (of: ReadonlyArray<string>) => sorted(of.map((line) => keyOf(line, event.snapshot)))
    assert.deepStrictEqual(keys(lines.filter((line) => !isRepeat(line))), sorted(fresh.map(({ key }) => key)))
    assert.deepStrictEqual(keys(lines.filter(isRepeat)), sorted(due.map(({ key }) => key)))
    assert.deepStrictEqual(lines.findLastIndex((line) => !isRepeat(line)) + 1, fresh.length, "new ones print first")
    if (ended) assert.match(lines.at(-1) ?? "", /^(Merged|Closed without a merge): #7/)

    for (const { key } of [...fresh, ...due]) printed.set(key, at)
    for (const { key, silentAtStart } of open) assert.isTrue(printed.has(key) || silentAtStart, `${key} was missed`)
    assert.isAtMost(state.open.size, open.length)
    before = open
  }
}

it(
  "every finding open at a poll has printed by then, none without being open, each repeats on time, none of the author's",
  patient,
  () => {
    FastCheck.assert(
      FastCheck.property(histories, ({ full }) => {
        for (const turns of run(full)) checkProcess(turns)
      }),
      { numRuns: 600 }
    )
  }
)

it("nothing that the author wrote repeats, but for a reject", patient, () => {
  FastCheck.assert(
    FastCheck.property(histories, ({ full }) => {
      const repeats = run(full).flatMap((turns) =>
        turns.flatMap(({ lines }) => lines.filter((line) => line.startsWith("Still")))
      )
      for (const line of repeats) assert.notMatch(line, /by lab-bot|, approved|Base changed|Verdict: [^r]/)
    }),
    { numRuns: 150 }
  )
})

it("what a restart prints is what a fresh start prints, whatever came before it", patient, () => {
  FastCheck.assert(
    FastCheck.property(histories, FastCheck.nat(80), ({ full }, cut) => {
      const [head, tail] = [full.slice(0, cut), full.slice(cut)]
      const restarted = run([...head, { event: "restart" }, ...tail]).slice(-run(tail).length)
      const printed = (of: ReturnType<typeof run>) => of.map((turns) => turns.map(({ lines }) => lines))
      assert.deepStrictEqual(printed(restarted), printed(run(tail)))
    }),
    { numRuns: 150 }
  )
})

it("the comments before the head commit, which a bounded read leaves out, change nothing", patient, () => {
  FastCheck.assert(
    FastCheck.property(histories, ({ full, bounded }) => {
      const printed = (events: ReadonlyArray<Event>) => run(events).map((turns) => turns.map(({ lines }) => lines))
      assert.deepStrictEqual(printed(bounded), printed(full))
    }),
    { numRuns: 150 }
  )
})

it("the histories hold what they are meant to hold", patient, () => {
  const lines = FastCheck.sample(histories, { numRuns: 300, seed: 7 }).flatMap(({ full }) =>
    run(full).flatMap((turns) => turns.flatMap(({ lines }) => lines))
  )
  for (const pattern of [
    /^Still open: Comment/,
    /^Still open: Diff comment/,
    /^Still open: Review/,
    /^Still open: Check failed/,
    /^Still open: Status failed/,
    /^Still open: Conflict/,
    /^Still open: Verdict: rejected/,
    /^Comment by lab-bot/,
    /^Review by .*, approved/,
    /^Verdict: (passed|fix done|escalated|unknown)/,
    /^Base changed/,
    /^Merged/,
    /^Closed/,
    /^Poll failed/
  ]) {
    assert.isAtLeast(lines.filter((line) => pattern.test(line)).length, 2, String(pattern))
  }
})
