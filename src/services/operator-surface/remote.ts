import type * as Redacted from "effect/Redacted"
import type { AgentError } from "../../core/agent-errors.js"
import type { ErrLabServer } from "../../core/errors.js"
import type { LabUrl } from "../../core/lab-url.js"
import { operatorPrefix, operatorRoutes } from "../../core/operator-api.js"
import { labClient } from "../transport/lab-client.js"
import type { OperatorSurfaceService } from "./surface.js"

/** The verbs asked of a server with a personal access token. */
export const remoteOperator = (
  lab: LabUrl,
  token: Redacted.Redacted<string>
): OperatorSurfaceService<AgentError | ErrLabServer> => {
  const { call } = labClient(lab, token, operatorPrefix)
  return {
    repoAdd: (payload) => call(operatorRoutes.repoAdd, { payload }),
    repoList: call(operatorRoutes.repoList),
    repoShow: (id) => call(operatorRoutes.repoShow, { params: { id } }),
    repoSet: (id, payload) => call(operatorRoutes.repoSet, { params: { id }, payload }),
    repoRemove: (id) => call(operatorRoutes.repoRemove, { params: { id } }),
    runToken: (id, payload) => call(operatorRoutes.runToken, { params: { id }, payload }),
    secretList: (id) => call(operatorRoutes.secretList, { params: { id } }),
    secretPut: (id, name, payload) => call(operatorRoutes.secretPut, { params: { id, name }, payload }),
    secretRemove: (id, name) => call(operatorRoutes.secretRemove, { params: { id, name } })
  }
}
