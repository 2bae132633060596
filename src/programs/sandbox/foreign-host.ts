import { type Answer, type Ask, text } from "./route.js"
import type { World } from "./world.js"

const xml = (status: number, code: string): Answer =>
  text(status, `<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code></Error>`, {
    "content-type": "application/xml"
  })

/**
 * Everybody else's host: a blob store that serves what the world gave it, and GitHub's logs to who has a good link, and refuses a
 * credential (`github-wire.md` 4.3).
 */
export const foreignHost =
  (world: World): ((ask: Ask) => Answer) =>
  (ask) => {
    const guarded = world.signedLinks.guards(ask.path)
    if (ask.headers["authorization"] !== undefined) {
      return guarded ? xml(403, "AuthenticationFailed") : xml(400, "InvalidAuthenticationInfo")
    }
    const blob = guarded ? world.signedLinks.open(ask.path, ask.query.get("sig")) : (world.blobs.get(ask.path) ?? null)
    if (blob === undefined) return xml(403, "AuthenticationFailed")
    return blob === null ? xml(404, "BlobNotFound") : { ...text(200, ""), body: blob }
  }
