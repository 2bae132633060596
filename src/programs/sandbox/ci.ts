import { madeUpSha } from "./repository.js"

/** What an attempt of a job left: its log, the status that its log is answered with, or nothing any more. */
export type AttemptLog = string | Uint8Array | { readonly status: number } | "expired"

/**
 * A job of the forge's own CI. GitHub shows it as a check run; Forgejo writes it as a commit status
 * (`forgejo-wire.md` 4). Rows are served in the order in which they were given.
 */
export interface CheckRunRow {
  readonly name: string
  /** `completed` when a conclusion is given, else `queued`. */
  readonly status?: string
  readonly conclusion?: string | null
  readonly id?: number
  /** GitHub: the slug of the app; null for none. */
  readonly app?: string | null
  readonly workflow?: string
  readonly event?: string
  /** The run it belongs to: one suite a run on GitHub, one run index on Forgejo. One for each commit when absent. */
  readonly run?: number
  /** Short for one attempt. */
  readonly log?: string | Uint8Array
  /** The attempts that a runner took, oldest first; of a job that runs the last one is what there is so far. */
  readonly attempts?: ReadonlyArray<AttemptLog>
  readonly detailsUrl?: string | null
  readonly title?: string | null
  readonly summary?: string | null
  readonly startedAt?: string | null
  readonly completedAt?: string | null
}

/** A commit status, as somebody wrote it: later rows of a context supersede earlier ones. Shown by both forges. */
export interface StatusRow {
  readonly context: string
  /** Any word; Forgejo does not check it. */
  readonly state: string
  readonly description?: string
  readonly targetUrl?: string
  /** The writer's login; null for none. */
  readonly creator?: string | null
}

export interface CiRows {
  readonly checkRuns?: ReadonlyArray<CheckRunRow>
  readonly statuses?: ReadonlyArray<StatusRow>
}

/** The rows of a head from `afterMs` milliseconds after it was first seen, until the next step. */
export interface CiStep extends CiRows {
  readonly afterMs: number
}

export interface CiState {
  readonly sha: string
  /** Milliseconds since 1970 of the last change. */
  readonly at: number
  readonly checkRuns: ReadonlyArray<CheckRunRow & { readonly id: number; readonly run: number }>
  readonly statuses: ReadonlyArray<StatusRow>
}

/** Row ids beyond 32 bits, as GitHub's are, and always the same for the same commit and place. */
const rowId = (sha: string, place: number): number =>
  100_000_000_000 + Number.parseInt(madeUpSha(sha).slice(0, 7), 16) * 100 + place

/** The scripted CI of one repository. Nothing runs: the rows of an instant are computed when they are asked for. */
export class Ci {
  readonly #byHand = new Map<string, { readonly at: number; readonly rows: CiRows }>()
  readonly #seen = new Map<string, { readonly at: number; readonly nth: number }>()
  readonly #runs = new Map<string, number>()
  #script: (nth: number) => ReadonlyArray<CiStep> = () => []

  constructor(readonly now: () => number) {}

  /** Sets the rows of a commit; what was set for the other kind stays. */
  set(sha: string, rows: CiRows): void {
    this.#byHand.set(sha, { at: this.now(), rows: { ...this.#byHand.get(sha)?.rows, ...rows } })
  }

  /**
   * Every head that is read from now on plays these steps, from its first read on; a function is given 1 for the first such head,
   * 2 for the second, …
   */
  script(steps: ReadonlyArray<CiStep> | ((nth: number) => ReadonlyArray<CiStep>)): void {
    this.#script = typeof steps === "function" ? steps : () => steps
    this.#seen.clear()
  }

  /** A head was read: its script starts at the first time. */
  see(sha: string): void {
    if (sha !== "" && !this.#seen.has(sha)) this.#seen.set(sha, { at: this.now(), nth: this.#seen.size + 1 })
  }

  /** The rows of a commit now. Rows set by hand win over the script. */
  rows(sha: string): CiState {
    const { at, rows } = this.#byHand.get(sha) ?? this.#played(sha)
    const checkRuns = (rows.checkRuns ?? []).map((row, place) => ({
      ...row,
      id: row.id ?? rowId(sha, place),
      run: row.run ?? this.#runOf(sha)
    }))
    return { sha, at, checkRuns, statuses: rows.statuses ?? [] }
  }

  /** The rows of every commit that has been heard of, oldest first. */
  all(): ReadonlyArray<CiState> {
    return [...new Set([...this.#byHand.keys(), ...this.#seen.keys()])].map((sha) => this.rows(sha))
  }

  /** The run of rows that name none: 1 for the first commit that has such, 2 for the second, … */
  #runOf(sha: string): number {
    const run = this.#runs.get(sha) ?? this.#runs.size + 1
    this.#runs.set(sha, run)
    return run
  }

  #played(sha: string): { readonly at: number; readonly rows: CiRows } {
    const seen = this.#seen.get(sha)
    if (seen === undefined) return { at: this.now(), rows: {} }
    const age = this.now() - seen.at
    const step = this.#script(seen.nth).findLast(({ afterMs }) => afterMs <= age)
    return { at: seen.at + (step?.afterMs ?? 0), rows: step ?? {} }
  }
}
