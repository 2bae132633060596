import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { agentPrefix, agentRoutes } from "../../core/agent-api.js"
import type { LabUrl } from "../../core/lab-url.js"
import { labClient } from "../transport/lab-client.js"
import type { AgentSurfaceService } from "./surface.js"

/** The verbs asked of a server with a run token. */
export const remoteSurface = (lab: LabUrl, token: Redacted.Redacted<string>): AgentSurfaceService => {
  const client = labClient(lab, token, agentPrefix)
  const { call } = client
  return {
    pullCreate: (payload) => call(agentRoutes.pullCreate, { payload }),
    pullList: call(agentRoutes.pullList),
    pullView: (n) => call(agentRoutes.pullView, { params: { n } }),
    pullChecks: (n) => call(agentRoutes.pullChecks, { params: { n } }),
    pullSnapshot: (n) => call(agentRoutes.pullSnapshot, { params: { n } }),
    // A log may be large and is streamed: what that takes is loaded for it alone, so that the other verbs start quickly.
    pullLogs: (n, options) =>
      Effect.flatMap(
        Effect.promise(() => import("./remote-logs.js")),
        ({ remoteLogs }) => remoteLogs(client, n, options)
      ),
    pullLogsJson: (n, options) =>
      Effect.flatMap(
        Effect.promise(() => import("./remote-logs.js")),
        ({ remoteLogsJson }) => remoteLogsJson(client, n, options)
      ),
    secretList: call(agentRoutes.secretList),
    secretValues: (names) => call(agentRoutes.secretValues, { payload: { names } }),
    secretScan: (diff) =>
      Effect.flatMap(
        Effect.promise(() => import("./remote-scan.js")),
        ({ remoteScan }) => remoteScan(client, diff)
      ),
    pullMerge: (n, head) => call(agentRoutes.pullMerge, { params: { n }, payload: head === undefined ? {} : { head } })
  }
}
