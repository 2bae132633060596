import type * as Redacted from "effect/Redacted"
import { agentPrefix, agentRoutes } from "../../core/agent-api.js"
import type { LabUrl } from "../../core/lab-url.js"
import { labClient } from "../transport/lab-client.js"
import type { AgentSurfaceService } from "./surface.js"

/** The verbs asked of a server with a run token. */
export const remoteSurface = (lab: LabUrl, token: Redacted.Redacted<string>): AgentSurfaceService => {
  const call = labClient(lab, token, agentPrefix)
  return {
    pullCreate: (payload) => call(agentRoutes.pullCreate, { payload }),
    pullList: call(agentRoutes.pullList),
    pullView: (n) => call(agentRoutes.pullView, { params: { n } }),
    pullChecks: (n) => call(agentRoutes.pullChecks, { params: { n } }),
    pullMerge: (n, head) => call(agentRoutes.pullMerge, { params: { n }, payload: head === undefined ? {} : { head } })
  }
}
