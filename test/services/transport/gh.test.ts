import { execFileSync, spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { request } from "node:http"
import { createServer } from "node:https"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { afterEach, beforeEach } from "vitest"
import { forgeOf } from "../../../src/core/forge.js"
import { parseRepoRef } from "../../../src/core/repo-ref.js"
import * as Sandbox from "../../../src/programs/sandbox/sandbox.js"
import { forgeTracker } from "../../../src/services/tracker/forge-tracker.js"
import { GhTransport } from "../../../src/services/transport/gh.js"

const works = (command: string, ...args: ReadonlyArray<string>) => spawnSync(command, args).status === 0
const kept = { ...process.env }
let folder = ""

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gh-"))
})

afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in kept)) delete process.env[name]
  Object.assign(process.env, kept)
  rmSync(folder, { recursive: true, force: true })
})

/** A gh that answers from a script of the shell, in front of any other on the PATH. */
const fakeGh = (script: string) => {
  const file = join(folder, "gh")
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  process.env["PATH"] = `${folder}:${kept["PATH"]}`
}

const trackerAt = (web: string) =>
  Effect.gen(function* () {
    const ref = yield* parseRepoRef(`${web}/acme/widget`)
    const forge = yield* forgeOf("github", ref, { insecureHttp: false })
    return forgeTracker((yield* GhTransport).client(forge, null))
  }).pipe(Effect.provide(GhTransport.layer))

const cloud = trackerAt("https://github.com")

/** gh speaks TLS alone: an https front for the sandbox, with a certificate that only this test trusts. */
const secured = (origin: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")]
      const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
      execFileSync(
        "openssl",
        ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", cert, ...names],
        { stdio: "ignore" }
      )
      const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (asked, answer) => {
        const { method, url, headers } = asked
        asked.pipe(
          request(`${origin}${url}`, { method, headers }, (found) => {
            answer.writeHead(found.statusCode ?? 502, found.headers)
            found.pipe(answer)
          })
        )
      })
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
      const address = server.address()
      return { server, cert, port: typeof address === "object" && address !== null ? address.port : 0 }
    }),
    ({ server }) => Effect.promise(() => new Promise((done) => server.close(() => done(undefined))))
  )

it.live.skipIf(!works("gh", "--version") || !works("openssl", "version"))(
  "the real gh reads the sandbox over TLS, a second time conditionally",
  () =>
    Effect.scoped(
      Effect.gen(function* () {
        const forge = yield* Sandbox.make({ git: "none" })
        forge.world.checkRuns(forge.world.branch("feat") ?? "", [{ name: "unit", conclusion: "failure" }])
        const { cert, port } = yield* secured(forge.github.origin)
        Object.assign(process.env, { SSL_CERT_FILE: cert, GH_ENTERPRISE_TOKEN: forge.token, GH_CONFIG_DIR: folder })
        delete process.env["SSL_CERT_DIR"]
        const tracker = yield* trackerAt(`https://localhost:${port}`)

        const { checks } = yield* tracker.checks(7)
        assert.deepStrictEqual(
          checks.map(({ name, state }) => [name, state]),
          [["unit", "failure"]]
        )
        forge.resetMeasures()
        yield* tracker.checks(7)
        assert.isTrue(forge.requests.every(({ status }) => status === 304))
        assert.isTrue(forge.requests.every(({ headers }) => headers["authorization"] === `token ${forge.token}`))
        assert.strictEqual((yield* Effect.flip(Effect.asVoid(tracker.pull(99))))._tag, "ErrNotFound")
      })
    ),
  60_000
)

it.live("a gh that is not there, hangs up, or is not signed in is named in one line", () =>
  Effect.gen(function* () {
    const tracker = yield* cloud
    const failing = Effect.map(Effect.flip(Effect.asVoid(tracker.pull(7))), ({ message }) => message)
    fakeGh("echo 'error connecting to api.github.com' >&2; echo more >&2; exit 1")
    assert.strictEqual(
      yield* failing,
      "github GET /repos/acme/widget/pulls/7 failed: error connecting to api.github.com; check the forge address and the network"
    )
    fakeGh("exit 4")
    assert.include(yield* failing, "gh auth login")
    fakeGh("exit 7")
    assert.include(yield* failing, "gh ended with 7 and no answer")
    process.env["PATH"] = folder
    rmSync(join(folder, "gh"))
    assert.include(yield* failing, "is it installed")
  })
)

it.live("a status above 299 is the forge's answer, although gh exits 1 for it", () =>
  Effect.gen(function* () {
    const tracker = yield* cloud
    fakeGh(
      `printf 'HTTP/2.0 502 Bad Gateway\\nContent-Type: text/html\\r\\n\\r\\n<h1>no</h1>'; echo 'gh: HTTP 502' >&2; exit 1`
    )
    const failed = yield* Effect.flip(Effect.asVoid(tracker.pull(7)))
    assert.include(failed.message, "answered 502: (a page of text/html)")
    fakeGh(`printf 'HTTP/2.0 200 OK\\nContent-Type: application/json\\r\\n\\r\\n{"cut'`)
    assert.include((yield* Effect.flip(Effect.asVoid(tracker.pull(7)))).message, "no whole JSON document")
  })
)

it.live("gh is asked for the host by name, with our headers, and never for a prompt, a pager or colour", () =>
  Effect.gen(function* () {
    const tracker = yield* cloud
    process.env["GH_DEBUG"] = "api"
    fakeGh(`echo "$*" > ${folder}/args; env > ${folder}/env; exit 1`)
    yield* Effect.flip(Effect.asVoid(tracker.pull(7)))
    const args = readFileSync(join(folder, "args"), "utf8")
    assert.include(args, "api --hostname github.com --include --method GET")
    assert.include(args, "--header x-github-api-version: 2022-11-28")
    assert.include(args, "repos/acme/widget/pulls/7")
    assert.notInclude(args.toLowerCase(), "authorization")
    const env = readFileSync(join(folder, "env"), "utf8")
    assert.include(env, "GH_PROMPT_DISABLED=1")
    assert.notInclude(env, "GH_DEBUG")
  })
)

it.live("an interrupted read ends gh with all that it has started", () =>
  Effect.gen(function* () {
    const tracker = yield* cloud
    const started = join(folder, "started")
    spawnSync("mkfifo", [started])
    fakeGh(`sleep 1000 & echo $! > ${started}; wait`)
    const reading = yield* Effect.fork(tracker.pull(7))
    const pid = Number(yield* Effect.promise(async () => readFile(started, "utf8")))
    yield* Fiber.interrupt(reading)
    // The group is killed at once; the kernel takes a moment to reap the child of a child.
    const alive = Effect.sync(() =>
      spawnSync("ps", ["-o", "stat=", "-p", String(pid)])
        .stdout.toString()
        .trim()
    )
    yield* Effect.repeat(alive, { until: (stat) => stat === "" || stat.startsWith("Z"), times: 500 })
    assert.match(yield* alive, /^(Z.*)?$/)
  })
)
