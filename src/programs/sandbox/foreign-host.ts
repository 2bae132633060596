import { type Answer, type Ask, text } from "./route.js"
import type { World } from "./world.js"

const xml = (status: number, code: string): Answer =>
  text(status, `<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code></Error>`, {
    "content-type": "application/xml"
  })

/** Everybody else's host: a blob store that serves what the world gave it and refuses a credential (`github-wire.md` 4.3). */
export const foreignHost =
  (world: World): ((ask: Ask) => Answer) =>
  (ask) => {
    if (ask.headers["authorization"] !== undefined) return xml(400, "InvalidAuthenticationInfo")
    const body = world.blobs.get(ask.path)
    return body === undefined ? xml(404, "BlobNotFound") : { ...text(200, ""), body }
  }
