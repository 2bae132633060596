import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { project, root, run, tool } from "./run.js"

const closing = async (files: Readonly<Record<string, string>>): Promise<string | undefined> => {
  const folder = await project()
  await mkdir(join(folder, "test"))
  for (const [name, body] of Object.entries(files)) {
    await writeFile(join(folder, "test", name), `import { it } from "vitest"\n${body}\n`)
  }
  const reporter = join(root, "scripts/vitest-closing-line.mjs")
  const args = ["run", "--root", folder, "--reporter=default", `--reporter=${reporter}`]
  const { stdout } = await run(tool("vitest"), args, { cwd: folder, env: { NO_COLOR: "1" } })
  return stdout.trimEnd().split("\n").at(-1)
}

it("a run of tests closes on the plain count, whatever the default reporter says before", async () => {
  assert.strictEqual(await closing({ "a.test.ts": 'it("one", () => {})\nit("two", () => {})' }), "2 passed, 0 failed")
})

it("the count names what failed, a file that did not load included, and what was left out", async () => {
  assert.strictEqual(
    await closing({
      "a.test.ts": 'it("passes", () => {})\nit("fails", () => { throw new Error("x") })\nit.skip("waits", () => {})',
      "b.test.ts": 'import "./missing.js"'
    }),
    "1 passed, 2 failed, 1 skipped"
  )
})

it("an error outside of every test is counted as a failure", async () => {
  assert.strictEqual(
    await closing({ "a.test.ts": 'it("passes", () => { void Promise.reject(new Error("loose")) })' }),
    "1 passed, 1 failed"
  )
})
