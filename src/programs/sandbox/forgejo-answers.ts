import { type Answer, type Ask, json } from "./route.js"
import type { World } from "./world.js"

/** JSON as Forgejo sends it: its own spelling of the media type, and a newline at the end. */
export const forgejoJson = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer => {
  const plain = json(status, value, { ...headers, "content-type": "application/json;charset=utf-8" })
  return { ...plain, body: `${plain.body}\n` }
}

/** An error; `url` is the same documentation link for all of them. */
export const forgejoError = (
  ask: Ask,
  status: number,
  message: string,
  more: Readonly<Record<string, unknown>> = {}
): Answer => forgejoJson(status, { message, url: `${ask.web}/api/swagger`, ...more })

/** 404 has details beside its message, in the words of the server. */
export const forgejoNotFound = (ask: Ask, ...errors: ReadonlyArray<string>): Answer =>
  forgejoError(ask, 404, "The target couldn't be found.", { errors })

/** A rejected token, which both versions echo (`forgejo-wire.md` 1.1). */
export const forgejoBadToken = (ask: Ask, world: World, token: string): Answer => {
  const echo = `access token does not exist [sha: ${token}]`
  const malformed = "token is malformed: token contains an invalid number of segments"
  const long = [
    malformed,
    echo,
    malformed,
    `task with token "${token}": resource does not exist`,
    `authorized integration: parse JWT error: ${malformed}`
  ]
  return forgejoError(ask, 401, world.forgejo === 15 ? echo : long.join("\n"))
}
