import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { version } from "../../core/version.js"
import { AgentApi } from "../../services/agent-surface/contract.js"
import { OperatorApi } from "../../services/operator-surface/contract.js"
import { describedAsAnswered } from "./openapi.js"

/** Everything that a lab server serves as JSON, described at `/openapi.json`. */
export class LabApi extends HttpApi.make("lab")
  .addHttpApi(AgentApi)
  .addHttpApi(OperatorApi)
  .annotate(OpenApi.Title, "lab")
  .annotate(OpenApi.Version, version)
  .annotate(OpenApi.Transform, describedAsAnswered)
  .annotate(OpenApi.Description, "The agent API (run token) and the operator API (personal access token) of lab.") {}
