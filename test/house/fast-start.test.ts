import { existsSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { wrap } from "node:module"
import { join } from "node:path"
import { Script } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { dist, project, run } from "./run.js"

interface Meta {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >
}

/** The packages that gave the bundle any byte, with their bytes. */
const packages = async (name: string): Promise<ReadonlyMap<string, number>> => {
  const meta: Meta = JSON.parse(await readFile(join(dist, "meta", `${name}.json`), "utf8"))
  const found = new Map<string, number>()
  for (const { inputs } of Object.values(meta.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const owner = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? "ours"
      if (bytesInOutput > 0) found.set(owner, (found.get(owner) ?? 0) + bytesInOutput)
    }
  }
  return found
}

/** A lab server that has one green check to tell; resolves to its address. */
const labServer = async (): Promise<string> => {
  const check = { name: "build", state: "success", rawState: "success", summary: "", url: "http://127.0.0.1/1" }
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" })
    response.end(JSON.stringify({ state: "success", checks: [check] }))
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  onTestFinished(() => void server.close())
  const address = server.address()
  assert(address !== null && typeof address === "object")
  return `http://127.0.0.1:${address.port}`
}

/**
 * Bytes. Effect's runtime, Stream and Schema weigh 230 kB, both forges and their logs, the redactor, the focus and the watch 200 kB; the
 * rest is room for more verbs. 100 kB more cost about 2 ms of a start from the code cache and 20 ms without one. One import of a barrel or of a web
 * client goes far beyond.
 */
const limit = 520_000

describe.each(["labctl", "pull-request-watch-for-agents"])("a fast start of %s", (name) => {
  const bundle = join(dist, `${name}.bundle.cjs`)
  const built = it.skipIf(!existsSync(bundle))

  built("its bundle stays small", async () => {
    assert.isBelow((await readFile(bundle)).length, limit)
  })

  built("nothing of a web client, a database or a configuration format is in its bundle", async () => {
    const found = await packages(name)
    const unwanted = [
      "undici",
      "yaml",
      "toml",
      "better-sqlite3",
      "pg",
      "ws",
      "@effect/cli",
      "@effect/sql",
      "fast-check"
    ]
    assert.deepStrictEqual(
      unwanted.filter((owner) => found.has(owner)),
      []
    )
  })

  built("the bundle is ASCII, so that it may be read as bytes", async () => {
    const bytes = await readFile(bundle)
    assert.isUndefined(bytes.find((byte) => byte > 127))
  })

  built("its code cache is the one of this bundle, and V8 takes it", async () => {
    const source = await readFile(bundle, "latin1")
    const cache = await readFile(join(dist, `${name}.cache`))
    assert.strictEqual(cache.toString("latin1", cache.length - 24), source.slice(-24))
    const script = new Script(wrap(source), { filename: bundle, cachedData: cache.subarray(0, -24) })
    assert.isFalse(script.cachedDataRejected)
  })
})

it.skipIf(!existsSync(join(dist, "labctl.cjs")))(
  "asking a server loads nothing of node that is slow to load",
  async () => {
    const folder = await project()
    const hook = join(folder, "hook.cjs")
    await writeFile(hook, 'process.once("exit", () => console.error(JSON.stringify(process.moduleLoadList)))\n')
    const env = { LAB_URL: await labServer(), LAB_TOKEN: `lab_run_${"A".repeat(43)}` }
    const args = ["--require", hook, join(dist, "labctl.cjs"), "pr", "checks", "1"]
    const { code, stdout, stderr } = await run(process.execPath, args, { cwd: folder, env })
    assert.strictEqual(code, 0, stderr)
    assert.match(stdout, /^state: success\n/)
    const loaded: ReadonlyArray<string> = JSON.parse(stderr.trimEnd().split("\n").at(-1) ?? "[]")
    const slow = [
      "internal/deps/undici/undici",
      "crypto",
      "https",
      "tls",
      "child_process",
      "http2",
      "readline",
      "worker_threads"
    ]
    assert.deepStrictEqual(
      slow.filter((name) => loaded.includes(`NativeModule ${name}`)),
      []
    )
  }
)
