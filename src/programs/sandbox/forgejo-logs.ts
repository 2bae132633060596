import type { Job } from "./jobs.js"
import { type Answer, type Ask, text } from "./route.js"

/** The id of the work that a runner did for an attempt: it stands in the name of a log's file. */
export const taskId = ({ row }: Job, attempt: number): number => row.id * 10 + attempt

/** A log as Forgejo serves it: whole, or the range that was asked for. */
export const forgejoLog = (ask: Ask, bytes: string | Uint8Array, headers: Readonly<Record<string, string>>): Answer => {
  const body = Buffer.from(bytes)
  const [, first = "0", last = ""] = /^bytes=(\d+)-(\d*)$/.exec(ask.headers["range"] ?? "") ?? []
  const whole = { ...text(200, "", { "accept-ranges": "bytes", ...headers }), body }
  if (ask.headers["range"] === undefined) return whole
  const [from, to] = [Number(first), Math.min(last === "" ? body.length : Number(last) + 1, body.length)]
  const range = `bytes ${from}-${to - 1}/${body.length}`
  return { status: 206, headers: { ...whole.headers, "content-range": range }, body: body.subarray(from, to) }
}
