import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { apiPath } from "../../../core/api-path.js"
import type { CheckLog } from "../../../core/check-log.js"
import { ErrUnknownCheck, ErrUnsupported } from "../../../core/errors.js"
import type { Pull } from "../../../core/pull.js"
import { json } from "../../transport/decode.js"
import type { ForgeClient } from "../../transport/forge-client.js"
import type { HeadLogs, LogError } from "../check-logs.js"
import { surprise } from "./attempts.js"
import { type JobPlace, jobLink, nowNamed, pathOf, webOf } from "./job-link.js"
import { restLogs, runsOf } from "./rest-logs.js"
import { checkOf } from "./rows.js"
import { statuses } from "./statuses.js"
import { webLog } from "./web-logs.js"

const Version = Schema.Struct({ version: Schema.String })

/** The first version whose REST serves logs (forgejo-wire 5.6). */
const restSince = 16

/** Whether the forge is known to be older than its REST logs. A version that cannot be had, or is no number, is tried. */
export const lacksRestLogs = (client: ForgeClient): Effect.Effect<boolean> =>
  client.send({ path: "/version" }).pipe(
    Effect.flatMap(json(Version)),
    Effect.map(({ version }) => Number.parseInt(version, 10) < restSince),
    Effect.orElseSucceed(() => false)
  )

/**
 * A row may be older than the repository's name: its link is asked once, without a credential, and counts when the forge sends it on into
 * this repository (contract 6.4).
 */
const renamed = (client: ForgeClient, path: string, pullUrl: string): Effect.Effect<JobPlace | undefined, LogError> => {
  const { origin, prefix } = webOf(client.forge)
  return Effect.map(
    client.fetch({ asked: `forgejo GET ${path}`, origin, path: `${prefix}${path}`, credential: false }),
    ({ status, headers }) => {
      const to = status === 301 || status === 307 ? pathOf(headers.location) : undefined
      const link = to === undefined ? undefined : jobLink(to.replace(/\/attempt\/\d+$/, ""), client.forge, pullUrl)
      return link?._tag === "Job" ? link.place : undefined
    }
  )
}

const unsupported = (name: string, link: string) =>
  new ErrUnsupported({
    reason: `the check ${JSON.stringify(name)} has no log on this forge: it links to ${link === "" ? "nothing" : link}`
  })

/**
 * The rows of a head and the way to their logs on Forgejo (contract 6.4, 12.2.25): REST where the forge has it, else the web route. Deep: the
 * rows beside the runs, the jobs or the job page, the log. `old`: the forge is known to have no REST for logs.
 */
export const headLogs = (
  client: ForgeClient,
  { head, url }: Pick<Pull, "head" | "url">,
  old: boolean
): Effect.Effect<HeadLogs, LogError> =>
  Effect.gen(function* () {
    const forge = nowNamed(client.forge, url)
    const repo = apiPath`/repos/${forge.owner}/${forge.name}`
    const { rows, runs } = yield* Effect.all(
      {
        rows: statuses(client, repo, head.sha),
        runs: old ? Effect.succeed(undefined) : Effect.exit(runsOf(client, repo, head.sha))
      },
      { concurrency: "unbounded" }
    )
    const rest = runs === undefined ? undefined : restLogs(client, repo, runs)

    const logAt = (name: string, place: JobPlace): Effect.Effect<CheckLog, LogError> =>
      rest === undefined
        ? webLog(client, forge, name, place)
        : Effect.catchTag(rest(name, place), "NoRestRoute", () => webLog(client, forge, name, place))

    return {
      head: head.sha,
      checks: rows.map(checkOf),
      log: (name) =>
        Effect.gen(function* () {
          const row = rows.find(({ context }) => context === name)
          if (row === undefined)
            return yield* new ErrUnknownCheck({ check: name, available: rows.map(({ context }) => context) })
          const target = row.target_url ?? ""
          const link = jobLink(target, client.forge, url)
          if (link._tag === "Job") return yield* logAt(name, link.place)
          if (link._tag === "NoJobPage")
            return yield* surprise(name, `its link ${target}`, "an address that is no job page")
          const moved = link._tag === "OtherRepository" ? yield* renamed(client, link.path, url) : undefined
          return yield* moved === undefined ? unsupported(name, target) : logAt(name, moved)
        })
    }
  })
