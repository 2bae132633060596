import type { NewRepository } from "../../../src/services/store/repositories.js"

const common = { api: null, insecureHttp: false, credentialId: null }

/** A repository whose pulls live on a forge. */
export const forge = (name: string): NewRepository => ({
  ...common,
  name,
  remoteUrl: `https://forge.example/owner/${name}.git`,
  binding: "forge",
  forge: "forgejo"
})

/** A repository whose change requests live in the store. */
export const builtin = (name: string, remoteUrl = `/srv/git/${name}.git`): NewRepository => ({
  ...common,
  name,
  remoteUrl,
  binding: "builtin",
  forge: null
})
