import { assert, it } from "@effect/vitest"
import { Either } from "effect"
import { allowedBase, apiBase, apiBaseOf, flavorOfHost, forgeOf } from "../../src/core/forge.js"
import { parseRepoRef } from "../../src/core/repo-ref.js"
import type { Flavor } from "../../src/core/repository.js"

const ref = (remote: string) => Either.getOrThrow(parseRepoRef(remote))

const hosts: ReadonlyArray<readonly [host: string, flavor: Flavor | undefined]> = [
  ["github.com", "github"],
  ["www.github.com", "github"],
  ["acme.ghe.com", "github"],
  ["codeberg.org", "forgejo"],
  ["ghe.com", undefined],
  ["notghe.com", undefined],
  ["github.com.evil.example", undefined],
  ["mygithub.com", undefined],
  ["git.example", undefined]
]

for (const [host, flavor] of hosts) {
  it(`the host ${host} ${flavor === undefined ? "has to be asked what it is" : `is known as ${flavor}`}`, () => {
    assert.strictEqual(flavorOfHost(host), flavor)
  })
}

const bases: ReadonlyArray<readonly [flavor: Flavor, remote: string, base: string]> = [
  ["github", "https://github.com/o/n", "https://api.github.com"],
  ["github", "https://www.github.com/o/n", "https://api.github.com"],
  ["github", "git@github.com:o/n.git", "https://api.github.com"],
  ["github", "ssh://git@github.com:22/o/n.git", "https://api.github.com"],
  ["github", "ssh://git@GitHub.com/o/n.git", "https://api.github.com"],
  ["github", "o/n", "https://api.github.com"],
  ["github", "https://acme.ghe.com/o/n", "https://api.acme.ghe.com"],
  ["github", "git@acme.ghe.com:o/n.git", "https://api.acme.ghe.com"],
  ["github", "https://ghes.example/o/n", "https://ghes.example/api/v3"],
  ["github", "https://ghes.example:8443/o/n", "https://ghes.example:8443/api/v3"],
  ["github", "http://127.0.0.1:3000/o/n", "http://127.0.0.1:3000/api/v3"],
  ["forgejo", "https://git.example/o/n", "https://git.example/api/v1"],
  ["forgejo", "https://git.example:3000/git/o/n.git", "https://git.example:3000/git/api/v1"],
  ["forgejo", "git@git.example:o/n.git", "https://git.example/api/v1"],
  ["forgejo", "ssh://git@git.example:2222/git/o/n.git", "https://git.example/git/api/v1"],
  ["forgejo", "ssh://git@[2001:db8::1]:2222/o/n", "https://[2001:db8::1]/api/v1"]
]

for (const [flavor, remote, base] of bases) {
  it(`the API of ${flavor} behind ${remote} is at ${base}`, () => {
    assert.strictEqual(apiBaseOf(flavor, ref(remote)), base)
    const forge = Either.getOrThrow(forgeOf(flavor, ref(remote), { insecureHttp: false }))
    assert.strictEqual(forge.api.href.replace(/\/$/, ""), base)
    assert.deepInclude(forge, { flavor, owner: "o", name: "n" })
  })
}

const clear: ReadonlyArray<readonly [url: string, allowed: boolean]> = [
  ["https://git.example", true],
  ["http://localhost:3000", true],
  ["http://LOCALHOST", true],
  ["http://forge.localhost", true],
  ["http://127.0.0.1", true],
  ["http://127.9.9.9:3000", true],
  ["http://[::1]:3000", true],
  ["http://git.example", false],
  ["http://10.0.0.1", false],
  ["http://127.0.0.1.evil.example", false],
  ["http://localhost.evil.example", false],
  ["http://notlocalhost", false],
  ["http://[::2]", false],
  ["ftp://localhost", false]
]

for (const [url, allowed] of clear) {
  it(`a credential ${allowed ? "may" : "may not"} go to ${url}`, () => {
    assert.strictEqual(allowedBase(new URL(url), false), allowed)
  })
}

it("an operator may allow plain http beyond loopback, and nothing else", () => {
  assert.isTrue(allowedBase(new URL("http://git.example"), true))
  assert.isFalse(allowedBase(new URL("ftp://git.example"), true))
})

const refused: ReadonlyArray<readonly [base: string, words: RegExp]> = [
  ["git.example/api/v1", /no http\(s\) address/],
  ["", /no http\(s\) address/],
  ["ftp://git.example", /no http\(s\) address/],
  ["https://me:hunter2@git.example/api/v1", /user name or password/],
  ["https://hunter2@git.example/api/v1", /user name or password/],
  ["https://git.example/api/v1?token=hunter2", /query or fragment/],
  ["https://git.example/api/v1#hunter2", /query or fragment/],
  ["http://git.example/api/v1", /^http:\/\/git\.example is not encrypted/]
]

for (const [base, words] of refused) {
  it(`refuses the API base ${JSON.stringify(base)}, without repeating a secret in it`, () => {
    const { message } = Either.getOrThrow(Either.flip(apiBase(base, false)))
    assert.match(message, words)
    assert.notInclude(message, "hunter2")
  })
}

it("takes an API base as it was given, without the slashes at its end", () => {
  assert.strictEqual(
    Either.getOrThrow(apiBase(" https://git.example/a/api/v1// ", false)).href,
    "https://git.example/a/api/v1"
  )
})

it("a base that was given stands in place of the one that follows from the remote", () => {
  const forge = Either.getOrThrow(
    forgeOf("github", ref("o/n"), { api: "http://127.0.0.1:8080/forge/api/v3", insecureHttp: false })
  )
  assert.strictEqual(forge.api.href, "http://127.0.0.1:8080/forge/api/v3")
})

const mismatches: ReadonlyArray<readonly [flavor: Flavor, remote: string, words: string]> = [
  [
    "forgejo",
    "https://github.com/o/n",
    "github.com is a github host, but the forge is set to forgejo: set it to github"
  ],
  [
    "forgejo",
    "git@acme.ghe.com:o/n",
    "acme.ghe.com is a github host, but the forge is set to forgejo: set it to github"
  ],
  [
    "github",
    "https://codeberg.org/o/n",
    "codeberg.org is a forgejo host, but the forge is set to github: set it to forgejo"
  ]
]

for (const [flavor, remote, words] of mismatches) {
  it(`12.2.15 refuses ${flavor} for ${remote} as a configuration error`, () => {
    const error = Either.getOrThrow(Either.flip(forgeOf(flavor, ref(remote), { insecureHttp: false })))
    assert.strictEqual(error._tag, "ErrTrackerConfig")
    assert.strictEqual(error.message, words)
  })
}

it("a remote over plain http is refused, unless the operator allows it", () => {
  const remote = ref("http://git.example/o/n")
  assert.isTrue(Either.isLeft(forgeOf("forgejo", remote, { insecureHttp: false })))
  assert.strictEqual(
    Either.getOrThrow(forgeOf("forgejo", remote, { insecureHttp: true })).api.href,
    "http://git.example/api/v1"
  )
})
