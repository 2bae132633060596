import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

/** The call each program is made for, and what a lab server answers to it. */
const calls = {
  labctl: {
    argv: ["pr", "checks", "1"],
    path: "/agent/v1/prs/1/checks",
    answer: {
      state: "success",
      checks: [{ name: "build", state: "success", rawState: "success", summary: "ok", url: "http://127.0.0.1/1" }]
    }
  },
  "pull-request-watch-for-agents": {
    argv: ["1"],
    path: "/agent/v1/prs/1",
    answer: {
      number: 1,
      title: "one",
      body: "",
      state: "merged",
      head: "one",
      url: "http://127.0.0.1/1",
      reviews: [],
      comments: []
    }
  }
}

/**
 * Runs a bundle once for real, in a process and a home of its own against a server on loopback, and resolves to V8's code
 * of every function that ran: those are the ones the next start will not have to compile.
 */
export const warmUp = async (name, bundle) => {
  const { argv, path, answer } = calls[name]
  const server = createServer(({ url }, response) => {
    const known = new URL(url, "http://loopback").pathname === path
    response.writeHead(known ? 200 : 404, { "content-type": "application/json" })
    response.end(JSON.stringify(known ? answer : { error: "not found", code: "ErrNotFound" }))
  })
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening))
  const home = await mkdtemp(join(tmpdir(), "lab-warm-up-"))
  const out = join(home, "cache")
  try {
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      LAB_URL: `http://127.0.0.1:${server.address().port}`,
      LAB_TOKEN: `lab_run_${"A".repeat(43)}`
    }
    const make = resolve(import.meta.dirname, "../make-cache.cjs")
    const said = await run([make, bundle, out, ...argv], { cwd: home, env, timeout: 30_000 })
    return await readFile(out).catch(() =>
      Promise.reject(new Error(`${name} ran for its code cache but left none: ${said}`))
    )
  } finally {
    server.closeAllConnections()
    server.close()
    await rm(home, { recursive: true, force: true })
  }
}

/** Whatever the exit code: a program that ends in an error has still run. */
const run = (args, options) =>
  new Promise((done) => execFile(process.execPath, args, options, (_, stdout, stderr) => done(`${stdout}${stderr}`)))
