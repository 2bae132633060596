import type { ErrUsage } from "../../core/errors.js"
import type { AgentSurface, SurfaceError } from "../../services/agent-surface/surface.js"
import type { Output } from "../../services/output.js"
import type { Verb } from "../verb.js"
import { checksVerb } from "./checks.js"
import { logsVerb } from "./logs.js"
import { pullVerbs } from "./pulls.js"
import { secretVerbs } from "./secrets.js"
import { watchVerb } from "./watch.js"

export type LabctlVerb = Verb<SurfaceError | ErrUsage, AgentSurface | Output>

export const watch = watchVerb("labctl pr watch")

export const verbs: ReadonlyArray<LabctlVerb> = [...pullVerbs, checksVerb, logsVerb, watch, ...secretVerbs]
