import { assert, it } from "@effect/vitest"
import { Either } from "effect"
import { keepsCredential, kindOf, type Registration, registered, repositoryJson } from "../../src/core/registration.js"

const asked = (more: Partial<Registration> = {}): Registration => ({
  name: undefined,
  remoteUrl: "https://git.example/acme/widget.git",
  kind: "forgejo",
  api: undefined,
  insecureHttp: false,
  credential: true,
  ...more
})

const row = (more: Partial<Registration> = {}) => Either.getOrThrow(registered(asked(more)))

const names: ReadonlyArray<readonly [remoteUrl: string, name: string]> = [
  ["https://git.example/acme/widget.git", "widget"],
  ["https://git.example/acme/my.widget/", "my_widget"],
  ["https://me@git.example/acme/widget", "widget"],
  ["git@git.example:acme/widget.git", "widget"],
  ["ssh://git@git.example:22/acme/widget", "widget"]
]

for (const [remoteUrl, name] of names) {
  it(`4.2 ${remoteUrl} is called ${name} unless it is said otherwise`, () => {
    assert.strictEqual(row({ remoteUrl }).name, name)
    assert.strictEqual(row({ remoteUrl, name: "my widget" }).name, "my_widget")
  })
}

it("4.2 a builtin repository needs no forge, credential or known form of remote", () => {
  assert.deepStrictEqual(row({ kind: "builtin", remoteUrl: "/srv/git/widget.git", credential: false }), {
    name: "widget",
    remoteUrl: "/srv/git/widget.git",
    binding: "builtin",
    forge: null,
    api: null,
    insecureHttp: false
  })
})

it("5.3 a forge repository keeps its API base verbatim", () => {
  assert.deepInclude(row({ api: "https://proxy.example/api/v1" }), {
    binding: "forge",
    forge: "forgejo",
    api: "https://proxy.example/api/v1"
  })
  assert.isNull(row().api)
})

const refused: ReadonlyArray<readonly [name: string, more: Partial<Registration>, tag: string, words: RegExp]> = [
  ["an empty name", { name: ".git" }, "ErrInvalidBody", /name is empty/],
  ["a forge without a credential", { credential: false }, "ErrInvalidBody", /needs a token/],
  [
    "an API base of a builtin repository",
    { kind: "builtin", api: "https://x.example" },
    "ErrInvalidBody",
    /no forge API/
  ],
  ["a blank remote", { kind: "builtin", name: "widget", remoteUrl: " " }, "ErrInvalidBody", /remote_url is required/],
  [
    "a remote with a password",
    { remoteUrl: "https://me:hunter2@git.example/acme/widget" },
    "ErrInvalidBody",
    /password/
  ],
  [
    "a builtin remote with a password that has an @",
    { kind: "builtin", remoteUrl: "ssh://me:hunt@r2@git.example/acme/widget" },
    "ErrInvalidBody",
    /password/
  ],
  ["a remote that names no owner", { remoteUrl: "https://git.example/widget" }, "ErrInvalidBody", /names no owner/],
  [
    "a kind that the host contradicts",
    { remoteUrl: "https://github.com/acme/widget" },
    "ErrTrackerConfig",
    /github host/
  ],
  ["a remote in the clear", { remoteUrl: "http://git.example/acme/widget" }, "ErrTrackerConfig", /not encrypted/],
  [
    "an API base with a password",
    { api: "https://me:hunter2@git.example" },
    "ErrTrackerConfig",
    /user name or password/
  ]
]

for (const [name, more, tag, words] of refused) {
  it(`4.2 5.3 refuses ${name}`, () => {
    const error = Either.getOrThrow(Either.flip(registered(asked(more))))
    assert.strictEqual(error._tag, tag)
    assert.match(error.message, words)
    assert.notInclude(error.message, "hunt")
  })
}

const moves: ReadonlyArray<readonly [name: string, more: Partial<Registration>, keeps: boolean]> = [
  ["another repository of the same host", { remoteUrl: "git@git.example:acme/gadget" }, true],
  ["another name", { name: "gadget" }, true],
  ["another host", { remoteUrl: "https://evil.example/acme/widget" }, false],
  ["another port", { remoteUrl: "https://git.example:8443/acme/widget" }, false],
  ["an API elsewhere", { api: "https://evil.example/api/v1" }, false],
  ["no forge at all", { kind: "builtin" }, false]
]

for (const [name, more, keeps] of moves) {
  it(`a held credential ${keeps ? "stays with" : "does not go along to"} ${name}`, () => {
    assert.strictEqual(keepsCredential(row(), row(more)), keeps)
    assert.strictEqual(keepsCredential(row(more), row()), keeps)
  })
}

it("the operator's view names every column, and a kind for each", () => {
  const stored = { ...row(), id: "repo_1", credentialId: "cred_1", createdAt: "2026-01-02T03:04:05.000Z" }
  assert.deepStrictEqual(repositoryJson(stored), {
    id: "repo_1",
    name: "widget",
    remote_url: "https://git.example/acme/widget.git",
    tracker_binding: "forge",
    forge_kind: "forgejo",
    forge_api: null,
    insecure_http: false,
    forge_credential_id: "cred_1",
    created_at: "2026-01-02T03:04:05.000Z"
  })
  const builtin = { ...stored, ...row({ kind: "builtin" }), credentialId: null }
  assert.deepInclude(repositoryJson(builtin), {
    tracker_binding: "builtin",
    forge_kind: "none",
    forge_credential_id: null
  })
  assert.deepStrictEqual([kindOf(stored), kindOf(builtin)], ["forgejo", "builtin"])
})
