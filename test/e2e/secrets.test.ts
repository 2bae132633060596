import { type ChildProcess, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { dist, project, root } from "../house/run.js"
import { git } from "../support/git.js"

const lab = join(dist, "lab.js")
const labctl = join(dist, "labctl.cjs")
const built = existsSync(lab) && existsSync(labctl)
const value = "tok-5501-tok-5501"
const longValue = "tok-5501-tok-5501_and_more"
const script = (text: string) => [process.execPath, "-e", text]

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface Options {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string | Uint8Array
  /** Is handed the running program. */
  readonly during?: (child: ChildProcess) => void
}

/** Runs one of our programs to its end, as a user would: nothing of this process's environment but PATH. */
const run = (program: string, args: ReadonlyArray<string>, { cwd, env, input, during }: Options = {}) =>
  new Promise<Ended>((done) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: cwd ?? root,
      env: { PATH: process.env["PATH"], HOME: tmpdir(), ...env }
    })
    const said = { stdout: "", stderr: "" }
    child.stdout.on("data", (chunk: Buffer) => {
      said.stdout += chunk.toString("latin1")
    })
    child.stderr.on("data", (chunk: Buffer) => {
      said.stderr += chunk.toString("latin1")
    })
    child.once("close", (code) => done({ code, ...said }))
    child.stdin.end(input)
    during?.(child)
  })

/** A server with the repository `widget` and a run on it. */
const start = async () => {
  const home = await mkdtemp(join(tmpdir(), "lab-e2e-"))
  const data = join(home, "data")
  const pat = await run(lab, ["pat", "create", "--data-dir", data, "--name", "e2e"])
  const server = spawn(process.execPath, [lab, "serve", "--data-dir", data, "--listen", "127.0.0.1:0"], {
    env: { PATH: process.env["PATH"], HOME: home }
  })
  let log = ""
  server.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString()
  })
  const url = await new Promise<string>((listening) =>
    server.stdout.on("data", (chunk: Buffer) => {
      const [, address] = /listening on (\S+)/.exec(chunk.toString()) ?? []
      if (address !== undefined) listening(address)
    })
  )
  const operator = { LAB_URL: url, LAB_PAT: pat.stdout.trim() }
  await run(lab, ["repo", "add", "widget", join(home, "remote.git"), "--forge", "builtin"], { env: operator })
  const token = await run(lab, ["run", "token", "widget"], { env: operator })
  const agent = { LAB_URL: url, LAB_TOKEN: token.stdout.trim() }
  const stop = () => {
    server.kill("SIGTERM")
    return rm(home, { recursive: true, force: true })
  }
  return { data, operator, agent, stop, log: () => log }
}

let world: Awaited<ReturnType<typeof start>>

const put = (name: string, input: string | Uint8Array, ...more: ReadonlyArray<string>) =>
  run(lab, ["secret", "put", "widget", name, ...more], { env: world.operator, input })

const exec = (names: ReadonlyArray<string>, command: ReadonlyArray<string>, options: Options = {}) =>
  run(labctl, ["secret", "exec", ...names, "--", ...command], { ...options, env: { ...world.agent, ...options.env } })

/** A checkout with one commit, and what commits more. */
const checkout = async () => {
  const directory = await project()
  git(directory, "init", "--quiet", "--initial-branch=main")
  const commit = async (name: string, text: string) => {
    await writeFile(join(directory, name), text)
    git(directory, "add", name)
    git(directory, "commit", "--quiet", "--message", "more")
  }
  await commit("notes.txt", "start\n")
  const scan = (...revisions: ReadonlyArray<string>) =>
    run(labctl, ["secret", "scan", ...revisions], { cwd: directory, env: world.agent })
  return { commit, scan }
}

describe.skipIf(!built)("secrets, by the built programs", () => {
  beforeAll(async () => {
    world = await start()
    await put("API", `${value}\n`, "--description", "of the registry")
    await put("API_KEY", longValue)
    await put("KEY_FILE", "first-half-of-it\nsecond-half-of-it\n")
  }, 60_000)
  afterAll(() => world.stop())

  it("put tells what it stored and never the value; list and remove neither", async () => {
    const stored = await put("TEMP", "tmp-9901-tmp-9901\n", "--description", "for now")
    assert.match(stored.stdout, /^TEMP\tfor now\t\d{4}-\S+Z\n$/)
    const list = await run(lab, ["secret", "list", "widget"], { env: world.operator })
    assert.match(list.stdout, /^API\tof the registry\t\S+\nAPI_KEY\t\t\S+\nKEY_FILE\t\t\S+\nTEMP\tfor now\t\S+\n$/)
    const json = await run(lab, ["secret", "list", "widget", "--json"], { env: world.operator })
    assert.lengthOf(JSON.parse(json.stdout).secrets, 4)
    const removed = await run(lab, ["secret", "remove", "widget", "TEMP"], { env: world.operator })
    assert.deepStrictEqual(removed, { code: 0, stdout: "", stderr: "" })
    for (const { stdout, stderr } of [stored, list, json]) assert.notMatch(stdout + stderr, /tmp-9901|tok-5501/)
  })

  it.each([
    ["nothing on stdin", "", 2, /no value/],
    ["a line feed alone", "\n", 2, /the value is empty/],
    ["bytes that are no text", Uint8Array.of(0xff, 0xfe, 0x41), 2, /no UTF-8/],
    ["a value that is too short", "a1b2c", 1, /the value of BAD is shorter than 6 bytes.*force stores it/],
    ["a common value", "localhost", 1, /the value of BAD is a common word/]
  ])("put refuses %s in one line that does not show it", async (_, input, code, words) => {
    const ended = await put("BAD", input)
    assert.deepStrictEqual([ended.code, ended.stdout], [code, ""])
    assert.match(ended.stderr, words)
    assert.match(ended.stderr, /^lab secret put: [^\n]*\n$/)
    assert.notMatch(ended.stderr, /a1b2c|localhost/)
  })

  it("put --force stores what was refused, and it is masked", async () => {
    assert.strictEqual((await put("SHORT", "a1b2c", "--force")).code, 0)
    const { stdout } = await exec(["SHORT"], script("console.log('x' + process.env.SHORT + 'y')"))
    assert.strictEqual(stdout, "x[REDACTED:SHORT]y\n")
    await run(lab, ["secret", "remove", "widget", "SHORT"], { env: world.operator })
  })

  it("2.5 list gives names and descriptions", async () => {
    const { code, stdout } = await run(labctl, ["secret", "list"], { env: world.agent })
    assert.deepStrictEqual([code, stdout], [0, "API\tof the registry\nAPI_KEY\t\nKEY_FILE\t\n"])
  })

  it("G01 a value written byte by byte is masked, on both streams", async () => {
    const bytewise = (fd: number) =>
      `for (const byte of Buffer.from('<' + process.env.API + '>')) require('fs').writeSync(${fd}, Buffer.from([byte]));`
    const ended = await exec(["API"], script(bytewise(1) + bytewise(2)))
    assert.deepStrictEqual(ended, { code: 0, stdout: "<[REDACTED:API]>", stderr: "<[REDACTED:API]>" })
  })

  it("G02 half a value comes out, and the exit code with it", async () => {
    const ended = await exec(["API"], script("process.stdout.write(process.env.API.slice(0, 8)); process.exitCode = 7"))
    assert.deepStrictEqual(ended, { code: 7, stdout: "tok-5501", stderr: "" })
  })

  it("G03 with one name unknown nothing is started", async () => {
    const ended = await exec(["API", "NO_SUCH"], script("console.log('started')"))
    assert.deepStrictEqual(ended, {
      code: 1,
      stdout: "",
      stderr: "labctl secret exec: unknown secret(s): NO_SUCH\n"
    })
  })

  it("G08 of two secrets where one begins the other, each is masked by its own name", async () => {
    const ended = await exec(["API", "API_KEY"], script("console.log(process.env.API, process.env.API_KEY)"))
    assert.strictEqual(ended.stdout, "[REDACTED:API] [REDACTED:API_KEY]\n")
  })

  it("2.5 stdin is the command's, its bytes come out as they are, and the stored value wins over an inherited one", async () => {
    const input = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const echoed = await exec(["API"], ["cat"], { input })
    assert.strictEqual(echoed.stdout, Buffer.from(input).toString("latin1"))
    const text = "console.log(process.env.API.length, process.argv.length, process.env.OTHER)"
    const ended = await exec(["API"], script(text), { env: { API: "inherited", OTHER: "kept" } })
    assert.strictEqual(ended.stdout, `${value.length} 1 kept\n`)
  })

  it("2.5 the value is in no argument and not in the environment of labctl", async () => {
    const text =
      "const fs = require('fs'); for (const f of ['cmdline', 'environ']) console.log(fs.readFileSync('/proc/' + process.ppid + '/' + f, 'latin1').includes(process.env.API))"
    if (!existsSync("/proc/self/environ")) return
    assert.strictEqual((await exec(["API"], script(text))).stdout, "false\nfalse\n")
  })

  it("2.5 a command that ends by a signal is 1", async () => {
    assert.strictEqual(
      (await exec(["API"], script("process.kill(process.pid, 'SIGKILL'); setInterval(() => 0, 1000)"))).code,
      1
    )
  })

  it.each([
    [
      "that is not there",
      ["no-such-command-anywhere"],
      /no-such-command-anywhere could not be started: there is no such command/
    ],
    ["that may not be run", [join(root, "package.json")], /could not be started: it may not be run/]
  ])("2.5 a command %s is 1 with one line", async (_, command, words) => {
    const ended = await exec(["API"], command)
    assert.deepStrictEqual([ended.code, ended.stdout], [1, ""])
    assert.match(ended.stderr, words)
    assert.match(ended.stderr, /^labctl secret exec: [^\n]*\n$/)
  })

  it.each(["SIGTERM", "SIGINT"] as const)(
    "2.5 %s to labctl reaches the command, whose end is waited for",
    async (signal) => {
      const text = `process.on('${signal}', () => { console.log('told ' + process.env.API); process.exit(9) }); console.log('ready'.padEnd(9999)); setInterval(() => 0, 1000)`
      const ended = await exec(["API"], script(text), {
        during: (child) => child.stdout?.once("data", () => child.kill(signal))
      })
      assert.deepStrictEqual(ended, { code: 9, stdout: `${"ready".padEnd(9999)}\ntold [REDACTED:API]\n`, stderr: "" })
    }
  )

  it("2.5 when the reader leaves, the command meets a broken pipe, and 0 becomes 1", async () => {
    const endless =
      "process.stdout.on('error', () => process.exit(0)); setInterval(() => process.stdout.write('y'.repeat(65536)), 1)"
    const ended = await exec(["API"], script(endless), {
      during: (child) => child.stdout?.once("data", () => child.stdout?.destroy())
    })
    assert.deepStrictEqual([ended.code, ended.stderr], [1, ""])
  })

  it("2.5 much output comes whole and in order", async () => {
    const text =
      "for (let n = 0; n < 200000; n++) process.stdout.write(n + (n % 1000 === 0 ? process.env.API : '') + '\\n')"
    const { stdout, code } = await exec(["API"], script(text))
    const expected = Array.from({ length: 200_000 }, (_, n) => `${n}${n % 1000 === 0 ? "[REDACTED:API]" : ""}\n`)
    assert.strictEqual(code, 0)
    assert.isTrue(stdout === expected.join(""))
  })

  it.each([
    ["exec without a name", ["exec", "--", "ls"]],
    ["exec without a command", ["exec", "API"]],
    ["exec with nothing behind --", ["exec", "API", "--"]],
    ["scan without a revision", ["scan"]]
  ])("2.5 %s is a usage error", async (_, words) => {
    const { code, stdout, stderr } = await run(labctl, ["secret", ...words], { env: world.agent })
    assert.deepStrictEqual([code, stdout], [2, ""])
    assert.match(stderr, /see labctl secret (exec|scan) --help\n$/)
  })

  it("without a server the verbs say where secrets live, and look for no forge", async () => {
    for (const words of [["list"], ["exec", "API", "--", "ls"], ["scan", "HEAD"]]) {
      const { code, stderr } = await run(labctl, ["secret", ...words])
      assert.strictEqual(code, 2)
      assert.match(stderr, /secrets live on a lab server: set LAB_URL and LAB_TOKEN/)
    }
  })

  it("G04 an added line that looks like a header is content", async () => {
    const { commit, scan } = await checkout()
    await commit("notes.txt", `start\n++ b ${value}\n`)
    const { code, stdout, stderr } = await scan("HEAD~1..HEAD")
    assert.deepStrictEqual([code, stdout], [1, ""])
    assert.match(
      stderr,
      /^labctl secret scan: secret API \(raw form\) found in notes\.txt\nlabctl secret scan: 1 finding: [^\n]+\n$/
    )
    assert.notInclude(stderr, value)
  })

  it("G05 a removed line is clean, and clean is silent", async () => {
    const { commit, scan } = await checkout()
    await commit("notes.txt", `start\n${value}\n`)
    await commit("notes.txt", "start\n")
    assert.deepStrictEqual(await scan("HEAD~1..HEAD"), { code: 0, stdout: "", stderr: "" })
    assert.strictEqual((await scan("HEAD~2..HEAD")).code, 1)
  })

  it("G06 a value over two lines is found, and arguments of git log go through as they are", async () => {
    const { commit, scan } = await checkout()
    await commit("key.pem", "first-half-of-it\nsecond-half-of-it\n")
    for (const revisions of [
      ["HEAD"],
      ["--all"],
      ["-1", "HEAD"],
      ["HEAD", "--not", "HEAD~1"],
      ["HEAD", "--", "key.pem"]
    ]) {
      const { code, stderr } = await scan(...revisions)
      assert.strictEqual(code, 1, revisions.join(" "))
      assert.match(stderr, /secret KEY_FILE \(\S+ form\) found in key\.pem/)
    }
    assert.strictEqual((await scan("HEAD", "--", "notes.txt")).code, 0)
  })

  it("G07 a revision that does not exist proves nothing", async () => {
    const { scan } = await checkout()
    const { code, stdout, stderr } = await scan("no-such-revision")
    assert.deepStrictEqual([code, stdout], [1, ""])
    assert.match(stderr, /^labctl secret scan: git log: .*no-such-revision.*\n$/)
  })

  it("2.5 rotation counts at once", async () => {
    await put("ROTATED", "one-5501-one-5501")
    const print = script("console.log(process.env.ROTATED.slice(0, 3), process.env.ROTATED)")
    assert.strictEqual((await exec(["ROTATED"], print)).stdout, "one [REDACTED:ROTATED]\n")
    await put("ROTATED", "two-5501-two-5501")
    assert.strictEqual((await exec(["ROTATED"], print)).stdout, "two [REDACTED:ROTATED]\n")
  })

  it("neither the server's log nor a file of its state shows a value", async () => {
    const files = (await readdir(world.data, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
    const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "latin1")))
    assert.isAbove(texts.length, 1)
    for (const text of [...texts, world.log()]) assert.notMatch(text, /tok-5501|first-half|one-5501/)
  })
})
