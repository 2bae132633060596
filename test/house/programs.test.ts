import { constants, existsSync } from "node:fs"
import { access, readFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { root } from "./run.js"

const { bin }: { bin: Readonly<Record<string, string>> } = JSON.parse(
  await readFile(join(root, "package.json"), "utf8")
)
const written = Object.entries(bin).filter(([name]) => existsSync(join(root, "src/bin", `${name}.ts`)))

describe.each(written)("the program %s", (_, file) => {
  it("is built where the package promises it, ready to be started", async () => {
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
