import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { ErrGit } from "../../core/errors.js"
import { Faults } from "./faults.js"
import { foreignHost } from "./foreign-host.js"
import { forgejoForge } from "./forgejo-forge.js"
import { gitRepository } from "./git-repository.js"
import { githubForge } from "./github-forge.js"
import { type Measures, Meter, type RecordedRequest } from "./measure.js"
import { madeUpSha, memoryRepository, type Repository } from "./repository.js"
import { type Ask, text } from "./route.js"
import { type ErrSandbox, listen } from "./server.js"
import { type Host, serve } from "./traffic.js"
import { World } from "./world.js"

/** Where one forge is reached. */
export interface Endpoint {
  /** Scheme, host and port. */
  readonly origin: string
  /** The origin and the prefix of a sub-path install: where its pages are. */
  readonly web: string
  /** Where its API is: `…/api/v3` or `…/api/v1`. */
  readonly api: string
}

/**
 * A forge to practise on: GitHub's and Forgejo's wire over one world, on two origins, and a third one, foreign, that plays
 * everybody else's host and records what reaches it.
 */
export interface Sandbox {
  readonly github: Endpoint
  readonly forgejo: Endpoint
  /** The foreign host's origin. */
  readonly foreign: string
  /** A token of `lab-bot`, made for this instance alone. */
  readonly token: string
  readonly world: World
  readonly repository: Repository
  readonly faults: Faults
  /** Milliseconds added to every answer; may be changed at any time. */
  readonly latency: { ms: number }
  /** What arrived since the last reset, oldest first. */
  readonly requests: ReadonlyArray<RecordedRequest>
  readonly measures: () => Measures
  readonly resetMeasures: () => void
}

export interface SandboxOptions {
  /** `none`: made-up commits, no process is started (the default). `temporary`: a new bare repository. Else the path of one. */
  readonly git?: "none" | "temporary" | { readonly path: string }
  /** A sub-path install: `/forge`. */
  readonly prefix?: string
  readonly latencyMs?: number
  /** Leave out the pull 7 of `feat` into `main` (and, in a new repository, their commits). */
  readonly empty?: boolean
}

/** Commits and the pull that everybody finds: number 7, `feat` into `main`. */
const seed = (world: World, repository: Repository): Effect.Effect<void, ErrGit> =>
  Effect.gen(function* () {
    if (repository.path !== null) {
      yield* repository.write({ branch: "main", files: { "README.md": "# widget\n" }, message: "Start" })
      yield* repository.write({ branch: "feat", from: "main", files: { "parser.txt": "one\n" }, message: "Add parser" })
    } else {
      for (const branch of ["main", "feat"]) world.push(branch, madeUpSha(branch))
    }
    world.open({ number: 7 })
  })

/** Forgejo makes its addresses of the one that it believes in, wherever it was asked (`forgejo-wire.md` 4). */
const believing = ({ rootUrl }: World, ask: Ask): Ask =>
  rootUrl === undefined ? ask : { ...ask, web: rootUrl, api: `${rootUrl}/api/v1` }

/**
 * Starts a sandbox that lives as long as the scope. Its clock is Effect's: under `TestClock` time stands still until it is
 * adjusted. Fails with `ErrSandbox` where no port can be had, with `ErrGit` where git is wanted and refuses.
 */
export const make = (options: SandboxOptions = {}): Effect.Effect<Sandbox, ErrSandbox | ErrGit, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Clock.clockWith(Effect.succeed)
    const now = () => clock.unsafeCurrentTimeMillis()
    const branches = new Map<string, string>()
    const git = options.git ?? "none"
    const repository =
      git === "none"
        ? memoryRepository(branches, now)
        : yield* gitRepository(now, git === "temporary" ? undefined : git.path)
    const world = new World(now, repository, branches)
    const token = world.account("lab-bot")
    if (options.empty !== true && typeof git === "string") yield* seed(world, repository)

    const prefix = options.prefix ?? ""
    const meter = new Meter()
    const faults = new Faults()
    const latency = { ms: options.latencyMs ?? 0 }
    const github = githubForge(world)
    const forgejo = forgejoForge(world)
    const foreign = foreignHost(world)

    const open = (host: Omit<Host, "prefix">, sub = prefix) =>
      listen(serve({ world, meter, faults, latency }, { ...host, prefix: sub }))
    const [githubOrigin, forgejoOrigin, foreignOrigin] = yield* Effect.all([
      open({
        server: "github",
        root: "/api/v3",
        answer: (ask, page) => (page ? Effect.succeed(text(404, "Not Found\n")) : github(ask))
      }),
      open({ server: "forgejo", root: "/api/v1", answer: (ask, page) => forgejo(believing(world, ask), page) }),
      open({ server: "foreign", root: "", answer: (ask) => Effect.succeed(foreign(ask)) }, "")
    ])
    world.storage = foreignOrigin
    const endpoint = (origin: string, root: string): Endpoint => ({
      origin,
      web: `${origin}${prefix}`,
      api: `${origin}${prefix}${root}`
    })
    return {
      github: endpoint(githubOrigin, "/api/v3"),
      forgejo: endpoint(forgejoOrigin, "/api/v1"),
      foreign: foreignOrigin,
      token,
      world,
      repository,
      faults,
      latency,
      requests: meter.requests,
      measures: () => meter.measures(),
      resetMeasures: () => meter.reset()
    }
  })
