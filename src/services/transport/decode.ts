import * as Effect from "effect/Effect"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { isPage, noWords } from "../../core/answer-words.js"
import { ErrForge, ErrNotFound, type ErrRateLimited } from "../../core/errors.js"
import type { ForgeAnswer, ForgeCall, ForgeClient } from "./forge-client.js"

/** What a person does about a refusal that has no sentinel of its own; `permission` is what this call needs, where it is known. */
const remedyOf = ({ status, headers }: ForgeAnswer, permission: string | undefined): string | undefined => {
  if (status === 401) return "check the token: it is unknown, expired or revoked"
  if (status !== 403) return undefined
  if (String(headers["x-github-sso"] ?? "").startsWith("required"))
    return "authorize the token for the organization's single sign-on"
  if (permission !== undefined) return permission
  const needs = headers["x-accepted-github-permissions"]
  return needs === undefined ? "the token may not do this" : `the token needs the permission ${String(needs)}`
}

/** What a refusal says, undefined when it says nothing. */
export const wordsOf = (client: ForgeClient, answer: ForgeAnswer): string | undefined => {
  const words = client.words(answer)
  return words === noWords ? undefined : words
}

/** The `ErrForge` of an answer that is not what was asked for. `permission`: what a 403 means here. */
export const refusal = (client: ForgeClient, answer: ForgeAnswer, permission?: string): ErrForge => {
  const remedy = remedyOf(answer, permission)
  return new ErrForge({
    asked: answer.asked,
    status: answer.status,
    words: client.words(answer),
    ...(remedy === undefined ? {} : { remedy })
  })
}

/** The place of the first thing that is wrong with a body, never its value, which may be anybody's. */
const placeOf = (error: ParseResult.ParseError): string => {
  const path = ParseResult.ArrayFormatter.formatErrorSync(error)[0]?.path ?? []
  return path.length === 0 ? "" : ` at ${path.map(String).join(".")}`
}

/** Reads the JSON body of a success. A page, a truncated document or another shape is `ErrForge`, never data. */
export const json =
  <A, I>(schema: Schema.Schema<A, I>) =>
  (answer: ForgeAnswer): Effect.Effect<A, ErrForge> => {
    const text = answer.body.toString("utf8")
    const wrong = (words: string) => new ErrForge({ asked: answer.asked, status: answer.status, words })
    if (isPage(answer.headers["content-type"], text)) return Effect.fail(wrong("a page where JSON was asked for"))
    return Schema.decode(Schema.parseJson())(text).pipe(
      Effect.mapError(() => wrong("a body that is no whole JSON document")),
      Effect.flatMap((value) =>
        Effect.mapError(Schema.decodeUnknown(schema)(value), (error) => wrong(`JSON of another shape${placeOf(error)}`))
      )
    )
  }

/** A read of a subject: its body on 200, `ErrNotFound` on 404, `ErrForge` on everything else. */
export const read = <A, I>(
  client: ForgeClient,
  schema: Schema.Schema<A, I>,
  subject: string,
  call: ForgeCall
): Effect.Effect<A, ErrNotFound | ErrForge | ErrRateLimited> =>
  Effect.flatMap(client.send(call), (answer): Effect.Effect<A, ErrNotFound | ErrForge> => {
    if (answer.status >= 200 && answer.status < 300) return json(schema)(answer)
    return answer.status === 404 ? Effect.fail(new ErrNotFound({ subject })) : Effect.fail(refusal(client, answer))
  })
