import { idOf } from "./encoding.js"
import type { Ask } from "./route.js"
import type { World } from "./world.js"

export const githubUser = (ask: Ask, login: string | null) =>
  login === null
    ? null
    : {
        login,
        id: idOf(login),
        node_id: `U_${idOf(login)}`,
        avatar_url: `${ask.web}/avatars/u/${idOf(login)}`,
        url: `${ask.api}/users/${login}`,
        html_url: `${ask.web}/${login}`,
        type: login.endsWith("[bot]") ? "Bot" : "User",
        site_admin: false
      }

export const githubRepository = (ask: Ask, world: World, fullName = world.fullName) => {
  const [owner = "", name = ""] = fullName.split("/")
  return {
    id: fullName === world.fullName ? world.id : idOf(fullName),
    node_id: `R_${idOf(fullName)}`,
    name,
    full_name: fullName,
    private: world.private,
    owner: githubUser(ask, owner),
    html_url: `${ask.web}/${fullName}`,
    description: null,
    fork: fullName !== world.fullName,
    url: `${ask.api}/repos/${fullName}`,
    clone_url: `${ask.web}/${fullName}.git`,
    default_branch: world.defaultBranch,
    archived: world.archived,
    disabled: false,
    visibility: world.private ? "private" : "public",
    permissions: { admin: ask.login === world.owner, push: ask.login !== null, pull: true }
  }
}
