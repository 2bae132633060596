/** The library: src/ file by file with its types, for programs that compose ours. Types were checked elsewhere. */

import { execFile } from "node:child_process"
import { readFile, rename, rm, writeFile } from "node:fs/promises"
import { resolve } from "node:path"
import { transform } from "esbuild"
import { version } from "./settings.mjs"

export const buildLibrary = async ({ dist, root }) => {
  const draft = resolve(dist, `lib.${process.pid}`)
  try {
    await emit(root, draft)
    await stamp(root, resolve(draft, "core/version.js"))
    await rm(resolve(dist, "lib"), { recursive: true, force: true })
    await rename(draft, resolve(dist, "lib"))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

const tsc = resolve(import.meta.dirname, "../../node_modules/typescript/bin/tsc")

const emit = (root, folder) =>
  new Promise((done, fail) =>
    execFile(process.execPath, [tsc, "-p", `${root}/tsconfig.build.json`, "--outDir", folder], (error, stdout) =>
      error === null ? done() : fail(new Error(`tsc: ${stdout}${error.message}`))
    )
  )

/** Writes the version into the one module that asks for it, as the bundler does for the programs. */
const stamp = async (root, file) => {
  const settings = { format: "esm", minifySyntax: true, define: await version(root) }
  const { code } = await transform(await readFile(file, "utf8"), settings)
  await writeFile(file, code)
}
