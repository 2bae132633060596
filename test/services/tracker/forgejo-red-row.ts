import { repo, type Script, type Scripted, scripted, sha, webs } from "./scripted-logs.js"

/** The one red check. */
export const check = "ci / unit (push)"
/** Where the web shows its job. */
export const page = "/acme/widget/actions/runs/12/jobs/0"
export const at = (path: string) => `${webs.forgejo}${path}`
/** The log of an attempt, as the web serves it. */
export const attempt = (k: number) => at(`${page}/attempt/${k}/logs`)

const row = (target_url: string) => ({ id: 1, context: check, status: "failure", description: "", target_url })

/** A Forgejo whose head has one red row, which links to `link`. */
export const forge = (script: Script, link = page) =>
  scripted("forgejo", { [`${repo}/commits/${sha}/status`]: { json: { statuses: [row(link)] } }, ...script })

/** A log that is there. */
export const served = (body: string): Scripted => ({ body })
