import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { wayOf } from "../../core/direct.js"
import { ErrUsage } from "../../core/errors.js"
import { jsonOption } from "./options.js"
import type { LabctlVerb } from "./verbs.js"

/** What these verbs run is loaded for them alone: the others start without it. */
const programs = Effect.promise(() => import("./secret-programs.js"))

/** Secrets live on a server: without one there is nothing to ask, and no forge is looked for. */
const onServer = <A>(run: () => A): Either.Either<A, ErrUsage> =>
  Either.flatMap(wayOf(process.env, undefined), ({ _tag }) =>
    _tag === "Server"
      ? Either.right(run())
      : Either.left(new ErrUsage({ reason: "secrets live on a lab server: set LAB_URL and LAB_TOKEN" }))
  )

export const secretVerbs: ReadonlyArray<LabctlVerb> = [
  {
    name: "secret list",
    summary: "The secrets of the repository: names and descriptions, never values",
    arguments: [],
    options: jsonOption,
    details: "stdout, per secret: name and description, tab-separated, by name.",
    run: (line) => onServer(() => Effect.flatMap(programs, ({ secretList }) => secretList(line.flags.has("json"))))
  },
  {
    name: "secret exec",
    summary: "Run a command with secrets in its environment, and masked in what it prints",
    arguments: [{ name: "NAME", many: true }],
    options: {},
    command: true,
    details: `The command inherits stdin and the environment, over which the secrets are laid. stdout and stderr are its own, with every form of a
value replaced by [REDACTED:NAME]; a terminal it has not.

exit codes: those of the command; 1 when a signal ended it, when it could not be started, or when a name is unknown; 2 usage

  labctl secret exec NPM_TOKEN -- npm publish`,
    run: (line) =>
      onServer(() =>
        Effect.flatMap(programs, ({ secretExec }) => {
          const [command = "", ...args] = line.command ?? []
          return secretExec(line.words, command, args)
        })
      )
  },
  {
    name: "secret scan",
    summary: "Do commits add a secret? Before they are pushed",
    arguments: [{ name: "rev-arg", many: true }],
    options: {},
    verbatim: true,
    details: `The arguments are those of git log, as they are. Each commit's patch is matched, merges against each parent. stdout: nothing.
stderr: a line for each secret and file.

exit codes: 0 clean, 1 a secret was found or the scan failed, 2 usage

  labctl secret scan origin/main..HEAD
  labctl secret scan HEAD --not --remotes=origin`,
    run: (line) => onServer(() => Effect.flatMap(programs, ({ secretScan }) => secretScan(line.words)))
  }
]
