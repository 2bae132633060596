import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { directTracker } from "../../../src/services/agent-surface/direct.js"
import { GhToken } from "../../../src/services/gh-token.js"
import { HostProbe } from "../../../src/services/host-probe.js"
import { Tracker } from "../../../src/services/tracker/tracker.js"
import { GhTransport } from "../../../src/services/transport/gh.js"
import { Transport } from "../../../src/services/transport/transport.js"
import { WorkingCopy } from "../../../src/services/working-copy.js"

interface Setting {
  readonly repo: string
  readonly env: Readonly<Record<string, string>>
  readonly forge?: string
  readonly insecureHttp?: boolean
  /** Tokens of a gh that is signed in, by host. */
  readonly gh?: Readonly<Record<string, string>>
}

/** Makes one read, and tells where it went and with which credential, or why nowhere. */
const asking = ({ repo, env, forge, insecureHttp = false, gh = {} }: Setting) => {
  const sent: Array<string> = []
  const transport = Transport.test(({ origin, path, headers }) =>
    Effect.sync(() => {
      sent.push(`${origin.origin}${path} ${headers["authorization"] ?? "nobody"}`)
      return { status: 200, headers: {}, rawHeaders: [], body: Buffer.from('{"default_branch":"main"}') }
    })
  )
  const tracker = directTracker({ env, repo, forge, insecureHttp }).pipe(
    Layer.provide([
      transport,
      GhToken.test(gh),
      GhTransport.absent,
      WorkingCopy.test(null, {}),
      HostProbe.test(() => Effect.dieMessage("no host needs to be asked here"))
    ])
  )
  return Effect.flatMap(Tracker, ({ defaultBranch }) => defaultBranch).pipe(
    Effect.provide(tracker),
    Effect.match({ onFailure: ({ message }) => message, onSuccess: () => sent.join("\n") }),
    Effect.map((end) => ({ end, sent }))
  )
}

const all = {
  GH_TOKEN: "gh-cloud",
  GITHUB_TOKEN: "hub-cloud",
  GH_ENTERPRISE_TOKEN: "gh-own",
  GITHUB_ENTERPRISE_TOKEN: "hub-own",
  FORGEJO_TOKEN: "fj"
}
const { GH_TOKEN, GITHUB_TOKEN, GH_ENTERPRISE_TOKEN, GITHUB_ENTERPRISE_TOKEN, FORGEJO_TOKEN } = all

const cloud = "https://api.github.com/repos/o/n"
const own = "https://ghes.example/api/v3/repos/o/n"
const berg = "https://codeberg.org/api/v1/repos/o/n"
const ghes = "https://ghes.example/o/n"

const sent: ReadonlyArray<readonly [name: string, setting: Setting, request: string]> = [
  ["GH_TOKEN goes to github.com", { repo: "o/n", env: { GH_TOKEN } }, `${cloud} Bearer gh-cloud`],
  ["GITHUB_TOKEN goes to github.com", { repo: "o/n", env: { GITHUB_TOKEN } }, `${cloud} Bearer hub-cloud`],
  ["GH_TOKEN comes before GITHUB_TOKEN", { repo: "o/n", env: all }, `${cloud} Bearer gh-cloud`],
  ["LAB_FORGE_TOKEN comes first", { repo: "o/n", env: { ...all, LAB_FORGE_TOKEN: "lab" } }, `${cloud} Bearer lab`],
  [
    "an empty variable is not set",
    { repo: "o/n", env: { LAB_FORGE_TOKEN: "", GH_TOKEN: " ", GITHUB_TOKEN } },
    `${cloud} Bearer hub-cloud`
  ],
  [
    "www.github.com is github.com",
    { repo: "https://www.github.com/o/n", env: { GH_TOKEN } },
    `${cloud} Bearer gh-cloud`
  ],
  [
    "an ssh remote of github.com is github.com",
    { repo: "git@github.com:o/n.git", env: { GH_TOKEN } },
    `${cloud} Bearer gh-cloud`
  ],
  [
    "GH_TOKEN goes to a ghe.com tenant",
    { repo: "https://acme.ghe.com/o/n", env: all },
    "https://api.acme.ghe.com/repos/o/n Bearer gh-cloud"
  ],
  [
    "GH_ENTERPRISE_TOKEN goes to another GitHub host",
    { repo: ghes, forge: "github", env: all },
    `${own} Bearer gh-own`
  ],
  [
    "GITHUB_ENTERPRISE_TOKEN does too",
    { repo: ghes, forge: "github", env: { GITHUB_ENTERPRISE_TOKEN } },
    `${own} Bearer hub-own`
  ],
  ["FORGEJO_TOKEN goes to a Forgejo", { repo: "https://codeberg.org/o/n", env: all }, `${berg} token fj`],
  [
    "LAB_FORGE_TOKEN goes to a Forgejo",
    { repo: "https://codeberg.org/o/n", env: { ...all, LAB_FORGE_TOKEN: "lab" } },
    `${berg} token lab`
  ],
  [
    "gh's token goes to the host that it keeps it for",
    { repo: "o/n", env: {}, gh: { "github.com": "kept" } },
    `${cloud} Bearer kept`
  ],
  [
    "gh is asked for an own host by name and port",
    { repo: "https://ghes.example:8443/o/n", forge: "github", env: {}, gh: { "ghes.example:8443": "kept" } },
    "https://ghes.example:8443/api/v3/repos/o/n Bearer kept"
  ],
  [
    "gh is asked for a tenant by its web name",
    { repo: "https://acme.ghe.com/o/n", env: {}, gh: { "acme.ghe.com": "kept" } },
    "https://api.acme.ghe.com/repos/o/n Bearer kept"
  ],
  [
    "a variable comes before gh",
    { repo: "o/n", env: { GH_TOKEN }, gh: { "github.com": "kept" } },
    `${cloud} Bearer gh-cloud`
  ],
  [
    "LAB_FORGE_API is where the credential goes, verbatim",
    {
      repo: "o/n",
      forge: "forgejo",
      env: { LAB_FORGE_API: "https://git.example/sub/api/v1/", LAB_FORGE_TOKEN: "lab" }
    },
    "https://git.example/sub/api/v1/repos/o/n token lab"
  ],
  [
    "plain http where it was allowed",
    { repo: "http://git.example/o/n", forge: "forgejo", insecureHttp: true, env: { FORGEJO_TOKEN } },
    "http://git.example/api/v1/repos/o/n token fj"
  ],
  [
    "plain http on this machine",
    { repo: "http://127.0.0.1:3000/o/n", forge: "forgejo", env: { FORGEJO_TOKEN } },
    "http://127.0.0.1:3000/api/v1/repos/o/n token fj"
  ]
]

const withheld: ReadonlyArray<readonly [name: string, setting: Setting, message: RegExp]> = [
  [
    "the variables of github.com go to no other GitHub host",
    { repo: ghes, forge: "github", env: { GH_TOKEN, GITHUB_TOKEN } },
    /^no credential for ghes\.example: set LAB_FORGE_TOKEN or GH_ENTERPRISE_TOKEN/
  ],
  [
    "nor to one that only sounds like it",
    { repo: "https://github.com.evil.example/o/n", forge: "github", env: { GH_TOKEN, GITHUB_TOKEN } },
    /^no credential for github\.com\.evil\.example/
  ],
  [
    "nor to an API elsewhere",
    { repo: "o/n", env: { GH_TOKEN, GITHUB_TOKEN, LAB_FORGE_API: "https://proxy.example/api/v3" } },
    /^no credential for proxy\.example/
  ],
  [
    "nor to this machine",
    { repo: "http://127.0.0.1:3000/o/n", forge: "github", env: { GH_TOKEN, GITHUB_TOKEN } },
    /^no credential for 127\.0\.0\.1:3000/
  ],
  [
    "those of an own host do not go to github.com",
    { repo: "o/n", env: { GH_ENTERPRISE_TOKEN, GITHUB_ENTERPRISE_TOKEN } },
    /^no credential for github\.com: set LAB_FORGE_TOKEN or GH_TOKEN or GITHUB_TOKEN, or run gh auth login/
  ],
  [
    "GitHub's variables do not go to a Forgejo",
    { repo: "https://codeberg.org/o/n", env: { GH_TOKEN, GITHUB_TOKEN, GH_ENTERPRISE_TOKEN, GITHUB_ENTERPRISE_TOKEN } },
    /^no credential for codeberg\.org: set LAB_FORGE_TOKEN or FORGEJO_TOKEN$/
  ],
  ["FORGEJO_TOKEN does not go to GitHub", { repo: "o/n", env: { FORGEJO_TOKEN } }, /^no credential for github\.com/],
  [
    "gh's token for github.com goes to no other host",
    { repo: ghes, forge: "github", env: {}, gh: { "github.com": "kept" } },
    /^no credential for ghes\.example/
  ],
  [
    "gh's token goes to no Forgejo, not even one it was told of",
    { repo: "https://codeberg.org/o/n", env: {}, gh: { "codeberg.org": "kept" } },
    /^no credential for codeberg\.org/
  ],
  [
    "nothing goes out in the clear",
    { repo: "http://git.example/o/n", forge: "forgejo", env: { FORGEJO_TOKEN } },
    /^http:\/\/git\.example is not encrypted/
  ],
  [
    "nothing goes to an API in the clear",
    { repo: "o/n", env: { GH_TOKEN, LAB_FORGE_API: "http://proxy.example" } },
    /^http:\/\/proxy\.example is not encrypted/
  ],
  [
    "nothing goes to a host that is known to be of the other kind",
    { repo: "o/n", forge: "forgejo", env: { FORGEJO_TOKEN } },
    /^github\.com is a github host, but the forge is set to forgejo/
  ]
]

describe("the credential of direct mode", () => {
  for (const [name, setting, request] of sent) {
    it.effect(name, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* asking(setting)).end, request)
      })
    )
  }

  for (const [name, setting, message] of withheld) {
    it.effect(name, () =>
      Effect.gen(function* () {
        const { end, sent } = yield* asking(setting)
        assert.match(end, message)
        assert.deepStrictEqual(sent, [])
        for (const secret of Object.values({ ...all, kept: "kept" })) assert.notInclude(end, secret)
      })
    )
  }
})
