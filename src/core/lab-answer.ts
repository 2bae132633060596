import * as Either from "effect/Either"
import { type AgentError, fromWire } from "./agent-errors.js"
import { isPage } from "./answer-words.js"
import { ErrLabServer, ErrRateLimited } from "./errors.js"
import { instantOf } from "./instant.js"

/** An answer of a lab server as a client sees it, its headers by lower-case name. */
export interface LabAnswer {
  readonly status: number
  readonly contentType: string | undefined
  readonly location: string | undefined
  readonly retryAfter: string | undefined
  readonly text: string
}

const proxy = "LAB_URL may point at an auth proxy in front of the server"

/** The JSON object that a text is, if it is one. */
export const jsonObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const refuse = (status: number, words: string) => Either.left(new ErrLabServer({ status, words }))

/** The server's clock and ours may differ: its `Retry-After` counts from now. */
const onOurClock = (error: AgentError, retryAfter: string | undefined, now: number): AgentError => {
  if (error._tag !== "ErrRateLimited" || retryAfter === undefined || !/^\d{1,9}$/.test(retryAfter)) return error
  const { forge, words } = error
  return new ErrRateLimited({
    forge,
    words,
    retryAfter: Number(retryAfter),
    resetAt: instantOf(now + Number(retryAfter) * 1000)
  })
}

/**
 * The document that a lab server answered with, or why there is none (contract 2.1): a redirect and a page are named with the likely
 * cause, at any status, so that a lost write cannot look like success; an error is its sentinel, else its `error` text, else its status.
 * `now` is milliseconds since 1970.
 */
export const documentOf = (answer: LabAnswer, now: number): Either.Either<unknown, AgentError | ErrLabServer> => {
  const { status, contentType, location, retryAfter, text } = answer
  if (status >= 300 && status < 400) {
    return refuse(
      status,
      `the server answered ${status} with ${location === undefined ? "no Location" : `Location ${location}`}: ${proxy}`
    )
  }
  if (isPage(contentType, text)) return refuse(status, `the server answered ${status} with a page of HTML: ${proxy}`)
  const body = jsonObject(text)
  if (status >= 200 && status < 300) {
    return body === undefined
      ? refuse(status, `the server answered ${status} with no JSON document: is LAB_URL a lab server?`)
      : Either.right(body)
  }
  const known = body === undefined ? undefined : fromWire(body)
  if (known !== undefined) return Either.left(onOurClock(known, retryAfter, now))
  const said = body?.["error"]
  return refuse(status, typeof said === "string" && said !== "" ? said : `HTTP ${status}`)
}
