import { randomBytes } from "node:crypto"
import * as Effect from "effect/Effect"
import type { ErrGit } from "../../core/errors.js"
import { type CheckRunRow, Ci, type CiStep, type StatusRow } from "./ci.js"
import type { CommentRecord, NewPullRecord, PullRecord, ReviewRecord } from "./records.js"
import { madeUpSha, type Repository } from "./repository.js"
import { SignedLinks } from "./signed-links.js"

/** How the lists of both forges misbehave. */
export interface PagingQuirks {
  /** The most rows a page has, whatever was asked for. */
  clamp?: number
  /** Forgejo: the page number is ignored, every page is the first. */
  unpaged?: boolean
  /** Forgejo: no `X-Total-Count`. */
  withoutTotals?: boolean
}

/** The one state that both wires show. It is plain and mutable: a test or the demo writes what the forge shall know. */
export class World {
  owner = "acme"
  name = "widget"
  readonly id = 1300192
  private = false
  archived = false
  defaultBranch = "main"
  /** The major version that the Forgejo wire speaks. */
  forgejo: 15 | 16 = 15
  /** Forgejo's own idea of its address, `https://git.example.org/forge`; the one that it is asked at when undefined. */
  rootUrl: string | undefined = undefined
  readonly paging: PagingQuirks = {}
  /** GitHub's conditional reads: by `ETag`, by `Last-Modified`, or none. */
  validators: "etag" | "last-modified" | "none" = "etag"
  /** GitHub's primary limit; the hour begins with the first request. */
  readonly rateLimit = { limit: 5000, used: 0, resetAt: 0 }
  readonly pulls = new Map<number, PullRecord>()
  readonly ci: Ci
  /** What the foreign host serves, by path. */
  readonly blobs = new Map<string, string | Uint8Array>()
  /** The links to GitHub's logs on the foreign host, whose origin `storage` is. */
  readonly signedLinks: SignedLinks
  storage = ""
  /** One merge at a time, as a forge does it. */
  readonly merging = Effect.unsafeMakeSemaphore(1)
  readonly #tokens = new Map<string, string>()
  readonly #members = new Set<string>()
  readonly #formerNames = new Set<string>()
  #lastId = 100

  constructor(
    readonly now: () => number,
    readonly repository: Repository,
    /** Made-up tips; in front of the repository's own. */
    readonly branches: Map<string, string>
  ) {
    this.ci = new Ci(now)
    this.signedLinks = new SignedLinks(now)
  }

  get fullName(): string {
    return `${this.owner}/${this.name}`
  }

  /** The youngest instant that any pull bears. */
  get changedAt(): number {
    return Math.max(0, ...[...this.pulls.values()].map(({ updatedAt }) => updatedAt))
  }

  nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  /** A fresh token of an account. A stranger's sees a private repository as little as nobody does. */
  account(login: string, role: "member" | "stranger" = "member"): string {
    const token = `sandbox-token-${randomBytes(16).toString("hex")}`
    this.#tokens.set(token, login)
    if (role === "member") this.#members.add(login)
    return token
  }

  /** Whose token it is. */
  loginOf(token: string): string | undefined {
    return this.#tokens.get(token)
  }

  visibleTo(login: string | null): boolean {
    return !this.private || (login !== null && this.#members.has(login))
  }

  /** The old name redirects from now on. */
  rename(name: string): void {
    const former = this.fullName
    this.#formerNames.add(former.toLowerCase())
    this.name = name
    for (const { head } of this.pulls.values()) if (head.repo === former) head.repo = this.fullName
  }

  /** Whether `owner/name` is this repository, was it once, or is another. Case does not count. */
  names(owner: string, name: string): "current" | "former" | "other" {
    const asked = `${owner}/${name}`.toLowerCase()
    return asked === this.fullName.toLowerCase() ? "current" : this.#formerNames.has(asked) ? "former" : "other"
  }

  /** Points a branch at a made-up commit. With git, push or `repository.write` instead. */
  push(branch: string, sha: string): void {
    this.branches.set(branch, sha)
  }

  branch(name: string): string | undefined {
    return this.branches.get(name) ?? this.repository.branch(name)
  }

  /** Opens a pull. Without git, branches that do not exist get made-up commits. */
  open(pull: NewPullRecord = {}): PullRecord {
    const number = pull.number ?? Math.max(0, ...this.pulls.keys()) + 1
    const head = { ref: pull.head ?? "feat", repo: pull.repo ?? this.fullName }
    const base = pull.base ?? this.defaultBranch
    const key = this.#branchKey(head)
    if (pull.sha !== undefined) this.push(key, pull.sha)
    if (this.repository.path === null)
      for (const name of [base, key]) if (this.branch(name) === undefined) this.push(name, madeUpSha(name))
    const author = pull.author === undefined ? "lab-bot" : pull.author
    const [at, id] = [this.now(), this.nextId()]
    const record: PullRecord = {
      number,
      id,
      head,
      base,
      author,
      title: pull.title ?? "Add parser",
      body: pull.body ?? "",
      state: "open",
      draft: pull.draft ?? false,
      sha: "",
      mergeable: undefined,
      merged: null,
      createdAt: at,
      updatedAt: at,
      closedAt: null,
      comments: [],
      lineComments: [],
      reviews: []
    }
    this.pulls.set(number, record)
    this.head(record)
    return record
  }

  /** The head of a pull now: read live while it is open, so that a push moves it. `gone`: its branch is no more. */
  head(pull: PullRecord): { readonly sha: string; readonly gone: boolean } {
    const tip = pull.head.repo === null ? undefined : this.branch(this.#branchKey(pull.head))
    if (pull.state === "open" && tip !== undefined && tip !== pull.sha) {
      pull.sha = tip
      pull.updatedAt = this.now()
    }
    if (pull.state === "open") this.ci.see(pull.sha)
    return { sha: pull.sha, gone: tip === undefined }
  }

  /** Whether it could be merged; null while the forge says that it does not know yet. */
  mergeable(pull: PullRecord): Effect.Effect<boolean | null, ErrGit> {
    const [base, { sha }] = [this.branch(pull.base), this.head(pull)]
    if (pull.mergeable !== undefined) return Effect.succeed(pull.mergeable)
    if (base === undefined || sha === "") return Effect.succeed(false)
    return Effect.map(this.repository.compare(base, sha), ({ conflict }) => !conflict)
  }

  close(number: number): void {
    const pull = this.pulls.get(number)
    if (pull === undefined) return
    pull.state = "closed"
    pull.closedAt = this.now()
    pull.updatedAt = this.now()
  }

  comment(number: number, author: string | null, body: string): CommentRecord | undefined {
    const pull = this.pulls.get(number)
    if (pull === undefined) return undefined
    const comment = { id: this.nextId(), author, body, createdAt: this.now(), updatedAt: this.now() }
    pull.comments.push(comment)
    pull.updatedAt = this.now()
    return comment
  }

  lineComment(number: number, author: string | null, body: string, path: string, line: number | null = 1): void {
    const pull = this.pulls.get(number)
    if (pull === undefined) return
    const at = { createdAt: this.now(), updatedAt: this.now() }
    pull.lineComments.push({
      id: this.nextId(),
      author,
      body,
      path,
      line,
      review: null,
      commit: this.head(pull).sha,
      ...at
    })
    pull.updatedAt = this.now()
  }

  review(number: number, author: string | null, state: string, body = ""): ReviewRecord | undefined {
    const pull = this.pulls.get(number)
    if (pull === undefined) return undefined
    const commit = state === "review_requested" ? "" : this.head(pull).sha
    const review = { id: this.nextId(), author, state, body, dismissed: false, commit, submittedAt: this.now() }
    pull.reviews.push(review)
    pull.updatedAt = this.now()
    return review
  }

  checkRuns(sha: string, checkRuns: ReadonlyArray<CheckRunRow>): void {
    this.ci.set(sha, { checkRuns })
  }

  statuses(sha: string, statuses: ReadonlyArray<StatusRow>): void {
    this.ci.set(sha, { statuses })
  }

  /** See `Ci.script`. */
  script(steps: ReadonlyArray<CiStep> | ((nth: number) => ReadonlyArray<CiStep>)): void {
    this.ci.script(steps)
  }

  #branchKey(head: PullRecord["head"]): string {
    return head.repo === null || head.repo === this.fullName ? head.ref : `${head.repo.split("/")[0] ?? ""}:${head.ref}`
  }
}
