import type { RepositoryJson } from "../core/operator-api.js"
import { row } from "../core/row.js"

/** What the repository verbs print. */

export const repoRow = ({ name, tracker_binding, forge_kind, remote_url }: RepositoryJson): string =>
  row(name, tracker_binding === "builtin" ? "builtin" : forge_kind, remote_url)

/** One fact a line; a credential is only said to be there. */
export const renderRepo = (repo: RepositoryJson): string =>
  [
    row("name", repo.name),
    row("id", repo.id),
    row("url", repo.remote_url),
    row("forge", repo.tracker_binding === "builtin" ? "builtin" : repo.forge_kind),
    row("api", repo.forge_api ?? "from the url"),
    row("token", repo.forge_credential_id === null ? "none" : "held"),
    row("insecure-http", String(repo.insecure_http)),
    row("created", repo.created_at)
  ].join("")
