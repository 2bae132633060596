/**
 * `npm run check`: every check of the house, two at a time, the fastest first. A check that passes is one line; one that
 * fails shows what it said, and the others still run. The Effect diagnostics take longer than all others together: they run
 * where nobody waits, on CI, and by `npm run diagnostics`.
 */
import { spawn } from "node:child_process"
import { readFile } from "node:fs/promises"
import { delimiter, resolve } from "node:path"

const root = resolve(import.meta.dirname, "..")
const checks = ["format", "lint", "unused", "imports", "build", "typecheck"]
if (process.env.CI !== undefined) checks.push("diagnostics")

const { scripts } = JSON.parse(await readFile(resolve(root, "package.json"), "utf8"))
const env = { ...process.env, PATH: `${resolve(root, "node_modules/.bin")}${delimiter}${process.env.PATH}` }

const run = async (name) => {
  const started = performance.now()
  const said = []
  const child = spawn(scripts[name], { cwd: root, env, shell: true, stdio: ["ignore", "pipe", "pipe"] })
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => said.push(chunk))
  const code = await new Promise((done) => child.once("close", done))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (code !== 0) process.stdout.write(Buffer.concat(said))
  console.log(`${name} ${code === 0 ? "ok" : "FAILED"} ${seconds} s`)
  return code === 0
}

const lane = async () => {
  for (let name = checks.shift(); name !== undefined; name = checks.shift()) {
    if (!(await run(name))) process.exitCode = 1
  }
}
await Promise.all([lane(), lane()])
