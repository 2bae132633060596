import { join } from "node:path"
import { assert, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { temporary } from "../services/store/databases.js"
import { git, makeRemote } from "../support/git.js"
import { answer, loopback } from "../support/http.js"
import { run } from "../support/program.js"
import { forgeWith, Instance, isOneLine, ways } from "./instance.js"

const somewhere = {
  LAB_REPO: "acme/widget",
  LAB_FORGE: "github",
  LAB_FORGE_TOKEN: "t",
  LAB_FORGE_API: "http://127.0.0.1:1"
}
const server = { LAB_URL: "http://127.0.0.1:1", LAB_TOKEN: `lab_run_${"A".repeat(43)}` }

/** 2.3: 2 means red in `pr checks`, so there a line that cannot be run exits 1. */
const usageExit = (args: ReadonlyArray<string>) => (args.slice(0, 2).join(" ") === "pr checks" ? 1 : 2)

const lines: ReadonlyArray<readonly [args: ReadonlyArray<string>, words: RegExp]> = [
  [["pr", "checks", "seven"], /"seven" is no whole number/],
  [["pr", "checks", "0x7"], /"0x7" is no whole number/],
  [["pr", "checks", "0"], /0 is below 1/],
  [["pr", "checks", "-1"], /-1 is below 1/],
  [["pr", "checks"], /<n> is missing/],
  [["pr", "checks", "7", "8"], /unexpected argument "8"/],
  [["pr", "checks", "7", "--wat"], /unknown option --wat/],
  [["pr", "checks", "--wat", "7"], /unknown option --wat/],
  [["pr", "checks", "7", "-x"], /unknown option -x/],
  [["pr", "checks", "7", "--WAIT"], /unknown option --WAIT/],
  [["pr", "checks", "7", "--wait=1"], /--wait takes no value/],
  [["pr", "checks", "7", "--interval"], /--interval needs a value/],
  [["pr", "checks", "7", "--wait", "--interval", "0"], /--interval must be above 0/],
  [["pr", "checks", "7", "--timeout", "5m"], /"5m" is no number of seconds/],
  [["pr", "checks", "7", "--grace=-1"], /"-1" is no number of seconds/],
  [["pr", "view", "7.5"], /"7.5" is no whole number/],
  [["pr", "view"], /<n> is missing/],
  [["pr", "list", "7"], /unexpected argument "7"/],
  [["pr", "list", "--all"], /unknown option --all/],
  [["pr", "create"], /--title is required/],
  [["pr", "create", "--title", "x"], /--body is required/],
  [["pr", "create", "--title", " ", "--body", "y"], /--title is required/],
  [["pr", "merge", "7", "--head"], /--head needs a value/],
  [["pr", "merge", "7\nlabctl: all is well"], /is no whole number/]
]

for (const [args, words] of lines) {
  it.live(`2.1 labctl ${args.join(" ")} is one line that ends in where its help is`, () =>
    Effect.gen(function* () {
      const ended = yield* run("labctl", args, { env: somewhere })
      isOneLine(assert, "labctl", ended, usageExit(args), words)
      assert.match(ended.stderr, new RegExp(`; see labctl ${args.slice(0, 2).join(" ")} --help\n$`))
    })
  )
}

const environments: ReadonlyArray<
  readonly [name: string, env: Record<string, string>, args: ReadonlyArray<string>, words: RegExp]
> = [
  ["B13 LAB_URL alone", { LAB_URL: "http://x" }, [], /LAB_TOKEN/],
  ["LAB_TOKEN alone", { LAB_TOKEN: "lab_run_x" }, [], /LAB_URL/],
  ["--repo beside a server", server, ["--repo", "acme/widget"], /--repo/],
  ["a repository that is none", { ...somewhere, LAB_REPO: "widget" }, [], /widget.*owner\/name/],
  ["a forge that nobody knows", { ...somewhere, LAB_FORGE: "gitlab" }, [], /gitlab.*github, forgejo/],
  ["no repository at all", { LAB_FORGE_TOKEN: "t" }, [], /--repo or LAB_REPO/]
]

for (const [name, env, more, words] of environments) {
  for (const verb of ["checks", "view"]) {
    it.live(`2.1 ${name} is a usage error of pr ${verb}`, () =>
      Effect.gen(function* () {
        const args = ["pr", verb, "7", ...more]
        isOneLine(assert, "labctl", yield* run("labctl", args, { env }), usageExit(args), words)
      })
    )
  }
}

const failing: ReadonlyArray<readonly [name: string, env: Record<string, string>, words: RegExp]> = [
  ["a server that is not there", server, /connection refused.*lab serve runs.*LAB_URL/],
  ["a forge that is not there", somewhere, /connection refused/],
  ["a socket that is not there", { ...server, LAB_URL: "unix:///nowhere/agent.sock" }, /no such socket/],
  ["a socket's path that is not absolute", { ...server, LAB_URL: "unix://agent.sock" }, /unix:\/\/\/abs/],
  ["an address that is none", { ...server, LAB_URL: "localhost:4190" }, /LAB_URL is no address/],
  ["a token that HTTP cannot carry", { ...server, LAB_TOKEN: "lab_run_a\nb" }, /token/],
  ["no credential", { ...somewhere, LAB_FORGE_TOKEN: "" }, /no credential for .*LAB_FORGE_TOKEN/],
  [
    "a forge in the clear",
    { ...somewhere, LAB_FORGE_API: "http://git.example/api/v3" },
    /not encrypted.*--insecure-http/
  ]
]

for (const [name, env, words] of failing) {
  it.live(`2.1 ${name}: exit 1 and what to do`, () =>
    Effect.gen(function* () {
      isOneLine(assert, "labctl", yield* run("labctl", ["pr", "checks", "7"], { env }), 1, words)
    })
  )
}

const answers = [
  [
    "a page at 200",
    answer(200, "<html>Sign in</html>", { "content-type": "text/html" }),
    /answered 200 with a page of HTML: LAB_URL may point at/
  ],
  [
    "a page that is said to be text",
    answer(200, "\n <!doctype html>", { "content-type": "text/plain" }),
    /200 with a page/
  ],
  ["a page at 502", answer(502, "<html>Bad gateway</html>", { "content-type": "text/html" }), /502 with a page/],
  [
    "a redirect to a login",
    answer(302, "", { location: "https://sso.example/login" }),
    /302.*https:\/\/sso\.example\/login.*LAB_URL/
  ],
  ["a redirect to nowhere", answer(301), /301.*no Location/],
  ["no JSON", answer(200, "ok\n"), /200 with no JSON document/],
  ["JSON of another shape", answer(200, '{"ok":true}'), /JSON of another shape/],
  [
    "an error with its words",
    answer(404, '{"error":"no such thing here"}'),
    /^labctl pr checks: no such thing here\n$/
  ],
  ["an error without words", answer(418), /HTTP 418/]
] as const

for (const [name, reply, words] of answers) {
  it.scopedLive(`2.1 a server that answers ${name}: exit 1, never success`, () =>
    Effect.gen(function* () {
      const { origin } = yield* loopback(reply)
      const env = { ...server, LAB_URL: `${origin.href}//` }
      isOneLine(assert, "labctl", yield* run("labctl", ["pr", "checks", "7"], { env }), 1, words)
    })
  )
}

it.scopedLive("B14 an aggregate that nobody knows is printed, then it is an error that names it", () =>
  Effect.gen(function* () {
    const { origin } = yield* loopback(answer(200, '{"state":"weird","checks":[]}'))
    const ended = yield* run("labctl", ["pr", "checks", "7"], { env: { ...server, LAB_URL: origin.href } })
    assert.deepStrictEqual([ended.code, ended.stdout], [1, "state: weird\n"])
    assert.match(ended.stderr, /^labctl pr checks: [^\n]*weird\n$/)
  })
)

layer(Instance.layer, { excludeTestServices: true })((it) => {
  for (const [flavor, way] of ways) {
    it.scoped(`4 what ${flavor} refuses, ${way}, is one line that says what to do`, () =>
      Effect.gen(function* () {
        const { forge, env, cwd, labctl } = yield* forgeWith(flavor, way)
        const fails = (words: RegExp, more: Readonly<Record<string, string>> = {}) =>
          Effect.map(run("labctl", ["pr", "checks", "7"], { cwd, env: { ...env, ...more } }), (ended) =>
            isOneLine(assert, "labctl", ended, 1, words)
          )
        isOneLine(assert, "labctl", yield* labctl("pr", "checks", "99"), 1, /99.* not found/)
        isOneLine(assert, "labctl", yield* labctl("pr", "view", "-1"), 1, /not found/)

        const all = { server: flavor, path: "/**" } as const
        forge.faults.add({ ...all, fault: { kind: "html" } })
        yield* fails(/502.*text\/html/)
        forge.faults.clear()
        forge.faults.add({ ...all, fault: { kind: "malformed" } })
        yield* fails(/labctl pr checks: .+/)
        forge.faults.clear()
        forge.faults.add({ ...all, fault: { kind: "too-many", retryAfter: 30 } })
        yield* fails(/rate limited by .*30 s|rate limited by .*after \d{4}-/)
        forge.faults.clear()

        if (way === "direct") {
          yield* fails(/401/, { LAB_FORGE_TOKEN: "wrong" })
          yield* fails(/not found/, { LAB_REPO: `${forge[flavor].web}/acme/nothing` })
        } else {
          yield* fails(/invalid run token; set LAB_TOKEN to the token of an active run/, {
            LAB_TOKEN: server.LAB_TOKEN
          })
          yield* fails(/run token required; set LAB_TOKEN/, { LAB_TOKEN: "lab_pat_x" })
        }
      })
    )
  }
})

it.scopedLive("2.1 pr create where no branch is checked out says so", () =>
  Effect.gen(function* () {
    const cwd = yield* temporary
    const create = run("labctl", ["pr", "create", "--title", "x", "--body", "y"], { env: somewhere, cwd })
    isOneLine(assert, "labctl", yield* create, 1, /not a git repository/)
    const { url } = makeRemote(join(yield* temporary, "git"))
    git(cwd, "clone", "--quiet", url, ".")
    git(cwd, "checkout", "--quiet", "--detach")
    isOneLine(assert, "labctl", yield* create, 1, /no branch is checked out here: check out the branch/)
  })
)

it.live("2.1 an unknown verb and no words print the usage on stderr, help and version on stdout", () =>
  Effect.gen(function* () {
    for (const words of [[], ["pr"], ["pr", "chekcs", "7"], ["--wat"]]) {
      const { code, stdout, stderr } = yield* run("labctl", words)
      assert.deepStrictEqual([code, stdout], [2, ""])
      assert.include(stderr, "usage: labctl <verb>")
    }
    for (const word of ["--help", "-help", "-h", "help"]) {
      const { code, stdout, stderr } = yield* run("labctl", [word])
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.include(stdout, "pr checks")
    }
    for (const word of ["--version", "-version", "version"]) {
      const { code, stdout, stderr } = yield* run("labctl", [word])
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.match(stdout, /^labctl \d+\.\d+\.\d+\n$/)
    }
  })
)
