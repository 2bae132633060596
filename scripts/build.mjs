/**
 * `npm run build`: the programs and the library, side by side, into dist/.
 *
 * --programs  leaves the library out
 * --quiet     says only what went wrong
 */
import { existsSync } from "node:fs"
import { mkdir } from "node:fs/promises"
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { buildFast } from "./build/fast-program.mjs"
import { buildLibrary } from "./build/library.mjs"
import { buildServer } from "./build/server.mjs"

const { values } = parseArgs({
  options: {
    programs: { type: "boolean", default: false },
    quiet: { type: "boolean", default: false },
    root: { type: "string", default: resolve(import.meta.dirname, "..") }
  }
})

const say = (line) => values.quiet || console.log(line)
const dist = resolve(values.root, "dist")
await mkdir(resolve(dist, "meta"), { recursive: true })

/** One artefact: its source, so that a program that is not written yet is left out, and what makes it. */
const artefacts = [
  ["labctl", "src/bin/labctl.ts", buildFast],
  ["pull-request-watch-for-agents", "src/bin/pull-request-watch-for-agents.ts", buildFast],
  ["lab", "src/bin/lab.ts", buildServer],
  ...(values.programs ? [] : [["lib", "src/index.ts", buildLibrary]])
]

const make = async ([name, source, build]) => {
  if (!existsSync(resolve(values.root, source))) return say(`${name} left out: there is no ${source}`)
  const started = performance.now()
  const made = await build({ name, source, dist, root: values.root })
  say(`${name} ${((performance.now() - started) / 1000).toFixed(1)} s${made === undefined ? "" : `, ${made}`}`)
}

const outcomes = await Promise.allSettled(artefacts.map(make))
for (const { reason } of outcomes.filter(({ status }) => status === "rejected")) {
  console.error(reason instanceof Error ? reason.message : reason)
  process.exitCode = 1
}
