/**
 * A program that an agent starts hundreds of times: one minified CommonJS file, beside it the code V8 made of that file
 * while it ran once, and a few lines that load both (docs/decisions/0002-bundler.md).
 */

import { createHash } from "node:crypto"
import { readFile, rm } from "node:fs/promises"
import { resolve } from "node:path"
import { build } from "esbuild"
import { common, keepMeta, kilobytes, put } from "./settings.mjs"
import { warmUp } from "./warm-up.mjs"

const launcher = resolve(import.meta.dirname, "launcher.cjs")

/** Esbuild leaves other letters in a regular expression as they are, where an escape means the same; the launcher reads bytes. */
const ascii = (text) =>
  text.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)

export const buildFast = async ({ name, source, dist, root }) => {
  const result = await build({
    ...(await common(root)),
    entryPoints: [source],
    outfile: resolve(dist, `${name}.bundle.cjs`),
    format: "cjs",
    // A script compiled by node:vm has no import(); what is loaded on demand is in the bundle, and node's own is required.
    supported: { "dynamic-import": false }
  })
  const [bundled] = result.outputFiles
  const text = ascii(bundled.text)
  const id = createHash("sha256").update(text).digest("hex").slice(0, 24)
  const bundle = `${text}//${id}`
  const cache = resolve(dist, `${name}.cache`)

  await rm(cache, { force: true })
  await put(bundled.path, bundle)
  await put(resolve(dist, `${name}.cjs`), (await readFile(launcher, "utf8")).replaceAll("PROGRAM", name), 0o755)
  await keepMeta(dist, name, result)
  const code = await warmUp(name, bundled.path)
  await put(cache, Buffer.concat([code, Buffer.from(id, "latin1")]))
  return `bundle ${kilobytes(bundle.length)}, code cache ${kilobytes(code.length)}`
}
