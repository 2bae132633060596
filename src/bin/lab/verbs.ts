import type { AgentError } from "../../core/agent-errors.js"
import type { ErrLabServer, ErrUsage } from "../../core/errors.js"
import type { Output } from "../../services/output.js"
import type { Verb } from "../verb.js"
import { demoVerb } from "./demo.js"
import { repoVerbs } from "./repos.js"
import { secretVerbs } from "./secrets.js"
import { serveVerb } from "./serve.js"
import { tokenVerbs } from "./tokens.js"

export type LabVerb = Verb<AgentError | ErrLabServer | ErrUsage, Output>

export const verbs: ReadonlyArray<LabVerb> = [serveVerb, demoVerb, ...repoVerbs, ...secretVerbs, ...tokenVerbs]
