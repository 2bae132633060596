import type { Snapshot } from "../../../src/core/watch/snapshot.js"

/** The watch as the specification tells it, row by row, without memory but the polls themselves: slow, and nothing of the code is in it. */

export interface Open {
  /** The kind, the link, and what of it makes another finding. */
  readonly key: string
  readonly repeats: boolean
  /** Prints nothing when the first poll finds it. */
  readonly silentAtStart: boolean
}

const isAuthor = (login: string | null, { pull }: Snapshot) => login !== null && login === pull.author
const wordOf = (body: string) => /^\[autoland\] verdict: (\S+)/.exec(body)?.[1]
const tokenOf = (body: string) => /[cdr]\d+v\d+/.exec(body)?.[0] ?? ""

/** Every comment and review of the author that is a reply, by its instant. */
const replies = (at: Snapshot): ReadonlyArray<string> => {
  const comments = at.comments.filter((row) => isAuthor(row.author, at) && wordOf(row.body) === undefined)
  const diffs = at.diffComments.filter((row) => isAuthor(row.author, at))
  const reviews = at.reviews.filter(
    (row) => isAuthor(row.author, at) && row.state !== "pending" && row.state !== "review_requested"
  )
  return [...[...comments, ...diffs].map((row) => row.editedAt), ...reviews.map((row) => row.submittedAt ?? "")]
}

const isHandled = (instant: string, at: Snapshot): boolean =>
  (at.headAt ?? "") > instant || replies(at).some((reply) => reply > instant)

const feedback = (at: Snapshot): ReadonlyArray<Open> => {
  const found: Array<Open> = []
  for (const [kind, rows] of [
    ["Comment", at.comments],
    ["Diff comment", at.diffComments]
  ] as const) {
    for (const row of rows) {
      const mine = isAuthor(row.author, at)
      if (kind === "Comment" && mine && wordOf(row.body) !== undefined) continue
      if (isHandled(row.editedAt, at)) continue
      const key = `${kind} ${row.url} ${tokenOf(row.body)} ${row.editedAt}`
      found.push({ key, repeats: !mine, silentAtStart: mine })
    }
  }
  for (const row of at.reviews) {
    if (row.state === "pending" || row.state === "review_requested" || row.state === "dismissed" || row.dismissed)
      continue
    if (row.state === "commented" && row.body === "") continue
    if (isHandled(row.submittedAt ?? "", at)) continue
    const mine = isAuthor(row.author, at)
    const key = `Review ${row.url} ${row.state} ${tokenOf(row.body)}`
    found.push({ key, repeats: !mine && row.state !== "approved", silentAtStart: mine })
  }
  return found
}

const verdicts = (at: Snapshot): ReadonlyArray<Open> =>
  at.comments.flatMap((row) => {
    const word = isAuthor(row.author, at) ? wordOf(row.body) : undefined
    if (word === undefined || (at.headAt ?? "") > row.editedAt) return []
    const rejects = word === "reject"
    const ended = at.comments.some(
      (other) =>
        isAuthor(other.author, at) &&
        ["fix-done", "pass"].includes(wordOf(other.body) ?? "") &&
        other.editedAt > row.editedAt
    )
    if (rejects && ended) return []
    return [{ key: `Verdict ${row.url}`, repeats: rejects, silentAtStart: !rejects }]
  })

const checks = (at: Snapshot): ReadonlyArray<Open> =>
  at.checkRuns
    .filter(
      (run) => !at.checkRuns.some((other) => other.name === run.name && other.app === run.app && other.id > run.id)
    )
    .filter((run) => run.conclusion === "failure" || run.conclusion === "timed_out")
    .map((run) => ({ key: `Check failed ${run.url} ${at.pull.head}`, repeats: true, silentAtStart: false }))

const statuses = (at: Snapshot): ReadonlyArray<Open> =>
  at.statuses
    .filter(({ state }) => state === "error" || state === "failure")
    .map(({ url, state }) => ({
      key: `Status failed ${url} ${at.pull.head} ${state}`,
      repeats: true,
      silentAtStart: false
    }))

/** Walks back to the last poll that said anything about the base of now. */
const conflicts = (polls: ReadonlyArray<Snapshot>): boolean => {
  for (let i = polls.length - 1; i >= 0; i--) {
    const [before, at] = [polls[i - 1], polls[i]]
    if (at === undefined || at.pull.base !== polls.at(-1)?.pull.base) return false
    if (at.pull.mergeable === true) return false
    if (at.pull.mergeable === null) continue
    if (at.forge !== "forgejo") return true
    const same = before?.pull.head === at.pull.head && before.pull.base === at.pull.base
    if (same && before.pull.mergeable === false && !before.pull.draft && !at.pull.draft) return true
  }
  return false
}

/** What is open at the last of the polls that one process made and that succeeded. */
export const openAt = (polls: ReadonlyArray<Snapshot>): ReadonlyArray<Open> => {
  const [first, now] = [polls[0], polls.at(-1)]
  if (first === undefined || now === undefined) return []
  const { base, state } = now.pull
  const once = { repeats: false, silentAtStart: false }
  return [
    ...(base === first.pull.base ? [] : [{ key: `Base changed ${base}`, ...once }]),
    ...(conflicts(polls) ? [{ key: `Conflict ${base}`, repeats: true, silentAtStart: false }] : []),
    ...checks(now),
    ...statuses(now),
    ...feedback(now),
    ...verdicts(now),
    ...(state === "merged" ? [{ key: "Merged", ...once }] : []),
    ...(state === "closed" ? [{ key: "Closed", ...once }] : [])
  ]
}
