import * as Effect from "effect/Effect"
import type { PullDetail, PullRow } from "../core/agent-api.js"
import { field, row } from "../core/row.js"
import { AgentSurface, type AgentSurfaceService, type SurfaceError } from "../services/agent-surface/surface.js"
import { Output } from "../services/output.js"

/** The `pr` verbs over pulls (contract 2.2). Each prints what it was answered and exits 0; `json` prints the answer as it is. */

type Verb = Effect.Effect<number, SurfaceError, AgentSurface | Output>

const show = <A>(
  ask: (surface: AgentSurfaceService) => Effect.Effect<A, SurfaceError>,
  render: (answer: A) => string,
  json: boolean
): Verb =>
  Effect.gen(function* () {
    const answer = yield* ask(yield* AgentSurface)
    yield* (yield* Output).out(json ? `${JSON.stringify(answer)}\n` : render(answer))
    return 0
  })

const pullRow = ({ number, state, head, url }: PullRow): string => row(`#${number}`, state, head, url)

/** Bodies stay byte for byte: text for a reader, after the lines that a program parses. */
export const renderPull = ({ number, title, state, head, url, body, reviews, comments }: PullDetail): string =>
  [
    `#${number} ${field(title)}\nstate: ${state}\nhead: ${field(head)}\nurl: ${field(url)}\n\n${body}\n`,
    ...reviews.map(
      (review) =>
        `\n--- review by ${field(review.reviewer)} (${field(review.state)}${review.dismissed ? ", dismissed" : ""})\n${review.body}\n`
    ),
    ...comments.map((comment) => `\n--- comment by ${field(comment.author)} (${comment.created_at})\n${comment.body}\n`)
  ].join("")

export const pullCreate = (title: string, body: string, json: boolean): Verb =>
  show(
    (surface) => surface.pullCreate({ title, body }),
    ({ number, url }) => row(String(number), url),
    json
  )

export const pullList = (json: boolean): Verb =>
  show(
    (surface) => surface.pullList,
    ({ prs }) => prs.map(pullRow).join(""),
    json
  )

export const pullView = (n: number, json: boolean): Verb => show((surface) => surface.pullView(n), renderPull, json)

export const pullMerge = (n: number, head: string | undefined, json: boolean): Verb =>
  show(
    (surface) => surface.pullMerge(n, head),
    ({ number, state, url }) => row(`#${number}`, state, url),
    json
  )
