import type { ForgeClient } from "../transport/forge-client.js"
import { forgejoTracker } from "./forgejo/forgejo.js"
import { githubTracker } from "./github/github.js"
import type { TrackerService } from "./tracker.js"

/** The backend that speaks the client's dialect. */
export const forgeTracker = (client: ForgeClient): TrackerService =>
  client.forge.flavor === "github" ? githubTracker(client) : forgejoTracker(client)
