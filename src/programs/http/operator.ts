import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as Effect from "effect/Effect"
import { NewRepository, NewRunToken, RepositoryPatch } from "../../core/operator-api.js"
import { PutSecret } from "../../core/operator-secret-api.js"
import { localOperator } from "../../services/operator-surface/local.js"
import { LabApi } from "./api.js"
import { jsonBody } from "./body.js"

export const OperatorHandlers = HttpApiBuilder.group(LabApi, "operator", (handlers) =>
  Effect.map(localOperator, (operator) =>
    handlers
      .handle("repoList", () => operator.repoList)
      .handleRaw("repoAdd", () => Effect.flatMap(jsonBody(NewRepository), operator.repoAdd))
      .handle("repoShow", ({ path }) => operator.repoShow(path.id))
      .handleRaw("repoSet", ({ path }) =>
        Effect.flatMap(jsonBody(RepositoryPatch, { strict: true }), (patch) => operator.repoSet(path.id, patch))
      )
      .handle("repoRemove", ({ path }) => operator.repoRemove(path.id))
      .handleRaw("runToken", ({ path }) =>
        Effect.flatMap(jsonBody(NewRunToken, { absent: {} }), (asked) => operator.runToken(path.id, asked))
      )
      .handle("secretList", ({ path }) => operator.secretList(path.id))
      .handleRaw("secretPut", ({ path }) =>
        Effect.flatMap(jsonBody(PutSecret), (secret) => operator.secretPut(path.id, path.name, secret))
      )
      .handle("secretRemove", ({ path }) => operator.secretRemove(path.id, path.name))
  )
)
