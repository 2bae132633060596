import { FastCheck } from "effect"
import type { Instant } from "../../../src/core/instant.js"
import type { Snapshot } from "../../../src/core/watch/snapshot.js"
import { pullUrl, snapshot, web } from "./samples.js"

/** Generated histories of a pull, as a forge would keep them. Instants are few, so that many of them are equal. */

const one = <const A extends ReadonlyArray<string | boolean | number | null>>(...values: A) =>
  FastCheck.constantFrom<Array<A[number]>>(...values)

const tick = FastCheck.nat(5)
const index = FastCheck.nat(4)
const who = one("lab-bot", "lab-bot", "dana", "scan[bot]", null)
const conclusion = one("failure", "timed_out", "success", null)
const states = one("approved", "changes_requested", "commented", "pending", "review_requested")
const words = one("reject", "reject", "reject", "pass", "fix-done", "escalate", "maybe")

const changes = FastCheck.oneof(
  FastCheck.record({ op: one("comment"), who, tick, marker: FastCheck.option(words) }),
  FastCheck.record({ op: one("diff"), who, tick }),
  FastCheck.record({ op: one("review"), who, tick, state: states, text: FastCheck.boolean() }),
  FastCheck.record({ op: one("edit", "delete"), list: one("comments", "diffs", "reviews"), index, tick }),
  FastCheck.record({ op: one("dismiss", "submit"), index }),
  FastCheck.record({ op: one("push"), head: FastCheck.nat(2), tick: FastCheck.nat(3) }),
  FastCheck.record({ op: one("run"), name: one("unit", "lint"), app: one("actions", "scan"), conclusion }),
  FastCheck.record({ op: one("finish"), index, conclusion }),
  FastCheck.record({ op: one("status"), context: one("a", "b"), state: one("error", "failure", "pending", "success") }),
  FastCheck.record({ op: one("retarget"), base: one("main", "next", "old") }),
  FastCheck.record({ op: one("mergeable"), value: one(true, false, null) }),
  FastCheck.record({ op: one("draft") })
)

const wait = one(0, 30, 45, 300, 600, 600)
const op = FastCheck.oneof(
  { weight: 30, arbitrary: changes },
  { weight: 20, arbitrary: FastCheck.record({ op: one("poll"), wait }) },
  { weight: 3, arbitrary: FastCheck.record({ op: one("fail"), wait, reason: one("a", "b") }) },
  { weight: 2, arbitrary: FastCheck.record({ op: one("restart") }) },
  { weight: 1, arbitrary: FastCheck.record({ op: one("merge", "close") }) }
)

type Op = typeof op extends FastCheck.Arbitrary<infer A> ? A : never

/** What a watch meets: a snapshot of that moment, a poll that fails, a restart. `wait` is seconds since the one before. */
export type Event =
  | { readonly event: "poll"; readonly wait: number; readonly snapshot: Snapshot }
  | { readonly event: "fail"; readonly wait: number; readonly reason: string }
  | { readonly event: "restart" }

const second = (at: number): Instant => `2026-01-01T10:00:${String(at).padStart(2, "0")}.000Z`
const hashOf = (head: number): string => `${head}`.repeat(40)

interface Said {
  readonly id: number
  readonly who: string | null
  tick: number
  version: number
  readonly marker: string | null
  state: string
  readonly text: boolean
  dismissed: boolean
}

/** The forge's side of a history. */
class World {
  #ids = 0
  readonly #lists: Record<"comments" | "diffs" | "reviews", Array<Said>> = { comments: [], diffs: [], reviews: [] }
  readonly #committed = new Map<number, number>([[0, 0]])
  readonly #runs: Array<{ id: number; head: number; name: string; app: string; conclusion: string | null }> = []
  readonly #statuses = new Map<string, { head: number; context: string; state: string }>()
  #head = 0
  #base = "main"
  #mergeable: boolean | null = true
  #draft = false
  #state: "open" | "merged" | "closed" = "open"

  constructor(readonly forge: "github" | "forgejo") {}

  #say(list: "comments" | "diffs" | "reviews", said: Partial<Said> & Pick<Said, "who" | "tick">): void {
    const blank = { version: 0, marker: null, state: "", text: true, dismissed: false }
    this.#lists[list].push({ ...blank, ...said, id: ++this.#ids })
  }

  apply(op: Op): void {
    switch (op.op) {
      case "comment":
        return void this.#say("comments", op)
      case "diff":
        return void this.#say("diffs", op)
      case "review":
        return void this.#say("reviews", op)
      case "edit": {
        const said = this.#lists[op.list][op.index]
        if (said === undefined) return
        said.version++
        if (op.list !== "reviews") said.tick = Math.max(said.tick, op.tick)
        return
      }
      case "delete":
        return void this.#lists[op.list].splice(op.index, 1)
      case "dismiss":
      case "submit": {
        const review = this.#lists.reviews[op.index]
        if (review === undefined) return
        if (op.op === "dismiss") review.dismissed = true
        else if (review.state === "pending") review.state = "changes_requested"
        return
      }
      case "push":
        this.#head = op.head
        return void this.#committed.set(op.head, this.#committed.get(op.head) ?? op.tick)
      case "run": {
        const { name, app, conclusion } = op
        return void this.#runs.push({ id: ++this.#ids, head: this.#head, name, app, conclusion })
      }
      case "finish": {
        const run = this.#runs[op.index]
        if (run !== undefined) run.conclusion = op.conclusion
        return
      }
      case "status":
        return void this.#statuses.set(`${this.#head} ${op.context}`, { ...op, head: this.#head })
      case "retarget":
        this.#base = op.base
        return
      case "mergeable":
        this.#mergeable = this.forge === "forgejo" ? op.value === true : op.value
        return
      case "draft":
        this.#draft = !this.#draft
        return
      case "merge":
      case "close":
        if (this.#state === "open") this.#state = op.op === "merge" ? "merged" : "closed"
    }
  }

  /** `bounded`: only the comments that a forge names when it is asked for those since the head commit. */
  snapshot(bounded: boolean): Snapshot {
    const headTick = this.#committed.get(this.#head) ?? 0
    const since = ({ tick }: Said) => !bounded || tick >= headTick
    const text = (mark: string, { id, version, marker }: Said) =>
      `${marker === null ? "" : `[autoland] verdict: ${marker}\n`}${mark}${id}v${version}`
    const comment = (mark: string) => (said: Said) => ({
      id: said.id,
      author: said.who,
      association: null,
      body: text(mark, said),
      editedAt: second(said.tick),
      url: `${pullUrl}#${mark}${said.id}`
    })
    return snapshot({
      forge: this.forge,
      headAt: second(headTick),
      pull: {
        head: hashOf(this.#head),
        base: this.#base,
        mergeable: this.#mergeable,
        draft: this.#draft,
        state: this.#state
      },
      comments: this.#lists.comments.filter(since).map(comment("c")),
      diffComments: this.#lists.diffs.filter(since).map((said) => ({ ...comment("d")(said), path: "a.ts", line: 1 })),
      reviews: this.#lists.reviews.map((said) => ({
        id: said.id,
        author: said.who,
        association: null,
        state: said.dismissed && this.forge === "github" ? "dismissed" : said.state,
        dismissed: said.dismissed,
        body: said.text ? text("r", said) : "",
        submittedAt: said.state === "pending" ? null : second(said.tick),
        editedAt: null,
        url: `${pullUrl}#r${said.id}`
      })),
      checkRuns: this.#runs
        .filter(({ head }) => head === this.#head)
        .map(({ id, name, app, conclusion }) => ({
          id,
          name,
          app,
          workflow: null,
          status: conclusion === null ? "queued" : "completed",
          conclusion,
          url: `${web}/run/${id}`
        })),
      statuses: [...this.#statuses.values()]
        .filter(({ head }) => head === this.#head)
        .map(({ context, state }) => ({ context, state, description: null, url: `${web}/status/${context}` }))
    })
  }
}

/** Histories as a watch meets them; `full` and `bounded` differ only in the comments that the snapshots hold. */
export const histories: FastCheck.Arbitrary<{
  readonly full: ReadonlyArray<Event>
  readonly bounded: ReadonlyArray<Event>
}> = FastCheck.tuple(one("github", "forgejo"), FastCheck.array(op, { minLength: 1, maxLength: 80, size: "max" })).map(
  ([forge, ops]) => {
    const told = (bounded: boolean) => {
      const world = new World(forge)
      return ops.flatMap((op): ReadonlyArray<Event> => {
        if (op.op === "restart") return [{ event: "restart" }]
        if (op.op === "fail") return [{ event: "fail", wait: op.wait, reason: op.reason }]
        if (op.op === "poll") return [{ event: "poll", wait: op.wait, snapshot: world.snapshot(bounded) }]
        world.apply(op)
        return []
      })
    }
    return { full: told(false), bounded: told(true) }
  }
)
