import { instantOf } from "../instant.js"
import { ghost } from "../pull.js"
import type { VerdictWord } from "../verdict.js"
import type { Finding } from "./finding.js"
import { cut, linkOf, named, oneLine, quotable } from "./foreign.js"
import type { WatchedComment, WatchedPull } from "./snapshot.js"

/** What starts a repeated line (watch-spec, `REPEATED`). */
const repeatedPrefix = "Still open: "

/** Most characters of a line; a repeat says all of the first one again. */
const longest = 500
const room = longest - repeatedPrefix.length

/** Digits of a hash (watch-spec, `HEAD_DIGITS`). */
const headDigits = 12

/** What the watch prints: a finding, or a poll that failed. */
export interface WatchLine {
  readonly kind: Finding["kind"] | "poll_failed"
  readonly id: string
  readonly repeated: boolean
  /** The line as it reads the first time. */
  readonly text: string
  readonly url: string | null
  /** When it was printed, in milliseconds since 1970. */
  readonly at: number
}

const short = (hash: string): string => named(hash.slice(0, headDigits))

/** `dana (member)` */
const byline = ({ author, association }: Pick<WatchedComment, "author" | "association">): string => {
  const role = named(association ?? "", 30).toLowerCase()
  return `${named(author ?? ghost, 40)}${role === "" || role === "none" ? "" : ` (${role})`}`
}

/** A line around what somebody wrote, of which as much is shown as there is room for; `mark` leads over to it. */
const quoting = (lead: string, mark: string, text: string, request: string, url: string): string => {
  const tail = `${request} ${url}`
  const quoted = cut(quotable(text), room - lead.length - mark.length - tail.length - ' ""'.length)
  return quoted === "" ? `${lead}.${tail}` : `${lead}${mark} "${quoted}"${tail}`
}

const answerUnless = (done: boolean): string => (done ? "" : " Answer it or push a fix.")

const verdictLead: Readonly<Record<VerdictWord, string>> = {
  pass: "Verdict: passed",
  reject: "Verdict: rejected",
  "fix-done": "Verdict: fix done",
  escalate: "Verdict: escalated"
}

const verdictText = ({ marker: { word, said, text } }: Finding & { kind: "verdict" }, url: string): string => {
  if (word === undefined) return quoting("Verdict: unknown", ".", said, "", url)
  const request = word === "reject" ? " Fix it, push, then re-request." : ""
  return quoting(verdictLead[word], ".", word === "fix-done" ? "" : text, request, url)
}

const ownUrl = (finding: Finding): string | null => {
  if (finding.kind === "check") return finding.run.url
  if (finding.kind === "status") return finding.status.url
  if (finding.kind === "review") return finding.review.url
  return "comment" in finding ? finding.comment.url : null
}

const textOf = (finding: Finding, pull: WatchedPull, url: string): string => {
  const { number } = pull
  const head = short(pull.head)
  const base = named(pull.base)
  switch (finding.kind) {
    case "merged":
      return `Merged: #${number}${pull.mergeCommit === null ? "" : ` as ${short(pull.mergeCommit)}`} into ${base}. ${url}`
    case "closed":
      return `Closed without a merge: #${number}. ${url}`
    case "base":
      return `Base changed: #${number} now targets ${base}; it first targeted ${named(finding.first)}. ${url}`
    case "conflict":
      return `Conflict: #${number} conflicts with ${base}. Resolve the conflict, then push. ${url}`
    case "check": {
      const { run } = finding
      return `Check failed on ${head}: ${named(run.name, 200)} (${run.conclusion}). Fix it, then push. ${url}`
    }
    case "status": {
      const { context, state } = finding.status
      return `Status failed on ${head}: ${named(context, 200)} (${state}). Fix it, then push. ${url}`
    }
    case "comment": {
      const { comment, reply } = finding
      return quoting(`Comment by ${byline(comment)}`, ":", comment.body, answerUnless(reply), url)
    }
    case "diff_comment": {
      const { comment, reply } = finding
      const place = `${named(comment.path, 100)}${comment.line === null ? "" : ` line ${comment.line}`}`
      return quoting(`Diff comment by ${byline(comment)} on ${place}`, ":", comment.body, answerUnless(reply), url)
    }
    case "review": {
      const { review, reply } = finding
      const lead = `Review by ${byline(review)}, ${named(review.state, 30).replaceAll("_", " ")}`
      return quoting(lead, ":", review.body, answerUnless(reply || review.state === "approved"), url)
    }
    case "verdict":
      return verdictText(finding, url)
  }
}

/** The line of a finding, printed at `at`, milliseconds since 1970. */
export const lineOf = (finding: Finding, pull: WatchedPull, repeated: boolean, at: number): WatchLine => {
  const url = linkOf(ownUrl(finding), pull.url)
  return { kind: finding.kind, id: finding.id, repeated, text: textOf(finding, pull, url), url, at }
}

/** The line of a poll that failed at `at`, milliseconds since 1970. */
export const failureLine = (reason: string, at: number): WatchLine => {
  const words = named(oneLine(reason).replace(/[. ]+$/, ""), 400)
  const text = `Poll failed: ${words}. The watch goes on.`
  return { kind: "poll_failed", id: `poll_failed/${words}`, repeated: false, text, url: null, at }
}

/** One line of at most 500 characters, without its line feed. */
export const plainLine = ({ repeated, text }: WatchLine): string => `${repeated ? repeatedPrefix : ""}${text}`

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`

/** One JSON object on one line, without its line feed; in an `id` too nothing breaks the line or turns the order of letters. */
export const jsonLine = ({ at, ...line }: WatchLine): string =>
  JSON.stringify({ ...line, at: instantOf(at) }).replace(
    /[\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    escaped
  )
