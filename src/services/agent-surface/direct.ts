import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import {
  credentialVariables,
  type Environment,
  flavorFrom,
  noCredential,
  variable,
  webHost
} from "../../core/direct.js"
import { ErrRedactorUnavailable, ErrTrackerConfig, ErrUsage } from "../../core/errors.js"
import { type Forge, flavorOfHost, forgeOf } from "../../core/forge.js"
import { buildRedactor } from "../../core/redact/redactor.js"
import { redactedVariables } from "../../core/redacted-variables.js"
import { parseRepoRef, type RepoRef } from "../../core/repo-ref.js"
import type { Flavor } from "../../core/repository.js"
import { GhToken } from "../gh-token.js"
import { HostProbe } from "../host-probe.js"
import { forgeTracker } from "../tracker/forge-tracker.js"
import { Tracker } from "../tracker/tracker.js"
import { GhTransport } from "../transport/gh.js"
import { Transport } from "../transport/transport.js"
import { WorkingCopy } from "../working-copy.js"
import { localSurface } from "./local.js"
import { AgentSurface } from "./surface.js"

/** What the flags of a verb say about the forge, before the environment. */
export interface DirectOptions {
  readonly env: Environment
  readonly repo: string | undefined
  readonly forge: string | undefined
  readonly insecureHttp: boolean
  /** `gh`: through the gh program; `auto`: so too where the environment holds no token and gh is there. Absent, `http`: the API itself. */
  readonly via?: "gh" | "http" | "auto"
}

/** `--repo`, else `LAB_REPO`, else the `origin` remote of the working copy. */
const repository = ({ env, repo }: DirectOptions) =>
  Effect.gen(function* () {
    const named = repo ?? variable(env, "LAB_REPO")
    if (named !== undefined) return yield* Either.mapLeft(parseRepoRef(named), (reason) => new ErrUsage({ reason }))
    const origin = yield* Effect.flatMap(WorkingCopy, (copy) => copy.remoteUrl("origin")).pipe(
      Effect.orElseSucceed(() => Option.none())
    )
    if (Option.isNone(origin)) {
      return yield* new ErrUsage({
        reason: "no repository: name one with --repo or LAB_REPO, or run in a clone whose remote origin is the forge"
      })
    }
    return yield* Either.mapLeft(
      parseRepoRef(origin.value),
      (reason) => new ErrUsage({ reason: `the remote origin: ${reason}` })
    )
  })

/** `--forge`, else `LAB_FORGE`, else what the host's name gives away, else what the host answers; no credential goes along. */
const flavor = ({ env, forge }: DirectOptions, ref: RepoRef, insecureHttp: boolean) =>
  Effect.gen(function* () {
    const said: Flavor | undefined = (yield* flavorFrom(forge ?? variable(env, "LAB_FORGE"))) ?? flavorOfHost(ref.host)
    return said ?? (yield* Effect.flatMap(HostProbe, (probe) => probe.flavor(ref, insecureHttp)))
  })

const held = (env: Environment, forge: Forge): string | undefined =>
  credentialVariables(forge).flatMap((name) => variable(env, name) ?? [])[0]

const credential = (env: Environment, forge: Forge) =>
  Effect.gen(function* () {
    const given = held(env, forge)
    if (given !== undefined) return Redacted.make(given)
    const ofGh =
      forge.flavor === "github"
        ? yield* Effect.flatMap(GhToken, (gh) => gh.of(webHost(forge)))
        : Option.none<Redacted.Redacted<string>>()
    return yield* Option.match(ofGh, { onNone: () => Effect.fail(noCredential(forge)), onSome: Effect.succeed })
  })

/** Whether the gh program reads in place of us (watch-spec, "Transports"). */
const throughGh = ({ env, via }: DirectOptions, forge: Forge) =>
  Effect.gen(function* () {
    if (via === undefined || via === "http") return false
    const { present } = yield* GhTransport
    if (via === "auto") return forge.flavor === "github" && held(env, forge) === undefined && (yield* present)
    if (forge.flavor !== "github") return yield* new ErrUsage({ reason: "--via gh reads GitHub alone: use --via http" })
    if (yield* present) return true
    return yield* new ErrTrackerConfig({ reason: "gh is not installed, or not on PATH: install it, or use --via http" })
  })

/** The forge that the flags, the environment or the working copy name, and the credential for it; none where gh has its own. */
const directForge = (options: DirectOptions) =>
  Effect.gen(function* () {
    const { env, insecureHttp } = options
    const ref = yield* repository(options)
    const dialect = yield* flavor(options, ref, insecureHttp)
    const forge = yield* forgeOf(dialect, ref, { api: variable(env, "LAB_FORGE_API"), insecureHttp })
    if (yield* throughGh(options, forge)) {
      return { tracker: forgeTracker((yield* GhTransport).client(forge, null)), token: undefined }
    }
    const token = yield* credential(env, forge)
    return { tracker: forgeTracker((yield* Transport).client(forge, token)), token }
  })

/** The tracker of the repository that the flags, the environment or the working copy name. */
export const directTracker = (options: DirectOptions) =>
  Layer.effect(
    Tracker,
    Effect.map(directForge(options), ({ tracker }) => tracker)
  )

const checkedOut = Effect.gen(function* () {
  const current = yield* Effect.flatMap(WorkingCopy, (copy) => copy.currentBranch)
  return yield* Option.match(current, {
    onNone: () =>
      new ErrTrackerConfig({
        reason: "no branch is checked out here: check out the branch that the pull request is for"
      }),
    onSome: Effect.succeed
  })
})

/** Masks the forge's credential and what `LAB_REDACT` names. */
const redactor = (env: Environment, token: Redacted.Redacted<string> | undefined) =>
  Effect.gen(function* () {
    const named = yield* redactedVariables(env)
    const own = token === undefined ? [] : [{ name: "FORGE_TOKEN", value: Redacted.value(token) }]
    const values = [...own, ...named]
    const secrets = values.map(({ name, value }) => ({ name, value: new TextEncoder().encode(value) }))
    return yield* Either.mapLeft(buildRedactor(secrets), ({ reason }) => new ErrRedactorUnavailable({ reason }))
  })

/** The agent's verbs on the forge itself, with no server (design.md, "What it is"). A run of this kind remembers nothing. */
export const directSurface = (options: DirectOptions) =>
  Layer.effect(
    AgentSurface,
    Effect.gen(function* () {
      const copy = yield* WorkingCopy
      const { tracker, token } = yield* directForge(options)
      return localSurface(tracker, {
        branch: Effect.provideService(checkedOut, WorkingCopy, copy),
        lastHead: () => Effect.succeed(undefined),
        rememberHead: () => Effect.void,
        redactor: redactor(options.env, token)
      })
    })
  )
