import * as Hash from "effect/Hash"
import type { Instant } from "../instant.js"
import { ghost } from "../pull.js"
import { markerOf } from "../verdict.js"
import type { Finding } from "./finding.js"
import type { Snapshot, WatchedComment, WatchedDiffComment, WatchedReview } from "./snapshot.js"

/** A finding that somebody wrote, and when. */
interface Written {
  readonly instant: Instant
  readonly finding: Finding
}

/** Logins are one whatever their case. A deleted account is nobody, also where a forge gives it a name of its own. */
const account = (login: string | null): string | undefined => {
  const name = login?.toLowerCase()
  return name === ghost ? undefined : name
}

/**
 * Tells two versions of one text apart. The edit instant alone does not: it has the precision of a second, and GitHub's reviews
 * have none.
 */
const version = (edited: Instant | null, body: string): string =>
  `${edited ?? ""}/${(Hash.string(body) >>> 0).toString(16)}`

/** States of a review that are nothing anybody said: not submitted yet, or only asked for. */
const unsaid: ReadonlySet<string> = new Set(["pending", "review_requested"])

const submission = ({ state, submittedAt }: WatchedReview): Instant | null => (unsaid.has(state) ? null : submittedAt)

/** A `commented` review without a text is only the envelope of its diff comments. */
const isEnvelope = ({ state, body }: WatchedReview): boolean => state === "commented" && body.trim() === ""

const ofComment = (kind: "comment" | "diff_comment", comment: WatchedComment, reply: boolean) => ({
  reply,
  id: `${kind}/${comment.id}/${version(comment.editedAt, comment.body)}`,
  repeats: !reply,
  saidBefore: reply
})

const conversation = (comment: WatchedComment, reply: boolean): Written => ({
  instant: comment.editedAt,
  finding: { kind: "comment", comment, ...ofComment("comment", comment, reply) }
})

const diffTalk = (comment: WatchedDiffComment, reply: boolean): Written => ({
  instant: comment.editedAt,
  finding: { kind: "diff_comment", comment, ...ofComment("diff_comment", comment, reply) }
})

const reviewed = (review: WatchedReview, reply: boolean): ReadonlyArray<Written> => {
  const instant = submission(review)
  if (instant === null || isEnvelope(review) || review.dismissed || review.state === "dismissed") return []
  const id = `review/${review.id}/${review.state}/${version(review.editedAt, review.body)}`
  const repeats = !reply && review.state !== "approved"
  return [{ instant, finding: { kind: "review", review, reply, id, repeats, saidBefore: reply } }]
}

/** The verdicts among the author's comments, and the latest of those that end a reject. */
const verdictsOf = (comments: ReadonlyArray<WatchedComment>) => {
  const verdicts = comments.flatMap((comment) => {
    const marker = markerOf(comment.body)
    return marker === undefined ? [] : [{ comment, marker }]
  })
  const endings = verdicts.filter(({ marker: { word } }) => word === "fix-done" || word === "pass")
  return { verdicts, ended: latest(endings.map(({ comment }) => comment.editedAt)) }
}

const latest = (instants: ReadonlyArray<Instant | null>): Instant =>
  instants.reduce<Instant>((last, instant) => (instant !== null && instant > last ? instant : last), "")

/**
 * What people and bots wrote and nobody handled, by instant (watch-spec). A later head commit handles it, and so does a later comment
 * or review of the pull's author; equal instants do not. A verdict marker in a comment of the author is no reply: a reject stays
 * until a later head commit, `fix-done` or `pass`.
 */
export const feedback = ({ pull, headAt, comments, diffComments, reviews }: Snapshot): ReadonlyArray<Finding> => {
  const author = account(pull.author)
  const isReply = ({ author: login }: { readonly author: string | null }): boolean =>
    author !== undefined && account(login) === author
  const isVerdict = (comment: WatchedComment): boolean => isReply(comment) && markerOf(comment.body) !== undefined

  const { verdicts, ended } = verdictsOf(comments.filter(isReply))
  const talk = comments.filter((comment) => !isVerdict(comment))
  const pushed = headAt ?? ""
  const replied = latest([
    ...[...talk, ...diffComments].filter(isReply).map(({ editedAt }) => editedAt),
    ...reviews.filter(isReply).map(submission)
  ])
  const isOpen = ({ instant, finding }: Written): boolean => {
    if (pushed > instant) return false
    if (finding.kind === "verdict") return finding.marker.word !== "reject" || ended <= instant
    return replied <= instant
  }

  return [
    ...talk.map((comment) => conversation(comment, isReply(comment))),
    ...diffComments.map((comment) => diffTalk(comment, isReply(comment))),
    ...reviews.flatMap((review) => reviewed(review, isReply(review))),
    ...verdicts.map(({ comment, marker }): Written => {
      const rejects = marker.word === "reject"
      // The word is part of what it is: a marker that is edited into a reject asks for work that was never printed.
      const id = `verdict/${comment.id}/${marker.word ?? ""}`
      const finding: Finding = { kind: "verdict", comment, marker, id, repeats: rejects, saidBefore: !rejects }
      return { instant: comment.editedAt, finding }
    })
  ]
    .filter(isOpen)
    .sort((a, b) => (a.instant < b.instant ? -1 : a.instant > b.instant ? 1 : 0))
    .map(({ finding }) => finding)
}
