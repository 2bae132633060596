import type { ToolLog } from "./tool-log.js"
import { buildTools } from "./tools-of-builds.js"
import { systemTools } from "./tools-of-systems.js"
import { testTools } from "./tools-of-tests.js"

export const toolLogs: ReadonlyArray<ToolLog> = [...testTools, ...buildTools, ...systemTools]
