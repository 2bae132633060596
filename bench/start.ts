import { spawn, spawnSync } from "node:child_process"
import { createServer } from "node:http"
import { fileURLToPath } from "node:url"
import { median, type Report } from "./report.js"

const labctl = fileURLToPath(new URL("../dist/labctl.cjs", import.meta.url))
const rounds = 25

interface Contestant {
  readonly name: string
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
}

const report = JSON.stringify({
  state: "success",
  checks: Array.from({ length: 12 }, (_, i) => ({
    name: `job ${i}`,
    state: "success",
    rawState: "success",
    summary: "",
    url: ""
  }))
})

/** Milliseconds from spawn to exit. */
const timed = ({ command, args, env }: Contestant): Promise<number> =>
  new Promise((done) => {
    const started = process.hrtime.bigint()
    spawn(command, args, { stdio: "ignore", env: { ...process.env, ...env } }).once("close", () =>
      done(Number(process.hrtime.bigint() - started) / 1e6)
    )
  })

/** Cold starts, interleaved so that a busy machine slows all alike; the file cache is warm. */
export const start = async (): Promise<Report> => {
  const server = createServer((_, response) => response.setHeader("content-type", "application/json").end(report))
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const lab = { LAB_URL: `http://127.0.0.1:${port}`, LAB_TOKEN: "lab_run_bench" }
  const gh = spawnSync("gh", ["--version"]).status === 0
  const contestants: ReadonlyArray<Contestant> = [
    { name: "node -e 0", command: process.execPath, args: ["-e", "0"] },
    { name: "labctl --version", command: process.execPath, args: [labctl, "--version"] },
    {
      name: "labctl pr checks, local server",
      command: process.execPath,
      args: [labctl, "pr", "checks", "7"],
      env: lab
    },
    ...(gh ? [{ name: "gh --version", command: "gh", args: ["--version"] }] : [])
  ]
  const times = contestants.map((): Array<number> => [])
  for (let round = -2; round < rounds; round++) {
    for (const [i, contestant] of contestants.entries()) {
      const ms = await timed(contestant)
      if (round >= 0) times[i]?.push(ms)
    }
  }
  server.close()
  const base = times[0] ?? []
  return {
    title: `Cold start, ${rounds} interleaved rounds, node ${process.version}`,
    rows: contestants.map(({ name }, i) => {
      const own = times[i] ?? []
      return {
        command: name,
        "median ms": median(own),
        "min ms": Math.min(...own),
        "x node -e 0": median(own) / median(base),
        "x of minima": Math.min(...own) / Math.min(...base)
      }
    }),
    ...(gh ? {} : { notes: ["gh is not installed here, so its row is missing."] })
  }
}
