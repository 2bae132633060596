import { assert, it } from "@effect/vitest"
import { Either } from "effect"
import {
  credentialVariables,
  flavorFrom,
  noCredential,
  variable,
  type Way,
  wayOf,
  webHost
} from "../../src/core/direct.js"
import type { Forge } from "../../src/core/forge.js"
import type { Flavor } from "../../src/core/repository.js"

const url = "http://127.0.0.1:4190"
const server: Way = { _tag: "Server", url, token: "lab_run_x" }

const ways: ReadonlyArray<
  readonly [name: string, env: Record<string, string | undefined>, repo: string | undefined, way: Way | RegExp]
> = [
  ["both variables name a server", { LAB_URL: url, LAB_TOKEN: "lab_run_x" }, undefined, server],
  [
    "blanks around a variable are not part of it",
    { LAB_URL: ` ${url}\n`, LAB_TOKEN: " lab_run_x " },
    undefined,
    server
  ],
  ["neither is direct", {}, undefined, { _tag: "Direct" }],
  ["neither is direct, with --repo too", {}, "o/n", { _tag: "Direct" }],
  ["empty variables are not set", { LAB_URL: "", LAB_TOKEN: " " }, undefined, { _tag: "Direct" }],
  ["LAB_URL alone names LAB_TOKEN", { LAB_URL: url }, undefined, /^LAB_URL is set but LAB_TOKEN is not/],
  ["LAB_TOKEN alone names LAB_URL", { LAB_TOKEN: "lab_run_x" }, undefined, /^LAB_TOKEN is set but LAB_URL is not/],
  ["an empty LAB_TOKEN is half an environment", { LAB_URL: url, LAB_TOKEN: "" }, undefined, /LAB_TOKEN is not/],
  ["--repo beside both is refused", { LAB_URL: url, LAB_TOKEN: "lab_run_x" }, "o/n", /^--repo has no meaning/]
]

for (const [name, env, repo, way] of ways) {
  it(`2.1 ${name}`, () => {
    const chosen = wayOf(env, repo)
    if (!(way instanceof RegExp)) return assert.deepStrictEqual(chosen, Either.right(way))
    const { message } = Either.getOrThrow(Either.flip(chosen))
    assert.match(message, way)
    assert.notInclude(message, "lab_run_x")
  })
}

it("B13 half an environment is a usage error", () => {
  assert.strictEqual(Either.getOrThrow(Either.flip(wayOf({ LAB_URL: url }, undefined)))._tag, "ErrUsage")
})

it("a variable is its text without blanks around it, and undefined when nothing is left", () => {
  assert.strictEqual(variable({ A: " a b " }, "A"), "a b")
  for (const env of [{}, { A: undefined }, { A: "" }, { A: " \n" }]) assert.isUndefined(variable(env, "A"))
})

it("LAB_FORGE knows two words, and names the one that it does not know", () => {
  assert.deepStrictEqual(flavorFrom("github"), Either.right("github" as const))
  assert.deepStrictEqual(flavorFrom("forgejo"), Either.right("forgejo" as const))
  assert.deepStrictEqual(flavorFrom(undefined), Either.right(undefined))
  for (const word of ["gitlab", "GitHub", ""])
    assert.include(Either.getOrThrow(Either.flip(flavorFrom(word))).message, JSON.stringify(word))
})

const forge = (flavor: Flavor, api: string): Forge => ({ flavor, api: new URL(api), owner: "o", name: "n" })

const cloud = ["LAB_FORGE_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"]
const enterprise = ["LAB_FORGE_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"]
const forgejo = ["LAB_FORGE_TOKEN", "FORGEJO_TOKEN"]

const hosts: ReadonlyArray<readonly [flavor: Flavor, api: string, host: string, names: ReadonlyArray<string>]> = [
  ["github", "https://api.github.com", "github.com", cloud],
  ["github", "https://api.acme.ghe.com", "acme.ghe.com", cloud],
  ["github", "https://ghes.example/api/v3", "ghes.example", enterprise],
  ["github", "https://ghes.example:8443/api/v3", "ghes.example:8443", enterprise],
  ["github", "http://127.0.0.1:3000/api/v3", "127.0.0.1:3000", enterprise],
  ["github", "https://api.github.com.evil.example", "api.github.com.evil.example", enterprise],
  ["github", "https://evilgithub.com", "evilgithub.com", enterprise],
  ["github", "https://evil-ghe.com", "evil-ghe.com", enterprise],
  ["forgejo", "https://codeberg.org/api/v1", "codeberg.org", forgejo],
  ["forgejo", "https://git.example:3000/git/api/v1", "git.example:3000", forgejo]
]

for (const [flavor, api, host, names] of hosts) {
  it(`the credential for ${flavor} at ${api} comes from ${names.slice(1).join(" or ")} alone`, () => {
    assert.strictEqual(webHost(forge(flavor, api)), host)
    assert.deepStrictEqual(credentialVariables(forge(flavor, api)), names)
  })
}

it("without a credential the message names the host, its variables, and gh for GitHub alone", () => {
  assert.strictEqual(
    noCredential(forge("github", "https://api.acme.ghe.com")).message,
    "no credential for acme.ghe.com: set LAB_FORGE_TOKEN or GH_TOKEN or GITHUB_TOKEN, or run gh auth login --hostname acme.ghe.com"
  )
  assert.strictEqual(
    noCredential(forge("forgejo", "https://git.example/api/v1")).message,
    "no credential for git.example: set LAB_FORGE_TOKEN or FORGEJO_TOKEN"
  )
})
