import { cp, mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { assert, it } from "@effect/vitest"
import { project, root, run, tool } from "./run.js"

/** A file, the one import in it, and the rule that must refuse it. */
const refused: ReadonlyArray<readonly [file: string, imported: string, rule: string]> = [
  ["src/core/a.ts", "../services/leaf.js", "core-looks-down"],
  ["src/core/b.ts", "../programs/leaf.js", "core-looks-down"],
  ["src/core/c.ts", "../bin/leaf.js", "core-looks-down"],
  ["src/core/d.ts", "node:fs", "core-is-pure"],
  ["src/core/e.ts", "@effect/platform/HttpClient", "core-is-pure"],
  ["src/services/a.ts", "../programs/leaf.js", "services-looks-down"],
  ["src/services/b.ts", "../bin/leaf.js", "services-looks-down"],
  ["src/programs/a.ts", "../bin/leaf.js", "programs-looks-down"],
  ["src/programs/b.ts", "../../test/leaf.js", "src-stands-alone"],
  ["src/programs/c.ts", "../../bench/leaf.js", "src-stands-alone"],
  ["src/services/c.ts", "effect", "no-barrel"],
  ["src/services/d.ts", "@effect/platform", "no-barrel"],
  ["src/services/e.ts", "@effect/platform-node", "no-barrel"],
  ["src/services/f.ts", "@effect/sql", "no-barrel"],
  ["src/services/g.ts", "esbuild", "no-dev-dependency"],
  ["src/services/h.ts", "./nowhere.js", "resolvable"],
  ["src/services/i.ts", "./j.js", "no-cycle"]
]

const fine: ReadonlyArray<readonly [file: string, imported: string]> = [
  ["src/bin/z.ts", "../programs/leaf.js"],
  ["src/programs/z.ts", "../services/leaf.js"],
  ["src/services/z.ts", "node:fs"],
  ["src/services/y.ts", "@effect/platform/HttpClient"],
  ["src/core/z.ts", "effect/Schema"],
  ["src/services/j.ts", "./i.js"]
]

it("every import that leaves the house's order is refused, under the rule that says why", async () => {
  const folder = await project()
  const put = async (file: string, text: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  for (const leaf of ["src/core", "src/services", "src/programs", "src/bin", "test", "bench"]) {
    await put(`${leaf}/leaf.ts`, "export const leaf = 1\n")
  }
  for (const [file, imported] of [...refused, ...fine]) {
    await put(file, `import * as it from "${imported}"\nexport const used = it\n`)
  }
  for (const file of [".dependency-cruiser.cjs", "package.json", "tsconfig.json"]) {
    await cp(join(root, file), join(folder, file))
  }

  const args = ["--config", ".dependency-cruiser.cjs", "--output-type", "json", "src"]
  const { stdout } = await run(tool("depcruise"), args, { cwd: folder })
  const report: { summary: { violations: ReadonlyArray<{ from: string; rule: { name: string } }> } } =
    JSON.parse(stdout)
  const found = report.summary.violations.map(({ from, rule }) => `${from} ${rule.name}`)

  assert.deepStrictEqual([...new Set(found)].sort(), refused.map(([file, , rule]) => `${file} ${rule}`).sort())
})
