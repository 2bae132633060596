import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as Effect from "effect/Effect"
import type { AgentError } from "../../core/agent-errors.js"
import { CurrentRun } from "../../services/agent-surface/contract.js"
import { runSurface } from "../../services/agent-surface/run-surface.js"
import type { AgentSurfaceService } from "../../services/agent-surface/surface.js"
import { LabApi } from "./api.js"

/** One call on the surface of the run that asks. */
const ask = <A>(verb: (surface: AgentSurfaceService<AgentError>) => Effect.Effect<A, AgentError>) =>
  CurrentRun.pipe(Effect.flatMap(runSurface), Effect.flatMap(verb))

export const AgentHandlers = HttpApiBuilder.group(LabApi, "agent", (handlers) =>
  handlers
    .handle("pullCreate", ({ payload }) => ask((surface) => surface.pullCreate(payload)))
    .handle("pullList", () => ask((surface) => surface.pullList))
    .handle("pullView", ({ path }) => ask((surface) => surface.pullView(path.n)))
    .handle("pullChecks", ({ path }) => ask((surface) => surface.pullChecks(path.n)))
    .handle("pullMerge", ({ path, payload }) => ask((surface) => surface.pullMerge(path.n, payload.head)))
)
