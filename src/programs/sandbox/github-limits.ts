import { wireTime } from "./encoding.js"
import { madeUpSha } from "./repository.js"
import { type Answer, json } from "./route.js"
import type { World } from "./world.js"

const hour = 3_600_000

/** What GitHub says when nothing remains, until an instant in milliseconds since 1970 (`github-wire.md` 7.1). */
export const limitReached = (limit: number, resetAt: number, status: 403 | 429 = 403): Answer =>
  json(
    status,
    {
      message: "API rate limit exceeded for user ID 7.",
      documentation_url: "https://docs.github.com/rest",
      status: `${status}`
    },
    {
      "x-ratelimit-limit": `${limit}`,
      "x-ratelimit-remaining": "0",
      "x-ratelimit-used": `${limit}`,
      "x-ratelimit-reset": `${Math.ceil(resetAt / 1000)}`,
      "x-ratelimit-resource": "core"
    }
  )

/** Starts a new hour once the old one is over, and refuses what is asked beyond the limit. */
export const exhausted = ({ now, rateLimit }: World): Answer | undefined => {
  if (now() >= rateLimit.resetAt) Object.assign(rateLimit, { used: 0, resetAt: now() + hour })
  return rateLimit.used < rateLimit.limit ? undefined : limitReached(rateLimit.limit, rateLimit.resetAt)
}

/** The headers that stand on every answer. A 304 is not counted. */
export const withLimits = (world: World, answer: Answer): Answer => {
  const { rateLimit } = world
  if (answer.status !== 304) rateLimit.used += 1
  return {
    ...answer,
    headers: {
      "x-ratelimit-limit": `${rateLimit.limit}`,
      "x-ratelimit-remaining": `${Math.max(0, rateLimit.limit - rateLimit.used)}`,
      "x-ratelimit-used": `${rateLimit.used}`,
      "x-ratelimit-reset": `${Math.ceil(rateLimit.resetAt / 1000)}`,
      "x-ratelimit-resource": "core",
      "x-github-request-id": madeUpSha(`${wireTime(world.now())} ${rateLimit.used}`).slice(0, 20),
      "x-github-media-type": "github.v3; format=json",
      "x-github-enterprise-version": "3.20.1",
      vary: "Accept, Authorization, Cookie, X-GitHub-OTP, Accept-Encoding, X-Requested-With",
      ...answer.headers
    }
  }
}
