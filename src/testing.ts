/**
 * What other developers compose our programs with in their own tests: the sandbox forge, a server over a throw-away state, and every service
 * with its test Layer (`AgentSurface.test`, `Tracker.test`, `Transport.test`, `Output.test`, …).
 */
export * from "./index.js"
export type { CheckRunRow, CiRows, CiStep, StatusRow } from "./programs/sandbox/ci.js"
export type { Fault } from "./programs/sandbox/faults.js"
export { type Endpoint, make as makeSandbox, type Sandbox, type SandboxOptions } from "./programs/sandbox/sandbox.js"
export type { World } from "./programs/sandbox/world.js"
export { served, services } from "./programs/serve.js"
export { localOperator } from "./services/operator-surface/local.js"
export { Store, Stores } from "./services/store/store.js"
