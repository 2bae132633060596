import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as Effect from "effect/Effect"
import { CreatePull, MergePull } from "../../core/agent-api.js"
import type { AgentError } from "../../core/agent-errors.js"
import { SecretNames } from "../../core/secret-api.js"
import { CurrentRun } from "../../services/agent-surface/contract.js"
import { repoSecrets } from "../../services/agent-surface/repo-secrets.js"
import { runSurface } from "../../services/agent-surface/run-surface.js"
import type { AgentSurfaceService } from "../../services/agent-surface/surface.js"
import { LabApi } from "./api.js"
import { jsonBody } from "./body.js"
import { diffBody } from "./diff-body.js"
import { answerLogs } from "./logs.js"

/** One call on the surface of the run that asks. */
const ask = <A, R = never>(verb: (surface: AgentSurfaceService<AgentError>) => Effect.Effect<A, AgentError, R>) =>
  CurrentRun.pipe(Effect.flatMap(runSurface), Effect.flatMap(verb))

/** The secrets of the run's repository: no tracker is asked, so that one that cannot be built is not in their way. */
const secrets = Effect.flatMap(CurrentRun, ({ repository }) => repoSecrets(repository.id))

/** A raw handler reads its body itself, after the token and the path have been judged (contract 3.1). */
export const AgentHandlers = HttpApiBuilder.group(LabApi, "agent", (handlers) =>
  handlers
    .handleRaw("pullCreate", () =>
      Effect.flatMap(jsonBody(CreatePull), (pull) => ask((surface) => surface.pullCreate(pull)))
    )
    .handle("pullList", () => ask((surface) => surface.pullList))
    .handle("pullView", ({ path }) => ask((surface) => surface.pullView(path.n)))
    .handle("pullChecks", ({ path }) => ask((surface) => surface.pullChecks(path.n)))
    .handle("pullSnapshot", ({ path }) => ask((surface) => surface.pullSnapshot(path.n)))
    .handleRaw("pullLogs", ({ path, urlParams }) => ask((surface) => answerLogs(surface, path.n, urlParams)))
    .handleRaw("pullMerge", ({ path }) =>
      Effect.flatMap(jsonBody(MergePull, { absent: {} }), ({ head }) =>
        ask((surface) => surface.pullMerge(path.n, head))
      )
    )
    .handle("secretList", () => Effect.flatMap(secrets, ({ secretList }) => secretList))
    .handleRaw("secretValues", () =>
      Effect.flatMap(jsonBody(SecretNames), ({ names }) =>
        Effect.flatMap(secrets, ({ secretValues }) => secretValues(names))
      )
    )
    .handleRaw("secretScan", () =>
      Effect.flatMap(Effect.all([diffBody, secrets]), ([diff, { secretScan }]) => secretScan(diff))
    )
)
