/** The library: src/ file by file with its types, for programs that compose ours. Types were checked elsewhere. */

import { execFile } from "node:child_process"
import { readFile, rename, rm, writeFile } from "node:fs/promises"
import { resolve } from "node:path"
import { transform } from "esbuild"
import { version } from "./settings.mjs"

export const buildLibrary = async ({ dist, root }) => {
  const draft = resolve(dist, `lib.${process.pid}`)
  const tsc = resolve(import.meta.dirname, "../../node_modules/typescript/bin/tsc")
  await new Promise((done, fail) =>
    execFile(process.execPath, [tsc, "-p", `${root}/tsconfig.build.json`, "--outDir", draft], (error, stdout) =>
      error === null ? done() : fail(new Error(`tsc: ${stdout}${error.message}`))
    )
  )
  const file = resolve(draft, "core/version.js")
  const { code } = await transform(await readFile(file, "utf8"), {
    format: "esm",
    minifySyntax: true,
    define: await version(root)
  })
  await writeFile(file, code)
  await rm(resolve(dist, "lib"), { recursive: true, force: true })
  await rename(draft, resolve(dist, "lib"))
}
