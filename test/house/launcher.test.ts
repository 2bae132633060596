import { copyFile, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { project, root, run } from "./run.js"

/** A built program of two lines, its bundle and the code cache made of it, as the build lays them out. */
const built = async (says: string): Promise<string> => {
  const folder = await project()
  const launcher = await readFile(join(root, "scripts/build/launcher.cjs"), "utf8")
  await writeFile(join(folder, "tiny.cjs"), launcher.replaceAll("PROGRAM", "tiny"))
  const id = says.repeat(24).slice(0, 24)
  const bundle = join(folder, "tiny.bundle.cjs")
  await writeFile(bundle, `const say=()=>console.log("${says}");say();\n//${id}`)
  const code = join(folder, "code")
  await run(process.execPath, [join(root, "scripts/make-cache.cjs"), bundle, code])
  await writeFile(join(folder, "tiny.cache"), Buffer.concat([await readFile(code), Buffer.from(id)]))
  return folder
}

const said = async (folder: string) => (await run(process.execPath, [join(folder, "tiny.cjs")])).stdout.trim()

describe("the launcher", () => {
  it("runs a program from its code cache", async () => {
    assert.strictEqual(await said(await built("a")), "a")
  })

  it("does not run the code of another bundle of the same length", async () => {
    const [one, other] = [await built("a"), await built("b")]
    await copyFile(join(other, "tiny.cache"), join(one, "tiny.cache"))
    assert.strictEqual(await said(one), "a")
  })

  it.each([
    ["missing", (_: Buffer) => undefined],
    ["empty", (_: Buffer) => Buffer.alloc(0)],
    ["cut short", (cache: Buffer) => Buffer.concat([cache.subarray(0, 200), cache.subarray(-24)])],
    ["of another V8", (cache: Buffer) => Buffer.concat([cache.subarray(0, 4), Buffer.alloc(4), cache.subarray(8)])]
  ])("compiles the source when the cache is %s", async (_, spoil) => {
    const folder = await built("a")
    const file = join(folder, "tiny.cache")
    const spoilt = spoil(await readFile(file))
    await (spoilt === undefined ? rm(file) : writeFile(file, spoilt))
    assert.strictEqual(await said(folder), "a")
  })
})
