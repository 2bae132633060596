import { once } from "node:events"
import { existsSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { assert, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { temporary } from "../services/store/databases.js"
import { run, start } from "../support/program.js"
import { ask } from "../support/server.js"
import { Instance, installed, isOneLine, told } from "./instance.js"

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  it.scopedLive(`serve says one line on stdout, answers, and ends with 0 on ${signal}, its socket gone`, () =>
    Effect.gen(function* () {
      const { dataDir, line, server, url } = yield* installed
      assert.match(line, /^listening on http:\/\/127\.0\.0\.1:\d+\n$/)
      const socket = join(dataDir, "agent", "agent.sock")
      assert.strictEqual((yield* ask(url, "/readyz")).status, 200)
      assert.strictEqual((yield* ask(socket, "/healthz")).status, 200)
      const { info } = Object((yield* ask(url, "/openapi.json")).json)
      assert.match(info.version, /^\d+\.\d+\.\d+$/)
      yield* server.kill(signal)
      assert.deepStrictEqual(yield* server.ended, { code: 0, stdout: line, stderr: "" })
      assert.isFalse(existsSync(socket))
    })
  )
}

it.scopedLive("serve goes on after it was killed, on the same data", () =>
  Effect.gen(function* () {
    const { env, lab, server, url } = yield* installed
    told(yield* lab("repo", "add", "tools", "/srv/git/tools.git", "--forge", "builtin"))
    yield* server.kill("SIGKILL")
    yield* server.ended
    const again = yield* start("lab", ["serve", "--listen", url.replace("http://", "")], { env })
    yield* again.said("stdout", /^listening on .*\n/)
    assert.strictEqual(told(yield* lab("repo", "list")), "tools\tbuiltin\t/srv/git/tools.git")
  })
)

it.scopedLive("serve says in one line why it cannot listen", () =>
  Effect.gen(function* () {
    const env = { LAB_DATA_DIR: join(yield* temporary, "data") }
    const taken = createServer().listen(0, "127.0.0.1")
    yield* Effect.addFinalizer(() => Effect.sync(() => taken.close()))
    yield* Effect.promise(() => once(taken, "listening"))
    const address = taken.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const busy = yield* run("lab", ["serve", "--listen", `127.0.0.1:${port}`], { env })
    isOneLine(assert, "lab", busy, 1, new RegExp(`cannot listen on 127\\.0\\.0\\.1:${port}: .*in use.*--listen`))

    const wrong = yield* run("lab", ["serve", "--listen", "4190"], { env })
    isOneLine(assert, "lab", wrong, 2, /"4190" is no host:port.*; see lab serve --help$/m)
    const variable = yield* run("lab", ["serve"], { env: { ...env, LAB_LISTEN: "localhost:http" } })
    isOneLine(assert, "lab", variable, 2, /"localhost:http"/)
  })
)

it.scopedLive("a second serve on one data directory is told so, and takes nothing from the first", () =>
  Effect.gen(function* () {
    const { dataDir, env } = yield* installed
    const second = yield* run("lab", ["serve", "--listen", "127.0.0.1:0"], { env })
    isOneLine(assert, "lab", second, 1, /a server runs on this data directory already/)
    assert.strictEqual((yield* ask(join(dataDir, "agent", "agent.sock"), "/healthz")).status, 200)
  })
)

it.scopedLive("serve refuses a master key that others may read, and names the file", () =>
  Effect.gen(function* () {
    const directory = yield* temporary
    const file = join(directory, "key")
    writeFileSync(file, `${"ab".repeat(32)}\n`, { mode: 0o644 })
    const env = { LAB_DATA_DIR: join(directory, "data"), LAB_MASTER_KEY_FILE: file }
    const ended = yield* run("lab", ["serve", "--listen", "127.0.0.1:0"], { env })
    isOneLine(assert, "lab", ended, 1, new RegExp(`${file} has mode 0644.*chmod 600`))
    assert.notInclude(ended.stderr, "abab")
  })
)

layer(Instance.layer, { excludeTestServices: true })((it) => {
  it.effect("pat create works beside the running server, at once and more than once", () =>
    Effect.gen(function* () {
      const { env, pat } = yield* Instance
      assert.match(pat, /^lab_pat_[A-Za-z0-9_-]{43}$/)
      const other = told(yield* run("lab", ["pat", "create", "--name=laptop", "--data-dir", env.LAB_DATA_DIR]))
      assert.notStrictEqual(other, pat)
      assert.strictEqual((yield* run("lab", ["repo", "list"], { env: { ...env, LAB_PAT: other } })).code, 0)
      for (const args of [[], ["--name", " "], ["--name", "x".repeat(129)]])
        isOneLine(assert, "lab", yield* run("lab", ["pat", "create", ...args], { env }), 2, /--name is required/)
    })
  )

  it.effect("repo add, list, show, set, remove", () =>
    Effect.gen(function* () {
      const { home, lab } = yield* Instance
      const file = join(home, "forge-token")
      writeFileSync(file, "sesame\n")
      const url = "https://git.example/acme/widget.git"
      const row = `widget\tforgejo\t${url}`
      assert.strictEqual(told(yield* lab("repo", "add", "--token-file", file, "widget", url, "--forge=forgejo")), row)
      assert.strictEqual(
        told(yield* lab("repo", "add", "tools", "/srv/tools.git", "--forge", "builtin")),
        "tools\tbuiltin\t/srv/tools.git"
      )
      assert.strictEqual(told(yield* lab("repo", "list")), `tools\tbuiltin\t/srv/tools.git\n${row}`)
      assert.match(
        told(yield* lab("repo", "show", "widget")),
        new RegExp(
          `^name\twidget\nid\trepo_[0-9a-f]{32}\nurl\t${url}\nforge\tforgejo\napi\tfrom the url\ntoken\theld\ninsecure-http\tfalse\ncreated\t\\S+Z$`
        )
      )
      const set = told(yield* lab("repo", "set", "widget", "--name", "gadget", "--api", "https://git.example/api/v1"))
      assert.match(set, /^name\tgadget\n[\s\S]*\napi\thttps:\/\/git\.example\/api\/v1\n/)
      assert.match(told(yield* lab("repo", "set", "gadget", "--api", "")), /\napi\tfrom the url\n/)
      const document = JSON.parse(told(yield* lab("repo", "show", "gadget", "--json")))
      assert.deepInclude(document, { name: "gadget", remote_url: url, forge_kind: "forgejo" })
      assert.notInclude(JSON.stringify(document), "sesame")
      assert.match(
        told(yield* lab("repo", "set", "gadget", "--forge", "builtin")),
        /\nforge\tbuiltin\n[\s\S]*\ntoken\tnone\n/
      )
      assert.strictEqual(told(yield* lab("repo", "remove", "gadget")), "")
      assert.strictEqual(told(yield* lab("repo", "remove", "tools", "--json")), '{"ok":true}')
      assert.strictEqual(told(yield* lab("repo", "list")), "")
    })
  )

  const refused: ReadonlyArray<readonly [args: ReadonlyArray<string>, code: number, words: RegExp]> = [
    [["repo", "add", "widget"], 2, /<url> is missing; see lab repo add --help$/m],
    [["repo", "add", "widget", "https://github.com/a/b"], 1, /needs a token.*builtin/],
    [
      ["repo", "add", "widget", "https://github.com/a/b", "--forge", "gitlab"],
      2,
      /"gitlab" is none of github, forgejo, builtin/
    ],
    [["repo", "add", "widget", "x", "--token-file", "/nowhere"], 2, /token file \/nowhere cannot be read/],
    [["repo", "show", "none"], 1, /repository none not found/],
    [["repo", "set", "none"], 2, /nothing to set/],
    [["repo", "set", "none", "--name", "x"], 1, /repository none not found/],
    [["repo", "remove"], 2, /<name> is missing/],
    [["run", "token", "none"], 1, /repository none not found/],
    [["run", "token", "none", "--issue", "0"], 2, /--issue 0 is below 1/],
    [["run", "token", "none", "--ttl", "0"], 2, /--ttl must be above 0/],
    [["repo", "list", "--wat"], 2, /unknown option --wat/]
  ]

  for (const [args, code, words] of refused) {
    it.effect(`lab ${args.join(" ")} is one line and exit ${code}`, () =>
      Effect.gen(function* () {
        const { lab } = yield* Instance
        isOneLine(assert, "lab", yield* lab(...args), code, words)
      })
    )
  }

  it.effect("run token prints a token that opens the agent API through TCP and through the socket", () =>
    Effect.gen(function* () {
      const { agent, dataDir, lab } = yield* Instance
      told(yield* lab("repo", "add", "tokens", "/srv/tokens.git", "--forge", "builtin"))
      const env = yield* agent("tokens", "--branch", "feat", "--issue=4", "--ttl", "600")
      assert.match(env.LAB_TOKEN, /^lab_run_[A-Za-z0-9_-]{43}$/)
      const socket = `unix://${join(dataDir, "agent", "agent.sock")}`
      for (const LAB_URL of [env.LAB_URL, `${env.LAB_URL}//`, socket])
        assert.deepStrictEqual(yield* run("labctl", ["pr", "list"], { env: { ...env, LAB_URL } }), {
          code: 0,
          stdout: "",
          stderr: ""
        })
      const made = JSON.parse(told(yield* lab("run", "token", "tokens", "--json")))
      assert.hasAllKeys(made, ["run_id", "token", "expires_at"])
      told(yield* lab("repo", "remove", "tokens"))
      const after = yield* run("labctl", ["pr", "list"], { env })
      isOneLine(assert, "labctl", after, 1, /invalid run token; set LAB_TOKEN/)
    })
  )

  it.effect("the operator's token comes from a file before the variable, and is never shown", () =>
    Effect.gen(function* () {
      const { agent, env, home, lab, pat } = yield* Instance
      const file = join(home, "pat")
      writeFileSync(file, `${pat}\n`)
      const list = (more: Readonly<Record<string, string>>) =>
        run("lab", ["repo", "list"], { env: { ...env, LAB_PAT: "", ...more } })
      told(yield* list({ LAB_PAT_FILE: file, LAB_PAT: "lab_pat_wrong" }))
      isOneLine(assert, "lab", yield* list({}), 2, /LAB_PAT or LAB_PAT_FILE.*lab pat create/)
      isOneLine(assert, "lab", yield* list({ LAB_PAT_FILE: "/nowhere", LAB_PAT: pat }), 2, /\/nowhere cannot be read/)
      isOneLine(
        assert,
        "lab",
        yield* list({ LAB_PAT: `lab_pat_${"A".repeat(43)}` }),
        1,
        /authentication required; set LAB_PAT/
      )
      told(yield* lab("repo", "add", "pats", "/srv/pats.git", "--forge", "builtin"))
      const { LAB_TOKEN } = yield* agent("pats")
      const refused = yield* list({ LAB_PAT: LAB_TOKEN })
      isOneLine(assert, "lab", refused, 2, /a run token opens no operator route/)
      assert.notInclude(refused.stderr, LAB_TOKEN)
      isOneLine(assert, "lab", yield* list({ LAB_PAT: pat, LAB_URL: "http://127.0.0.1:1" }), 1, /connection refused/)
    })
  )
})
