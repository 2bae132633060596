import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { temporary } from "../services/store/databases.js"
import { git, makeRemote } from "../support/git.js"
import { run } from "../support/program.js"
import { installed, isOneLine, told } from "./instance.js"

it.scopedLive("5.6 a builtin repository: opened, listed, seen without checks and merged into a real remote", () =>
  Effect.gen(function* () {
    const { agent, lab } = yield* installed
    const remote = makeRemote(join(yield* temporary, "git"))
    const first = remote.commit("topic", { "parser.txt": "one\n" }, "main")
    told(yield* lab("repo", "add", "tools", remote.url, "--forge", "builtin"))
    const env = yield* agent("tools", "--branch", "topic")
    const labctl = (...args: ReadonlyArray<string>) => run("labctl", args, { env })

    const [number, url] = told(yield* labctl("pr", "create", "--title", "Add parser", "--body", "Because.")).split("\t")
    assert.strictEqual(number, "1")
    assert.match(`${url}`, /^\/repos\/repo_[0-9a-f]{32}\/crs\/1$/)
    isOneLine(assert, "labctl", yield* labctl("pr", "create", "--title", "x", "--body", "y"), 1, /#1/)
    assert.strictEqual(told(yield* labctl("pr", "list")), `#1\topen\ttopic\t${url}`)
    assert.strictEqual(
      told(yield* labctl("pr", "view", "1")),
      `#1 Add parser\nstate: open\nhead: topic\nurl: ${url}\n\nBecause.`
    )
    assert.strictEqual(told(yield* labctl("pr", "checks", "1")), "state: none")
    isOneLine(assert, "labctl", yield* labctl("pr", "checks", "2"), 1, /2 not found/)

    const second = remote.commit("topic", { "parser.txt": "two\n" })
    isOneLine(assert, "labctl", yield* labctl("pr", "merge", "1"), 1, /merge refused/)
    assert.strictEqual(told(yield* labctl("pr", "merge", "1", "--head", second)), `#1\tmerged\t${url}`)
    assert.strictEqual(told(yield* labctl("pr", "merge", "1")), `#1\tmerged\t${url}`)
    assert.strictEqual(told(yield* labctl("pr", "list")), `#1\tmerged\ttopic\t${url}`)
    assert.strictEqual(git(remote.url, "show", "main:parser.txt"), "two")
    assert.notStrictEqual(first, second)
  })
)
