import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as Effect from "effect/Effect"
import { localOperator } from "../../services/operator-surface/local.js"
import { LabApi } from "./api.js"

export const OperatorHandlers = HttpApiBuilder.group(LabApi, "operator", (handlers) =>
  Effect.map(localOperator, (operator) =>
    handlers
      .handle("repoList", () => operator.repoList)
      .handle("repoAdd", ({ payload }) => operator.repoAdd(payload))
      .handle("repoShow", ({ path }) => operator.repoShow(path.id))
      .handle("repoSet", ({ path, payload }) => operator.repoSet(path.id, payload))
      .handle("repoRemove", ({ path }) => operator.repoRemove(path.id))
      .handle("runToken", ({ path, payload }) => operator.runToken(path.id, payload))
  )
)
