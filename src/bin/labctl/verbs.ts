import type { AgentSurface, SurfaceError } from "../../services/agent-surface/surface.js"
import type { Output } from "../../services/output.js"
import type { Verb } from "../verb.js"
import { checksVerb } from "./checks.js"
import { logsVerb } from "./logs.js"
import { pullVerbs } from "./pulls.js"
import { secretVerbs } from "./secrets.js"

export type LabctlVerb = Verb<SurfaceError, AgentSurface | Output>

export const verbs: ReadonlyArray<LabctlVerb> = [...pullVerbs, checksVerb, logsVerb, ...secretVerbs]
