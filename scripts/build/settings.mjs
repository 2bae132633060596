import { readFile, rename, writeFile } from "node:fs/promises"
import { resolve } from "node:path"

/** What every bundle has in common: one program for node 20, its version written in, nothing for other readers. */
export const common = async (root) => ({
  absWorkingDir: root,
  bundle: true,
  write: false,
  metafile: true,
  minify: true,
  // Node shows the line that an uncaught error came from: it must not be the whole program.
  lineLimit: 160,
  platform: "node",
  target: "node20",
  charset: "ascii",
  legalComments: "none",
  logLevel: "warning",
  define: await version(root)
})

/** The constant that src/core/version.ts looks for. */
export const version = async (root) => ({
  LAB_VERSION: JSON.stringify(JSON.parse(await readFile(resolve(root, "package.json"), "utf8")).version)
})

/** Writes a file whole or not at all, so that a program started during a build never reads half of one. */
export const put = async (file, content, mode = 0o644) => {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, content, { mode })
  await rename(draft, file)
}

/** Keeps the list of what went into a bundle, for the tests and for whoever asks why it grew. */
export const keepMeta = (dist, name, { metafile }) =>
  put(resolve(dist, "meta", `${name}.json`), JSON.stringify(metafile))

export const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`
