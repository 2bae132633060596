import { execFile } from "node:child_process"
import { mkdtemp, rm, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { onTestFinished } from "vitest"

export const root = resolve(import.meta.dirname, "../..")
export const dist = join(root, "dist")

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end, whatever that is; the environment is only what is given and PATH. */
export const run = (
  program: string,
  args: ReadonlyArray<string>,
  options: { readonly cwd?: string; readonly env?: Record<string, string> } = {}
): Promise<Ended> =>
  new Promise((done) => {
    const env = { PATH: process.env["PATH"], HOME: tmpdir(), ...options.env }
    execFile(program, args, { cwd: options.cwd ?? root, env }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code ?? 70), stdout, stderr })
    )
  })

export const tool = (name: string): string => join(root, "node_modules/.bin", name)

/** An empty project with our packages, gone after the test. */
export const project = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "house-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await symlink(join(root, "node_modules"), join(folder, "node_modules"))
  return folder
}
