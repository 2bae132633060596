import { idOf, wireTime } from "./encoding.js"
import { madeUpSha } from "./repository.js"
import type { Ask } from "./route.js"
import type { World } from "./world.js"

/** A Forgejo account; a deleted one is `Ghost` with id -1 (`forgejo-wire.md` 1.6). Only oneself is shown as active. */
export const forgejoUser = (ask: Ask, login: string | null) => {
  const name = login ?? "Ghost"
  return {
    id: login === null ? -1 : idOf(login),
    login: name,
    login_name: "",
    source_id: 0,
    full_name: "",
    email: `${name}@noreply.localhost`,
    avatar_url: `${ask.web}/avatars/${madeUpSha(name).slice(0, 32)}`,
    html_url: `${ask.web}/${name}`,
    language: "",
    is_admin: false,
    last_login: login !== null && login === ask.login ? "1970-01-01T00:00:00Z" : "0001-01-01T00:00:00Z",
    created: "2026-01-02T03:04:05Z",
    restricted: false,
    active: login !== null && login === ask.login,
    prohibit_login: false,
    location: "",
    pronouns: "",
    website: "",
    description: "",
    visibility: "public",
    followers_count: 0,
    following_count: 0,
    starred_repos_count: 0,
    username: name
  }
}

const settings = {
  has_issues: true,
  internal_tracker: {
    enable_time_tracker: true,
    allow_only_contributors_to_track_time: true,
    enable_issue_dependencies: true
  },
  has_wiki: true,
  has_wiki_contents: false,
  wiki_branch: "main",
  globally_editable_wiki: false,
  has_pull_requests: true,
  has_projects: true,
  has_releases: true,
  has_packages: true,
  has_actions: true,
  ignore_whitespace_conflicts: false,
  allow_merge_commits: true,
  allow_rebase: false,
  allow_rebase_explicit: false,
  allow_squash_merge: true,
  allow_fast_forward_only_merge: false,
  allow_rebase_update: true,
  default_delete_branch_after_merge: false,
  default_merge_style: "merge",
  default_allow_maintainer_edit: false,
  default_update_style: "merge"
}

/** A repository with every key that the recordings have. */
export const forgejoRepository = (ask: Ask, world: World, fullName = world.fullName) => {
  const [owner = "", name = ""] = fullName.split("/")
  const ssh = `ssh://git@${new URL(ask.web).hostname}/${fullName}`
  return {
    id: fullName === world.fullName ? 3 : idOf(fullName),
    owner: forgejoUser(ask, owner),
    name,
    full_name: fullName,
    description: "",
    empty: false,
    private: world.private,
    fork: fullName !== world.fullName,
    template: false,
    parent: null,
    mirror: false,
    size: 25,
    language: "",
    languages_url: `${ask.api}/repos/${fullName}/languages`,
    html_url: `${ask.web}/${fullName}`,
    url: `${ask.api}/repos/${fullName}`,
    link: "",
    ssh_url: `${ssh}.git`,
    clone_url: `${ask.web}/${fullName}.git`,
    original_url: "",
    website: "",
    stars_count: 0,
    forks_count: 0,
    watchers_count: 1,
    open_issues_count: 0,
    open_pr_counter: [...world.pulls.values()].filter(({ state }) => state === "open").length,
    release_counter: 0,
    default_branch: world.defaultBranch,
    archived: world.archived,
    created_at: wireTime(0),
    updated_at: wireTime(world.changedAt),
    archived_at: "1970-01-01T00:00:00Z",
    permissions: { admin: ask.login === world.owner, push: ask.login !== null, pull: true },
    ...settings,
    wiki_ssh_url: `${ssh}.wiki.git`,
    wiki_clone_url: `${ask.web}/${fullName}.wiki.git`,
    avatar_url: "",
    internal: false,
    mirror_interval: "",
    object_format_name: "sha1",
    mirror_updated: "0001-01-01T00:00:00Z",
    repo_transfer: null,
    topics: []
  }
}
