import { madeUpSha } from "./repository.js"
import { type Answer, type Ask, bare } from "./route.js"
import type { World } from "./world.js"

/**
 * GitHub's conditional reads (`github-wire.md` 7.4): a validator on every 200 to a GET, good for one address, credential and
 * `Accept`, and a 304 to the one that is sent back. `Last-Modified` has whole seconds, so a body that changed twice within one is
 * dated a second later than it was: a 304 never lies here.
 */
export const conditionalReads = (world: World): ((ask: Ask, answer: Answer) => Answer) => {
  const dated = new Map<string, { readonly digest: string; readonly second: number }>()

  const lastModified = (subject: string, digest: string): string => {
    const known = dated.get(subject)
    const now = Math.floor(world.now() / 1000)
    const second = known === undefined ? now : known.digest === digest ? known.second : Math.max(now, known.second + 1)
    dated.set(subject, { digest, second })
    return new Date(second * 1000).toUTCString()
  }

  return (ask, answer) => {
    if (ask.method !== "GET" || answer.status !== 200 || world.validators === "none") return answer
    const reader = `${ask.login} ${ask.headers["accept"]}`
    const digest = madeUpSha(`${reader} ${answer.body}`)
    const [name, value, sent] =
      world.validators === "etag"
        ? (["etag", `W/"${digest}"`, ask.headers["if-none-match"]] as const)
        : ([
            "last-modified",
            lastModified(`${reader} ${ask.path}?${ask.query.toString()}`, digest),
            ask.headers["if-modified-since"]
          ] as const)
    const validator = { [name]: value }
    return sent === value ? bare(304, validator) : { ...answer, headers: { ...answer.headers, ...validator } }
  }
}
