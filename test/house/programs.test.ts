import { constants, existsSync } from "node:fs"
import { access, readdir, readFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { root } from "./run.js"

const sources = existsSync(join(root, "src/bin"))
  ? (await readdir(join(root, "src/bin"))).map((file) => basename(file, ".ts"))
  : []
const { bin }: { bin: Readonly<Record<string, string>> } = JSON.parse(
  await readFile(join(root, "package.json"), "utf8")
)

describe.each(sources)("the program %s", (name) => {
  it("is promised by the package, built and ready to be started", async () => {
    const file = bin[name]
    assert(file !== undefined, `package.json has no bin ${name}`)
    await access(join(root, file), constants.X_OK)
    assert.match(await readFile(join(root, file), "utf8"), /^#!\/usr\/bin\/env node\n/)
  })
})

it("the library is built, with its types and the version of the package", async () => {
  const library: { version: string } = await import(join(root, "dist/lib/index.js"))
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"))
  assert.strictEqual(library.version, version)
  await access(join(root, "dist/lib/index.d.ts"))
  await access(join(root, "dist/lib/testing.d.ts"))
})
