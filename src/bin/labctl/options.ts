import type { Option } from "../argv.js"

/** What every verb of a repository takes in direct mode. */
export const repositoryOptions: Readonly<Record<string, Option>> = {
  repo: {
    value: "owner/name or url",
    help: "the repository, in place of LAB_REPO and the remote origin (direct mode)"
  },
  forge: { value: "github|forgejo", help: "the kind of forge, in place of LAB_FORGE (direct mode)" },
  "insecure-http": { help: "allow http:// to a host that is not this machine (direct mode)" }
}

export const jsonOption: Readonly<Record<string, Option>> = {
  json: { help: "print one JSON document in place of the text" }
}
