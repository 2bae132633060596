/** `lab`, which starts rarely and runs long: one ES module, and chunks for what only some verbs need. */

import { mkdir, readdir, rm } from "node:fs/promises"
import { basename, dirname, resolve } from "node:path"
import { build } from "esbuild"
import { common, keepMeta, kilobytes, put } from "./settings.mjs"

/** Packages inside are CommonJS and call require, which an ES module lacks. No minified name is this long. */
const banner =
  'import{createRequire as labCreateRequire}from"node:module";const require=labCreateRequire(import.meta.url);'

export const buildServer = async ({ name, source, dist, root }) => {
  const chunks = resolve(dist, "chunks")
  await mkdir(chunks, { recursive: true })
  const result = await build({
    ...(await common(root)),
    entryPoints: { [name]: source },
    outdir: dist,
    format: "esm",
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    banner: { js: banner },
    external: ["better-sqlite3", "pg-native", "@parcel/watcher", "msgpackr-extract"]
  })
  const isChunk = (file) => dirname(file.path) === chunks
  const entry = result.outputFiles.find((file) => !isChunk(file))
  const parts = result.outputFiles.filter(isChunk)
  const stale = new Set(await readdir(chunks))
  for (const part of parts) {
    stale.delete(basename(part.path))
    await put(part.path, part.contents)
  }
  await put(entry.path, `#!/usr/bin/env node\n${entry.text}`, 0o755)
  for (const file of stale) await rm(resolve(chunks, file))
  await keepMeta(dist, name, result)
  const size = result.outputFiles.reduce((sum, file) => sum + file.contents.length, 0)
  return `${kilobytes(size)} in ${parts.length + 1} files`
}
