import * as Layer from "effect/Layer"
import { type DirectOptions, directSurface } from "../../services/agent-surface/direct.js"
import { GhToken } from "../../services/gh-token.js"
import { HostProbe } from "../../services/host-probe.js"
import { GhTransport } from "../../services/transport/gh.js"
import { Transport } from "../../services/transport/transport.js"
import { WorkingCopy } from "../../services/working-copy.js"

/** The verbs on the forge itself, over the real world. */
export const direct = (options: DirectOptions) =>
  directSurface(options).pipe(
    Layer.provide([Transport.layer, GhTransport.layer, WorkingCopy.layer, GhToken.layer, HostProbe.layer])
  )
