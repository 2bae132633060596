import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Environment } from "../../../src/core/direct.js"
import { ErrGit } from "../../../src/core/errors.js"
import { make } from "../../../src/programs/sandbox/sandbox.js"
import { directSurface } from "../../../src/services/agent-surface/direct.js"
import { AgentSurface } from "../../../src/services/agent-surface/surface.js"
import { GhToken } from "../../../src/services/gh-token.js"
import { HostProbe } from "../../../src/services/host-probe.js"
import { GhTransport } from "../../../src/services/transport/gh.js"
import { Transport } from "../../../src/services/transport/transport.js"
import { WorkingCopy } from "../../../src/services/working-copy.js"
import type { Sandbox } from "../../../src/testing.js"
import { failureOf, flavors } from "../../support/sandbox.js"

interface Setting {
  readonly env?: Environment
  readonly repo?: string
  readonly forge?: string
  readonly copy?: Layer.Layer<WorkingCopy>
  readonly gh?: Readonly<Record<string, string>>
}

/** The agent's verbs as `labctl` has them without a server. */
const direct = ({ env = {}, repo, forge, copy = WorkingCopy.test(null, {}), gh = {} }: Setting) =>
  directSurface({ env, repo, forge, insecureHttp: false }).pipe(
    Layer.provide([Transport.layer, GhToken.test(gh), GhTransport.absent, HostProbe.layer, copy])
  )

const verbs = (setting: Setting) => Effect.map(Layer.build(direct(setting)), (context) => context)
const surface = (setting: Setting) => Effect.provide(AgentSurface, direct(setting))

const tokenOf = ({ token }: Sandbox) => ({ LAB_FORGE_TOKEN: token })

describe("the repository of direct mode", () => {
  const places: ReadonlyArray<readonly [name: string, setting: (web: string) => Setting]> = [
    ["--repo", (web) => ({ repo: `${web}/acme/widget` })],
    ["--repo before LAB_REPO", (web) => ({ repo: `${web}/acme/widget`, env: { LAB_REPO: "other/repo" } })],
    ["LAB_REPO", (web) => ({ env: { LAB_REPO: `${web}/acme/widget.git` } })],
    [
      "LAB_REPO before the remote",
      (web) => ({
        env: { LAB_REPO: `${web}/acme/widget` },
        copy: WorkingCopy.test("feat", { origin: "https://github.com/other/repo" })
      })
    ],
    ["the remote origin", (web) => ({ copy: WorkingCopy.test("feat", { origin: `${web}/acme/widget.git` }) })],
    [
      "the remote origin with a password in it",
      (web) => ({ copy: WorkingCopy.test("feat", { origin: `${web.replace("//", "//me:hunter2@")}/acme/widget` }) })
    ]
  ]

  for (const flavor of flavors) {
    for (const [name, setting] of places) {
      it.scoped(`is the one of ${name}, on ${flavor}, which the host says it is`, () =>
        Effect.gen(function* () {
          const sandbox = yield* make()
          const { env = {}, ...rest } = setting(sandbox[flavor].web)
          const { pullView } = yield* surface({ ...rest, env: { ...env, ...tokenOf(sandbox) } })
          assert.strictEqual((yield* pullView(7)).number, 7)
          const [probes, calls] = [true, false].map((probe) =>
            sandbox.requests.filter(({ path }) => path.includes("/repos/") !== probe)
          )
          assert.strictEqual(probes?.length, 3)
          for (const { headers } of probes ?? []) assert.notProperty(headers, "authorization")
          for (const { headers } of calls ?? []) assert.include(headers["authorization"], sandbox.token)
          assert.notInclude(JSON.stringify(sandbox.requests), "hunter2")
        })
      )
    }
  }

  const usage: ReadonlyArray<readonly [name: string, setting: Setting, message: RegExp]> = [
    [
      "no name and no remote",
      { copy: WorkingCopy.test("feat", {}) },
      /^no repository: name one with --repo or LAB_REPO/
    ],
    [
      "no name outside of a checkout",
      {
        copy: Layer.succeed(WorkingCopy, {
          currentBranch: new ErrGit({ command: "git symbolic-ref", words: "not a git repository" }),
          remoteUrl: () => new ErrGit({ command: "git remote", words: "not a git repository" })
        })
      },
      /^no repository: name one/
    ],
    ["a name that is none", { repo: "widget" }, /^widget is no repository: give owner\/name/],
    ["a LAB_REPO that is none", { env: { LAB_REPO: "https://git.example" } }, /names no owner and repository/],
    [
      "a remote that is none",
      { copy: WorkingCopy.test("feat", { origin: "https://me:hunter2@git.example/widget" }) },
      /^the remote origin: https:\/\/git\.example\/widget names no owner/
    ],
    ["a remote of another name", { copy: WorkingCopy.test("feat", { upstream: "o/n" }) }, /^no repository/],
    ["an unknown --forge", { repo: "o/n", forge: "gitlab" }, /^the forge "gitlab" is none of github, forgejo$/],
    ["an unknown LAB_FORGE", { repo: "o/n", env: { LAB_FORGE: "GitHub" } }, /^the forge "GitHub" is none of/],
    [
      "a --forge that is unknown above a LAB_FORGE that is known",
      { repo: "o/n", forge: "x", env: { LAB_FORGE: "github" } },
      /^the forge "x" is none of/
    ]
  ]
  for (const [name, setting, message] of usage) {
    it.scoped(`a usage error: ${name}`, () =>
      Effect.gen(function* () {
        const error = yield* failureOf(verbs(setting))
        assert.strictEqual(error._tag, "ErrUsage")
        assert.match(error.message, message)
        assert.notInclude(error.message, "hunter2")
      })
    )
  }
})

describe("the kind of forge in direct mode", () => {
  for (const flavor of flavors) {
    for (const [name, setting] of [
      ["--forge", { forge: flavor }],
      ["LAB_FORGE", { env: { LAB_FORGE: flavor } }],
      ["--forge before LAB_FORGE", { forge: flavor, env: { LAB_FORGE: flavor === "github" ? "forgejo" : "github" } }]
    ] as const) {
      it.scoped(`is ${flavor} by ${name}, and no host is asked`, () =>
        Effect.gen(function* () {
          const sandbox = yield* make()
          const env: Environment = { ...("env" in setting ? setting.env : {}), ...tokenOf(sandbox) }
          const { pullList } = yield* surface({ ...setting, env, repo: `${sandbox[flavor].web}/acme/widget` })
          assert.strictEqual((yield* pullList).prs.length, 1)
          assert.isTrue(sandbox.requests.every(({ path }) => path.includes("/repos/acme/widget/")))
        })
      )
    }
  }

  it.scoped("LAB_FORGE_API is asked instead of the host, verbatim", () =>
    Effect.gen(function* () {
      const sandbox = yield* make({ prefix: "/sub" })
      const env = { ...tokenOf(sandbox), LAB_FORGE: "forgejo", LAB_FORGE_API: sandbox.forgejo.api }
      const { pullChecks } = yield* surface({ env, repo: "https://git.example.org/acme/widget" })
      assert.strictEqual((yield* pullChecks(7)).state, "none")
    })
  )

  it.scoped("a host that says nothing is a configuration error that names the way out", () =>
    Effect.gen(function* () {
      const sandbox = yield* make()
      const error = yield* failureOf(verbs({ repo: `${sandbox.foreign}/acme/widget`, env: tokenOf(sandbox) }))
      assert.strictEqual(error._tag, "ErrTrackerConfig")
      assert.match(error.message, /name its kind with --forge or LAB_FORGE/)
      assert.isTrue(sandbox.requests.every(({ headers }) => headers["authorization"] === undefined))
    })
  )

  it.scoped("a missing credential is told before anything is asked of the forge", () =>
    Effect.gen(function* () {
      const sandbox = yield* make()
      const repo = `${sandbox.forgejo.web}/acme/widget`
      const error = yield* failureOf(verbs({ repo, forge: "forgejo", env: { GH_TOKEN: sandbox.token } }))
      assert.strictEqual(error._tag, "ErrTrackerConfig")
      assert.match(error.message, /^no credential for 127\.0\.0\.1:\d+: set LAB_FORGE_TOKEN or FORGEJO_TOKEN$/)
      assert.deepStrictEqual(sandbox.requests, [])
    })
  )
})
