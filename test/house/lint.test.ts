import { cp, mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { project, root, run, tool } from "./run.js"

const forbidden = [
  'export const a = () => { throw new Error("x") }',
  "export const a = () => setTimeout(() => 1, 2)",
  "export const a = () => globalThis.setInterval(() => 1, 2)",
  "export const a = setTimeout",
  'import { setTimeout as wait } from "node:timers/promises"; export const a = () => wait(1)',
  "export const a = () => Date.now()",
  "export const a = Date.now",
  "export const a = () => new Date()",
  "export const a = () => new Date",
  "export const a = () => performance.now()",
  "export const a = () => process.hrtime.bigint()",
  "export const a = () => Math.random()",
  "export const a = (x: unknown) => x as unknown as string",
  "export const a = (x: any) => x",
  "export const a = (x?: string) => x!.length",
  "export const a = () => console.log(1)",
  "export default 1",
  'import { Effect } from "effect/Effect"; export type A = Effect<number>'
]

const allowed = [
  "export const a = (at: string) => new Date(at)",
  "export const a = (socket: { setTimeout: (ms: number) => void }) => socket.setTimeout(1)",
  'export const a = (env: Record<string, string>) => env["X"]',
  "export const a = [1, 2] as const"
]

/** How many complaints each of these files draws when it lies in src/core. */
const complaints = async (sources: ReadonlyArray<string>): Promise<ReadonlyArray<number>> => {
  const folder = await project()
  const core = join(folder, "src/core")
  await mkdir(core, { recursive: true })
  await cp(join(root, "biome.json"), join(folder, "biome.json"))
  await cp(join(root, ".gitignore"), join(folder, ".gitignore"))
  await cp(join(root, "scripts/lint"), join(folder, "scripts/lint"), { recursive: true })
  await Promise.all(sources.map((source, index) => writeFile(join(core, `row-${index}.ts`), `${source}\n`)))
  const args = ["lint", "--reporter=json", "--max-diagnostics=none", "src"]
  const { stdout } = await run(tool("biome"), args, { cwd: folder })
  const said: { diagnostics: ReadonlyArray<{ location: { path: string } }> } = JSON.parse(stdout)
  return sources.map(
    (_, row) => said.diagnostics.filter(({ location }) => location.path.endsWith(`/row-${row}.ts`)).length
  )
}

it("lint refuses in src what hides a failure, a clock or a missing decode", async () => {
  const found = await complaints(forbidden)
  assert.deepStrictEqual(
    forbidden.filter((_, row) => found[row] === 0),
    []
  )
})

it("lint lets pass what only looks like it", async () => {
  const found = await complaints(allowed)
  assert.deepStrictEqual(
    allowed.filter((_, row) => found[row] !== 0),
    []
  )
})
