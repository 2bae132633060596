import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpApiSecurity from "@effect/platform/HttpApiSecurity"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Context from "effect/Context"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { agentPrefix, agentRoutes, CreatePull, LogQuery, MergePull } from "../../core/agent-api.js"
import type { Repository, Run } from "../../core/repository.js"
import { SecretNames } from "../../core/secret-api.js"
import { wireErrors } from "../wire-errors.js"

/** On whose behalf a request acts: the scope comes from the token's run row, never from the URL (contract 3.1). */
export class CurrentRun extends Context.Tag("lab/CurrentRun")<
  CurrentRun,
  {
    readonly run: Run
    readonly repository: Repository
    /** As it was sent: it is masked in whatever is shown. */
    readonly token: Redacted.Redacted<string>
  }
>() {}

/** `Authorization: Bearer lab_run_…` */
export class RunAuth extends HttpApiMiddleware.Tag<RunAuth>()("lab/RunAuth", {
  failure: Schema.Union(wireErrors.unauthorized, wireErrors.store),
  provides: CurrentRun,
  security: { runToken: HttpApiSecurity.bearer }
}) {}

/** A pull's number in a path; anything else is a path that is not there (contract 3.1). */
const PullPath = Schema.Struct({
  n: Schema.String.pipe(
    Schema.pattern(/^\d{1,15}$/),
    Schema.compose(Schema.NumberFromString),
    Schema.int(),
    Schema.positive()
  )
})

const { pullChecks, pullCreate, pullList, pullLogs, pullMerge, pullSnapshot, pullView } = agentRoutes
const { secretList, secretScan, secretValues } = agentRoutes

/**
 * The agent's verbs over HTTP: what the server serves and the OpenAPI document describes.
 *
 * @public named in the declarations of whoever composes it
 */
export class AgentGroup extends HttpApiGroup.make("agent")
  .add(
    HttpApiEndpoint.post("pullCreate", pullCreate.path)
      .setPayload(CreatePull)
      .addSuccess(pullCreate.success, { status: 201 })
  )
  .add(HttpApiEndpoint.get("pullList", pullList.path).addSuccess(pullList.success))
  .add(HttpApiEndpoint.get("pullView", pullView.path).setPath(PullPath).addSuccess(pullView.success))
  .add(HttpApiEndpoint.get("pullChecks", pullChecks.path).setPath(PullPath).addSuccess(pullChecks.success))
  .add(HttpApiEndpoint.get("pullSnapshot", pullSnapshot.path).setPath(PullPath).addSuccess(pullSnapshot.success))
  .add(
    HttpApiEndpoint.get("pullLogs", pullLogs.path)
      .setPath(PullPath)
      .setUrlParams(LogQuery)
      .addSuccess(HttpApiSchema.Text({ contentType: "text/plain" }))
      .addSuccess(HttpApiSchema.NoContent)
  )
  .add(
    HttpApiEndpoint.post("pullMerge", pullMerge.path)
      .setPath(PullPath)
      .setPayload(MergePull)
      .addSuccess(pullMerge.success)
      // The head is all that the body may hold, so there need be none (contract 3.2).
      .annotate(OpenApi.Transform, (route) => ({ ...route, requestBody: { ...route["requestBody"], required: false } }))
  )
  .add(HttpApiEndpoint.get("secretList", secretList.path).addSuccess(secretList.success))
  .add(HttpApiEndpoint.post("secretValues", secretValues.path).setPayload(SecretNames).addSuccess(secretValues.success))
  .add(
    HttpApiEndpoint.post("secretScan", secretScan.path)
      .addSuccess(secretScan.success)
      .annotate(OpenApi.Transform, (route) => ({
        ...route,
        requestBody: {
          required: true,
          description: "a unified diff as git writes it, at most 256 MiB",
          content: { "text/x-diff": { schema: { type: "string", format: "binary" } } }
        }
      }))
  )
  .addError(wireErrors.invalidBody)
  .addError(wireErrors.notFound)
  .addError(wireErrors.unknownCheck)
  .addError(wireErrors.unknownSecrets)
  .addError(wireErrors.unsupported)
  .addError(wireErrors.mergeRejected)
  .addError(wireErrors.duplicateOpenPull)
  .addError(wireErrors.trackerConfig)
  .addError(wireErrors.conflict)
  .addError(wireErrors.tooLarge)
  .addError(wireErrors.unauthorized)
  .addError(wireErrors.store)
  .addError(wireErrors.vault)
  .addError(wireErrors.git)
  .addError(wireErrors.redactorUnavailable)
  .addError(wireErrors.forge)
  .addError(wireErrors.logAdapterMismatch)
  .addError(wireErrors.logUpstream)
  .addError(wireErrors.rateLimited)
  .middleware(RunAuth)
  .prefix(agentPrefix) {}

export class AgentApi extends HttpApi.make("lab-agent").add(AgentGroup) {}
