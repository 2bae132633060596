import { join } from "node:path"
import { Context, Effect, Layer } from "effect"
import { Git } from "../../../src/services/git.js"
import { ChangeRequests } from "../../../src/services/store/change-requests.js"
import { Repositories } from "../../../src/services/store/repositories.js"
import { Settings } from "../../../src/services/store/settings.js"
import { Store } from "../../../src/services/store/store.js"
import { builtinTracker } from "../../../src/services/tracker/builtin/builtin.js"
import { Merges } from "../../../src/services/tracker/builtin/merges.js"
import { makeRemote } from "../../support/git.js"
import { temporary } from "../store/databases.js"
import { builtin } from "../store/samples.js"

/** A real remote, a real SQLite file, and the tracker over both. */
export const setUp = Effect.gen(function* () {
  const directory = yield* temporary
  const remote = makeRemote(directory)
  const store = Layer.provideMerge(
    Layer.mergeAll(ChangeRequests.layer, Repositories.layer, Settings.layer),
    Store.sqlite(join(directory, "lab.db"))
  )
  const layer = Layer.provideMerge(Merges.layer, Layer.merge(store, Git.layer(join(directory, "data"))))
  const context = yield* Layer.build(layer)
  const repository = yield* Context.get(context, Repositories).add(builtin("repo", remote.url))
  const tracker = yield* Effect.provide(builtinTracker(repository), context)
  const settings = Context.get(context, Settings)
  yield* settings.set("git_author_name", "Ada Lovelace")
  yield* settings.set("git_author_email", "ada@example.com")
  const open = (head: string, body = "") => tracker.createPull({ title: `about ${head}`, body, head, base: "main" })
  return { directory, remote, repository, requests: Context.get(context, ChangeRequests), settings, tracker, open }
})

/** An error as its tag and its sentence. */
export const words = (error: { readonly _tag: string; readonly message: string }) => `${error._tag}: ${error.message}`
