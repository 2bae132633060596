import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as HttpApiSecurity from "@effect/platform/HttpApiSecurity"
import * as Schema from "effect/Schema"
import { NewRepository, NewRunToken, operatorPrefix, operatorRoutes, RepositoryPatch } from "../../core/operator-api.js"
import { PutSecret } from "../../core/operator-secret-api.js"
import { wireErrors } from "../wire-errors.js"

/** `Authorization: Bearer lab_pat_…` */
export class OperatorAuth extends HttpApiMiddleware.Tag<OperatorAuth>()("lab/OperatorAuth", {
  failure: Schema.Union(wireErrors.unauthorized, wireErrors.store),
  security: { personalToken: HttpApiSecurity.bearer }
}) {}

const RepositoryPath = Schema.Struct({ id: Schema.NonEmptyString })

const SecretPath = Schema.Struct({ ...RepositoryPath.fields, name: Schema.NonEmptyString })

const { repoAdd, repoList, repoRemove, repoSet, repoShow, runToken, secretList, secretPut, secretRemove } =
  operatorRoutes

/**
 * The operator's verbs over HTTP.
 *
 * @public named in the declarations of whoever composes it
 */
export class OperatorGroup extends HttpApiGroup.make("operator")
  .add(HttpApiEndpoint.get("repoList", repoList.path).addSuccess(repoList.success))
  .add(
    HttpApiEndpoint.post("repoAdd", repoAdd.path).setPayload(NewRepository).addSuccess(repoAdd.success, { status: 201 })
  )
  .add(HttpApiEndpoint.get("repoShow", repoShow.path).setPath(RepositoryPath).addSuccess(repoShow.success))
  .add(
    HttpApiEndpoint.patch("repoSet", repoSet.path)
      .setPath(RepositoryPath)
      .setPayload(RepositoryPatch)
      .addSuccess(repoSet.success)
  )
  .add(HttpApiEndpoint.del("repoRemove", repoRemove.path).setPath(RepositoryPath).addSuccess(repoRemove.success))
  .add(
    HttpApiEndpoint.post("runToken", runToken.path)
      .setPath(RepositoryPath)
      .setPayload(NewRunToken)
      .addSuccess(runToken.success, { status: 201 })
  )
  .add(HttpApiEndpoint.get("secretList", secretList.path).setPath(RepositoryPath).addSuccess(secretList.success))
  .add(
    HttpApiEndpoint.put("secretPut", secretPut.path)
      .setPath(SecretPath)
      .setPayload(PutSecret)
      .addSuccess(secretPut.success)
  )
  .add(HttpApiEndpoint.del("secretRemove", secretRemove.path).setPath(SecretPath).addSuccess(secretRemove.success))
  .addError(wireErrors.invalidBody)
  .addError(wireErrors.notFound)
  .addError(wireErrors.conflict)
  .addError(wireErrors.trackerConfig)
  .addError(wireErrors.store)
  .addError(wireErrors.vault)
  .middleware(OperatorAuth)
  .prefix(operatorPrefix) {}

export class OperatorApi extends HttpApi.make("lab-operator").add(OperatorGroup) {}
